/** Memory outside the heap for each new account, while requests use buffers of Node's pool. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LedgerStore } from '../../src/storage/ledger-store.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { Env, MASTER } from '../support/env.ts';
import { SeededRandom } from '../support/seeded-random.ts';

const WARM_UP_ACCOUNTS = 50;
const ACCOUNTS = 100;
/** Buffers of requests for each account that are dropped at once: several slabs of Node's pool. */
const REQUESTS = 20;
const REQUEST_BYTES = 20_000;
/**
 * Half a slab of the pool. The store in memory needs less than 1 KB for an account; LMDB's use varies by some
 * megabytes.
 */
const MOST_BYTES_AN_ACCOUNT = 32_000;

v8.setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Memory outside the heap. A buffer that one collection finds is freed by the next one. */
function externalBytes(): number {
  collect();
  collect();
  return process.memoryUsage().external;
}

async function makeAccounts(env: Env, random: SeededRandom, count: number): Promise<void> {
  for (let account = 0; account < count; account++) {
    for (let request = 0; request < REQUESTS; request++) Buffer.allocUnsafe(REQUEST_BYTES);
    const payment = { TransactionType: 'Payment', Destination: random.hex(20), Amount: 1_000_000_000n };
    env.submit(MASTER, payment, 'tesSUCCESS');
    await env.close();
  }
}

async function bytesOfAnAccount(store: LedgerStore): Promise<number> {
  const env = await Env.create({ store });
  const random = new SeededRandom(1);
  await makeAccounts(env, random, WARM_UP_ACCOUNTS);
  const before = externalBytes();
  await makeAccounts(env, random, ACCOUNTS);
  const after = externalBytes();
  await env.stop();
  return (after - before) / ACCOUNTS;
}

describe('a new account', () => {
  test('does not keep buffers of requests alive in a store on disk', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'weir-kept-'));
    try {
      const bytes = await bytesOfAnAccount(openLmdbStore(directory));
      assert.ok(bytes < MOST_BYTES_AN_ACCOUNT, `${bytes} bytes outside the heap`);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  test('does not keep buffers of requests alive in a store in memory', async () => {
    const bytes = await bytesOfAnAccount(new MemoryStore());
    assert.ok(bytes < MOST_BYTES_AN_ACCOUNT, `${bytes} bytes outside the heap`);
  });
});
