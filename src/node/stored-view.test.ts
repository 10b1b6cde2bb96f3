import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, MASTER, party } from '../../test/support/env.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import { accountKeylet, skipKeylet } from '../protocol/entries/keylets.ts';
import { EntryCache } from './stored-view.ts';

const ALICE = party('alice');
const XRP = 1_000_000n;

describe('the state of a closed ledger', () => {
  test('does not depend on the newest ledger or on the order of reads', async () => {
    const env = await Env.create();
    const pay = { TransactionType: 'Payment', Destination: ALICE.id, Amount: 100n * XRP };
    const balanceAt = (ledgerIndex: number) => env.node.view(ledgerIndex)!.read(accountKeylet(ALICE.id))?.Balance;
    const expected: (bigint | undefined)[] = [undefined, undefined];
    for (let payments = 1n; payments <= 4n; payments++) {
      env.submit(MASTER, pay, 'tesSUCCESS');
      await env.close();
      expected.push(payments * 100n * XRP);
      const all = expected.map((_, at) => at + 1);
      for (const order of [all, all.toReversed(), all]) {
        assert.deepEqual(
          order.map(balanceAt),
          order.map((ledgerIndex) => expected[ledgerIndex - 1]),
        );
      }
    }
    assert.equal(env.node.view(env.node.validated.ledgerIndex + 1), undefined);
  });

  test('has the list of hashes before it, though that is not stored', async () => {
    const env = await Env.create();
    await env.close();
    const { header } = env.node.store;
    const hashesAt = (ledgerIndex: number) => env.node.view(ledgerIndex)!.read(skipKeylet())?.Hashes;
    const [first, second] = [1, 2].map((index) => header.call(env.node.store, index)!.hash);
    assert.deepEqual([1, 2, 3].map(hashesAt), [undefined, [first], [first, second]]);
  });
});

describe('a cache of entries', () => {
  test('keeps entries up to its capacity, and at most twice as many', () => {
    const cache = new EntryCache(1, 10);
    const keys = Array.from({ length: 50 }, (_, at) => `${at}`.padStart(64, '0'));
    for (const key of keys) cache.set(key, 1, null);
    const known = keys.filter((key) => cache.get(key, 1) === null);
    assert.ok(known.length >= 10 && known.length <= 20, `${known.length} are kept`);
    assert.ok(known.includes(keys.at(-1)!));
    cache.forget(2, undefined);
    assert.equal(cache.get(keys.at(-1)!, 2), undefined);
  });

  test('counts a large entry as several', () => {
    const cache = new EntryCache(1, 10);
    const keys = Array.from({ length: 50 }, (_, at) => `${at}`.padStart(64, '0'));
    const Indexes = Array.from({ length: 32 }, () => 'A'.repeat(64));
    const large = { LedgerEntryType: 'DirectoryNode', Indexes } as unknown as LedgerEntry;
    for (const key of keys) cache.set(key, 1, { ...large });
    const known = keys.filter((key) => cache.get(key, 1) !== undefined);
    assert.ok(known.length > 0 && known.length <= 8, `${known.length} entries of 3 KB are kept`);
  });
});
