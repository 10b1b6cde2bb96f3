/** Records each ledger when it is validated, and checks that the store does not change it afterwards. */

import assert from 'node:assert/strict';
import { accountTransactions } from '../../src/history/packed-rows.ts';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import type { LedgerStore } from '../../src/storage/ledger-store.ts';
import { accountsInMetadata, type State, stateHashOf } from './audit-ledger.ts';

/** Number of past states that are read again completely. */
const REREAD_LEDGERS = 6;

export class LedgerWitness {
  readonly #store: LedgerStore;
  readonly #hashes = new Map<number, string>();
  /** Account → ledger and position of each of its transactions, in order. */
  readonly #histories = new Map<string, string[]>();
  readonly #sequences = new Map<string, number>();
  #totalDrops: bigint | undefined;

  constructor(store: LedgerStore) {
    this.#store = store;
  }

  hashOf(ledgerIndex: number): string | undefined {
    return this.#hashes.get(ledgerIndex);
  }

  /** Must be called for every ledger, once and in order. */
  observe(ledgerIndex: number): void {
    const header = this.#store.header(ledgerIndex)!;
    this.#hashes.set(ledgerIndex, header.hash);
    let feeDrops = 0n;
    let position = 0;
    for (const { blob, metadata } of this.#store.ledgerTransactions(ledgerIndex)) {
      for (const account of accountsInMetadata(metadata)) {
        this.#histories.set(account, [...this.historyOf(account), `${ledgerIndex}/${position}`]);
      }
      feeDrops += decodeObject(blob).Fee as bigint;
      position++;
    }
    if (this.#totalDrops !== undefined) {
      assert.equal(header.totalDrops, this.#totalDrops - feeDrops, 'only fees are destroyed');
    }
    this.#totalDrops = header.totalDrops;
  }

  historyOf(account: string): readonly string[] {
    return this.#histories.get(account) ?? [];
  }

  /** Checks that account sequences never decrease. */
  observeState(state: State): void {
    for (const { LedgerEntryType, Account, Sequence } of state.values()) {
      if (LedgerEntryType !== 'AccountRoot') continue;
      const before = this.#sequences.get(Account as string) ?? 0;
      assert.ok((Sequence as number) >= before, `sequence of ${Account}`);
      this.#sequences.set(Account as string, Sequence as number);
    }
  }

  verifyAll(): void {
    for (const [ledgerIndex, hash] of this.#hashes) {
      assert.equal(this.#store.header(ledgerIndex)?.hash, hash);
      assert.equal(this.#store.ledgerIndexByHash(hash), ledgerIndex);
    }
    const indexes = [...this.#hashes.keys()];
    const step = Math.max(1, Math.floor(indexes.length / REREAD_LEDGERS));
    for (let at = 0; at < indexes.length; at += step) {
      const index = indexes[at] as number;
      assert.equal(
        stateHashOf(this.#store, index),
        this.#store.header(index)?.accountHash,
        `ledger ${index} as it was`,
      );
    }
    this.#verifyHistories(Math.min(...indexes));
  }

  #verifyHistories(minLedgerIndex: number): void {
    for (const [account, expected] of this.#histories) {
      for (const forward of [true, false]) {
        const query = { account, minLedgerIndex, maxLedgerIndex: 0xffff_ffff, forward };
        const found = Array.from(
          accountTransactions(this.#store, query),
          ({ ledgerIndex, position }) => `${ledgerIndex}/${position}`,
        );
        assert.deepEqual(found, forward ? expected : expected.toReversed(), `history of ${account}`);
      }
    }
  }
}
