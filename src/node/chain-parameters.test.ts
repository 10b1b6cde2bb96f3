import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import { DEFAULT_GENESIS } from '../ledger/genesis.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { readMarkerKey } from './chain-parameters.ts';
import { foundChain } from './found-chain.ts';
import { createLedgerNode } from './node.ts';

test('a node gives a key to a chain that was founded without one', async () => {
  const store = new MemoryStore();
  await foundChain(store, DEFAULT_GENESIS, { nowSeconds: 0 });
  assert.throws(() => readMarkerKey(store));
  const randomBytes = (count: number) => Buffer.alloc(count, 2);
  const node = await createLedgerNode({ store, genesis: DEFAULT_GENESIS, clock: new TestClock(), randomBytes });
  assert.deepEqual(readMarkerKey(store), Buffer.alloc(32, 2));
  await node.stop();
});
