/** What a close adds to the state by itself: the lists of hashes of earlier ledgers. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Party, party } from '../../../test/support/env.ts';
import { MapView } from '../../../test/support/map-view.ts';
import { TEST_FEES } from '../../../test/support/test-view.ts';
import { shortSkipList } from '../../ledger/chain-entries.ts';
import { createLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import { encodeObject } from '../../protocol/codec/encode.ts';
import type { LedgerEntry, LedgerHashes } from '../../protocol/entries/entries.ts';
import { accountKeylet, longSkipKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import type { StObject } from '../../protocol/values.ts';
import { StateTree } from '../../shamap/state-tree.ts';
import { finishSteps } from '../../util/steps.ts';
import { canonicalOrder } from './canonical-order.ts';
import { closeLedger } from './close-ledger.ts';
import { encodedEntries, updateTree } from './update-tree.ts';

const HASH = 'AB'.repeat(32);

function headerOf(ledgerIndex: number): LedgerHeader {
  return createLedgerHeader({
    ledgerIndex,
    parentHash: HASH,
    transactionHash: HASH,
    accountHash: HASH,
    totalDrops: 100n,
    parentCloseTimeSeconds: 990,
    closeTimeSeconds: 1000,
    closeTimeResolutionSeconds: 10,
    closeFlags: 0,
  });
}

/** Closes the ledger after `parent`, whose state has nothing but these entries. */
function closeAfter(parent: LedgerHeader, entries: readonly LedgerEntry[], transactions: readonly Transaction[] = []) {
  const tree = new StateTree(() => undefined);
  for (const entry of entries) tree.set(entry.index, encodeObject(entry as unknown as StObject));
  const steps = closeLedger({
    parent,
    parentView: new MapView(entries),
    recentHashes: [parent.hash],
    transactions,
    closeTimeSeconds: 1010,
    context: { fees: TEST_FEES, networkId: 0 },
    tree,
    onBug: (error) => {
      throw error;
    },
  });
  return finishSteps(steps);
}

/** The root of a tree over exactly these entries. */
function rootOf(...entries: readonly LedgerEntry[]): string {
  const tree = new StateTree(() => undefined);
  for (const entry of entries) tree.set(entry.index, encodeObject(entry as unknown as StObject));
  return tree.rootHash();
}

describe('the header of a closed ledger', () => {
  test('follows its parent’s, with a finer resolution when that is due', () => {
    for (const [ledgerIndex, resolution, next] of [
      [6, 20, 20],
      [7, 20, 10],
      [8, 20, 20],
    ] as const) {
      const parent = createLedgerHeader({ ...headerOf(ledgerIndex), closeTimeResolutionSeconds: resolution });
      const { header } = closeAfter(parent, []).ledger;
      assert.deepEqual(
        [header.ledgerIndex, header.parentHash, header.parentCloseTimeSeconds, header.closeTimeSeconds],
        [ledgerIndex + 1, parent.hash, parent.closeTimeSeconds, 1010],
      );
      assert.deepEqual([header.closeTimeResolutionSeconds, header.totalDrops, header.closeFlags], [next, 100n, 0]);
    }
  });
});

describe('the transactions of a closed ledger', () => {
  const accounts = ['ann', 'ben', 'cid', 'dan', 'eve'].map((name) => party(name));
  const entries = accounts.map(({ id }) => {
    return { ...newEntry(accountKeylet(id)), Account: id, Sequence: 1, Balance: 10_000_000n };
  });

  test('are in canonical order, each with its own facts for each account', () => {
    const ticket = (who: Party) =>
      signTransaction({ TransactionType: 'AccountSet', Account: who.id, Fee: 10n, Sequence: 1 }, who.keys);
    const pay = signTransaction(
      {
        TransactionType: 'Payment',
        Account: accounts[0]!.id,
        Destination: accounts[1]!.id,
        Amount: 5n,
        Fee: 10n,
        Sequence: 2,
      },
      accounts[0]!.keys,
    );
    const transactions = [pay, ...accounts.map(ticket)];
    for (const set of [transactions, transactions.toReversed()]) {
      const { ledger, applied, salt } = closeAfter(headerOf(7), entries, set);
      assert.deepEqual(applied, canonicalOrder(set, salt));
      assert.deepEqual(
        ledger.derived.transactions.map(({ id }) => id),
        applied.map(({ id }) => id),
      );
      const paid = ledger.derived.transactions.find(({ id }) => id === pay.id)!;
      assert.deepEqual(paid.accounts, [accounts[0]!.id, accounts[1]!.id].sort());
      assert.notDeepEqual(paid.facts[0], paid.facts[1], 'one has sent and one has received');
      assert.equal(ledger.header.totalDrops, 100n - 60n);
    }
  });
});

describe('what a ledger changes', () => {
  test('is not what came and went within it', () => {
    const entry = { ...newEntry(accountKeylet('1'.repeat(40))), Account: '1'.repeat(40) };
    const tree = new StateTree(() => undefined);
    const changes = (now: LedgerEntry | null) => [
      ...finishSteps(updateTree(tree, encodedEntries(new Map([[entry.index, now]])))),
    ];
    assert.deepEqual(changes(null), []);
    assert.deepEqual(changes(entry), [[entry.index, encodeObject(entry as unknown as StObject)]]);
    assert.deepEqual(changes(null), [[entry.index, undefined]]);
  });
});

describe('the long list of hashes', () => {
  const keylet = longSkipKeylet(256);

  test('gets every 256th ledger’s, behind those before, and is stored', () => {
    const [at256, at512, at768] = [256, 512, 768].map(headerOf) as [LedgerHeader, LedgerHeader, LedgerHeader];
    const entries: LedgerEntry[] = [];
    for (const [at, parent] of [at256, at512, at768].entries()) {
      const { ledger, changedEntries } = closeAfter(parent, entries);
      const list = changedEntries.get(keylet.key) as LedgerHashes;
      assert.deepEqual(list.Hashes, [at256.hash, at512.hash, at768.hash].slice(0, at + 1));
      assert.equal(list.LastLedgerSequence, parent.ledgerIndex);
      assert.deepEqual([...ledger.stateChanges.keys()], [keylet.key]);
      assert.equal(
        ledger.header.accountHash,
        rootOf(list, shortSkipList([parent.hash], parent.ledgerIndex)),
        'both lists are in the state',
      );
      entries.splice(0, 1, list);
    }
  });

  test('is left alone after all other ledgers', () => {
    for (const ledgerIndex of [255, 257, 511]) {
      const { ledger, changedEntries } = closeAfter(headerOf(ledgerIndex), []);
      assert.deepEqual([changedEntries.size, ledger.stateChanges.size], [0, 0]);
    }
  });
});
