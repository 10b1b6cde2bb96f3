import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, party } from '../../test/support/env.ts';
import { createLedgerHeader, type LedgerHeader } from '../ledger/ledger-header.ts';
import { StoreError } from '../storage/ledger-store.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { checkNewestLedger } from './startup-check.ts';

/** A store that returns other headers and nodes. */
class DamagedStore extends MemoryStore {
  readonly headers = new Map<number, LedgerHeader>();
  readonly nodes = new Map<string, Uint8Array | undefined>();

  override header(ledgerIndex: number): LedgerHeader | undefined {
    return this.headers.get(ledgerIndex) ?? super.header(ledgerIndex);
  }

  override ledgerIndexByHash(hash: string): number | undefined {
    return (
      [...this.headers.values()].find((header) => header.hash === hash)?.ledgerIndex ?? super.ledgerIndexByHash(hash)
    );
  }

  override treeNode(path: string): Uint8Array | undefined {
    return this.nodes.has(path) ? this.nodes.get(path) : super.treeNode(path);
  }
}

describe('the check of the newest ledger', () => {
  async function storeOf(): Promise<DamagedStore> {
    const store = new DamagedStore();
    await (await Env.create({ store })).fund(100, party('alice'), party('bob'));
    return store;
  }

  function problem(store: DamagedStore): string {
    try {
      checkNewestLedger(store);
      return '';
    } catch (error) {
      assert.ok(error instanceof StoreError);
      return error.message;
    }
  }

  test('accepts a complete store and an empty one', async () => {
    assert.equal(problem(await storeOf()), '');
    assert.equal(problem(new DamagedStore()), '');
  });

  test('finds headers that do not match', async () => {
    const store = await storeOf();
    store.headers.set(2, createLedgerHeader({ ...store.header(2)!, closeFlags: 1 }));
    assert.match(problem(store), /headers of ledgers 2 and 3 do not belong together/);
  });

  test('finds transactions and trees with another hash', async () => {
    const { accountHash } = (await storeOf()).header(2)!;
    for (const [change, message] of [
      [{ transactionHash: 'AB'.repeat(32) }, /transactions do not have their hash/],
      [{ accountHash }, /state tree does not have its hash/],
    ] as const) {
      const store = await storeOf();
      store.headers.set(3, createLedgerHeader({ ...store.header(3)!, ...change }));
      assert.match(problem(store), message);
    }
    const store = await storeOf();
    store.nodes.set('', undefined);
    assert.match(problem(store), /state tree/);
  });
});
