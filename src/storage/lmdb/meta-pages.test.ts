import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bytesOf, hashOf, ledgerOf } from '../../../test/contracts/store/contract-ledgers.ts';
import { lastTransaction } from './environment.ts';
import { openRoot } from './layout.ts';
import { openLmdbStore } from './lmdb-store.ts';
import { restoreTransaction } from './meta-pages.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-meta-pages-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

function newestTransaction(directory: string): number {
  const root = openRoot(directory);
  const transaction = lastTransaction(root);
  root.close();
  return transaction;
}

const ledger = (ledgerIndex: number, text: string) =>
  ledgerOf(ledgerIndex, {
    stateChanges: new Map(Array.from({ length: 300 }, (_, at) => [hashOf(`key ${at}`), bytesOf(text)])),
    treeChanges: new Map([['', bytesOf(text)]]),
  });

test('a transaction that became durable unnoticed is taken back, and others follow the one before it', async () => {
  for (const lastLedger of [6, 7]) {
    const directory = join(scratch, String(lastLedger));
    let store = openLmdbStore(directory);
    for (let ledgerIndex = 1; ledgerIndex <= lastLedger; ledgerIndex++) await store.append(ledger(ledgerIndex, 'kept'));
    await store.close();
    const transaction = newestTransaction(directory);
    store = openLmdbStore(directory);
    await store.append(ledger(lastLedger + 1, 'lost'));
    await store.close();
    assert.equal(newestTransaction(directory), transaction + 1);
    restoreTransaction(directory, transaction);
    assert.equal(newestTransaction(directory), transaction);
    store = openLmdbStore(directory);
    for (let ledgerIndex = lastLedger + 1; ledgerIndex < 20; ledgerIndex++) {
      assert.equal(store.ledgerRange()!.last, ledgerIndex - 1);
      assert.deepEqual(Buffer.from(store.treeNode('')!), Buffer.from('kept'));
      for (let at = 0; at < 300; at++) {
        assert.deepEqual(Buffer.from(store.entry(hashOf(`key ${at}`), ledgerIndex)!), Buffer.from('kept'));
      }
      await store.append(ledger(ledgerIndex, 'kept'));
    }
    await store.close();
  }
});

test('a transaction that is not among the last two cannot be restored', async () => {
  const directory = join(scratch, 'older');
  const store = openLmdbStore(directory);
  for (const ledgerIndex of [1, 2, 3]) await store.append(ledger(ledgerIndex, 'kept'));
  await store.close();
  const transaction = newestTransaction(directory);
  for (const other of [transaction - 2, transaction + 1]) {
    assert.throws(() => restoreTransaction(directory, other), /has lost transaction/);
  }
  assert.equal(newestTransaction(directory), transaction);
});
