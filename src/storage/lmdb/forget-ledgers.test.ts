import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Env, party } from '../../../test/support/env.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { LEAST_LEDGERS } from '../history-rule.ts';
import type { LedgerStore } from '../ledger-store.ts';
import { MemoryStore } from '../memory/memory-store.ts';
import { firstToKeep } from './forget-ledgers.ts';
import { openLmdbStore } from './lmdb-store.ts';

const firstAfter = (first: number, nextIndex: number, ledgers: number, untilIndex: number) =>
  firstToKeep(first, nextIndex, { ledgers, mayForgetUntil: () => untilIndex });

describe('the first ledger that a store keeps', () => {
  test('is such that as many stay as the rule says', () => {
    assert.equal(firstAfter(1, 500, 500, 1_000), 1);
    assert.equal(firstAfter(1, 501, 500, 1_000), 2);
    assert.equal(firstAfter(2, 502, 500, 1_000), 3);
  });

  test('moves a few at a time where the rule is new', () => {
    assert.equal(firstAfter(1, 10_000, 500, 10_000), 5);
    assert.equal(firstAfter(5, 10_001, 500, 10_000), 9);
  });

  test('stays as long as what goes is nowhere else', () => {
    assert.equal(firstAfter(7, 10_000, 500, 0), 7);
    assert.equal(firstAfter(7, 10_000, 500, 6), 7);
    assert.equal(firstAfter(7, 10_000, 500, 8), 9);
  });

  test('keeps what the next state needs under every rule', () => {
    assert.equal(firstAfter(1, LEAST_LEDGERS, 1, 10_000), 1);
    assert.equal(firstAfter(1, LEAST_LEDGERS + 1, 1, 10_000), 2);
  });
});

describe('a store that keeps the last ledgers', () => {
  const [alice, bob] = [party('alice'), party('bob')];

  /** Entries change in each ledger; a ticket is made in one and used in the next. */
  async function closeLedgers(env: Env, ledgers: number): Promise<void> {
    for (let count = 0; count < ledgers; count++) {
      const { Sequence } = env.account(alice)!;
      if (count % 2 === 0) env.submit(alice, { TransactionType: 'TicketCreate', TicketCount: 1 }, 'tesSUCCESS');
      else
        env.submit(alice, { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: Sequence - 1 }, 'tesSUCCESS');
      env.submit(bob, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
      await env.close();
    }
  }

  function ledgerIn(store: LedgerStore, ledgerIndex: number): unknown {
    const transactions = Array.from(store.ledgerTransactions(ledgerIndex), ({ blob, metadata }) => [blob, metadata]);
    const entries: unknown[] = [];
    for (let key: Hash256 | undefined = '0'.repeat(64); key !== undefined; key = store.nextEntryKey(key, ledgerIndex))
      entries.push([key, store.entry(key, ledgerIndex)]);
    return { header: store.header(ledgerIndex), transactions, entries };
  }

  test('has these ledgers and no others, as a store of all ledgers has them', async (t) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'weir-forget-'));
    t.after(() => rmSync(directory, { recursive: true, force: true }));
    const store = openLmdbStore(directory);
    store.keepLast({ ledgers: LEAST_LEDGERS, mayForgetUntil: () => Number.POSITIVE_INFINITY });
    const all = new MemoryStore();
    const envs = await Promise.all([Env.create({ store }), Env.create({ store: all })]);
    t.after(() => Promise.all(envs.map((env) => env.stop())));
    for (const env of envs) await env.fund(1_000, alice, bob);
    for (const env of envs) await closeLedgers(env, LEAST_LEDGERS + 10);
    const { last } = all.ledgerRange()!;
    const first = last - LEAST_LEDGERS + 1;
    assert.deepEqual(store.ledgerRange(), { first, last });
    for (let index = first; index <= last; index++) assert.deepEqual(ledgerIn(store, index), ledgerIn(all, index));
    const { header, transactions } = ledgerIn(store, first - 1) as { header: unknown; transactions: unknown[] };
    assert.deepEqual([header, transactions], [undefined, []]);
    const { ledgerHashes, transactionIds, entryVersions, historyRows } = store.rowCounts();
    assert.deepEqual([ledgerHashes, transactionIds], [LEAST_LEDGERS, 2 * LEAST_LEDGERS]);
    assert.equal(historyRows, 622, 'two in each ledger, and 22 in blocks that also have later rows');
    await closeLedgers(envs[0]!, 10);
    assert.equal(store.rowCounts().entryVersions, entryVersions, 'tickets that are gone leave nothing');
  });
});
