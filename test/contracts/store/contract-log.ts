/** The part of the contract about the log: what may be appended, by which term, and what a reader gets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClosedLedger } from '../../../src/ledger/closed-ledger.ts';
import { encodeClosedLedger } from '../../../src/ledger/closed-ledger-codec.ts';
import type { PreparedLedger } from '../../../src/ledger/derived-changes.ts';
import { createLedgerHeader } from '../../../src/ledger/ledger-header.ts';
import { encodeObject } from '../../../src/protocol/codec/encode.ts';
import type { Hash256 } from '../../../src/protocol/values.ts';
import { type LedgerStore, StoreError } from '../../../src/storage/ledger-store.ts';
import { accountOf, bytesOf, type ContractTransaction, hashOf, ledgerOf, transactionOf } from './contract-ledgers.ts';
import { type CreateStore, storeWith } from './contract-store.ts';

const [A, B, C] = ['A', 'B', 'C'].map((name) => hashOf(name)) as [Hash256, Hash256, Hash256];

/** A transaction whose metadata names these entries. */
function changing(ledgerIndex: number, position: number, keys: readonly Hash256[]): ContractTransaction {
  const metadata = encodeObject({
    TransactionResult: 'tesSUCCESS',
    TransactionIndex: position,
    AffectedNodes: keys.map((key) => ({ ModifiedNode: { LedgerEntryType: 'AccountRoot', LedgerIndex: key } })),
  });
  return { ...transactionOf(ledgerIndex, position, [accountOf('x')]), metadata };
}

type Row = readonly [key: Hash256, text: string | undefined];

/** A ledger that writes these rows, and whose metadata also names `untouched` entries. */
function ledgerWith(ledgerIndex: number, rows: readonly Row[], untouched: readonly Hash256[] = []): PreparedLedger {
  const stateChanges = new Map(rows.map(([key, text]) => [key, text === undefined ? undefined : bytesOf(text)]));
  const keys = [...stateChanges.keys(), ...untouched];
  const transactions = keys.map((key, position) => changing(ledgerIndex, position, [key]));
  return ledgerOf(ledgerIndex, { transactions: ledgerIndex === 1 ? [] : transactions, stateChanges });
}

function bytesOfAll(ledgers: Iterable<ClosedLedger>): Buffer[] {
  return Array.from(ledgers, (ledger) => encodeClosedLedger(ledger));
}

/** Registers the tests for a backend. */
export function testLog(createStore: CreateStore): void {
  const full = (ledgerIndex: number): PreparedLedger =>
    ledgerOf(ledgerIndex, {
      transactions: [transactionOf(ledgerIndex, 0, [accountOf('x')])],
      stateChanges: new Map([[A, bytesOf('refused')]]),
      treeChanges: new Map([['', bytesOf('refused')]]),
      indexChanges: [{ index: 'one', key: 'AB', isPresent: true }],
    });

  function assertEndsWith(store: LedgerStore, last: number): void {
    assert.equal(store.ledgerRange()?.last, last);
    assert.equal(store.header(last + 1), undefined);
    assert.equal(store.ledgerIndexByHash(full(last + 1).header.hash), undefined);
    assert.equal(store.transactionLocation(hashOf(`${last + 1}/0`)), undefined);
    assert.equal(store.entry(A, last + 1), undefined);
    assert.equal(store.treeNode(''), undefined);
    assert.deepEqual([...store.indexKeys('one', '')], []);
    assert.deepEqual([...store.tail(last)], []);
  }

  test('refuses a ledger whose parent is not the last ledger, and writes nothing of it', async (t) => {
    const store = await storeWith(t, createStore, [ledgerOf(1), ledgerOf(2)]);
    const stray = { ...full(3), header: createLedgerHeader({ ...full(3).header, parentHash: hashOf('elsewhere') }) };
    await assert.rejects(store.append(stray), { name: 'StoreError', message: /its parent has another hash/ });
    assertEndsWith(store, 2);
    assert.equal(store.ledgerIndexByHash(stray.header.hash), undefined);
    await store.append(ledgerOf(3));
  });

  test('refuses a writer with a smaller term than an earlier one, and writes nothing of its ledger', async (t) => {
    const { store, reopen } = await createStore();
    assert.equal(store.term(), 0);
    await store.append(ledgerOf(1));
    await store.append(ledgerOf(2), 5);
    const opened = reopen === undefined ? store : await reopen();
    t.after(() => opened.close());
    assert.equal(opened.term(), 5);
    for (const term of [0, 4]) {
      await assert.rejects(opened.append(full(3), term), { name: 'StoreError', message: /one with 5 has come/ });
      assertEndsWith(opened, 2);
    }
    for (const term of [-1, 5.5, Number.NaN]) await assert.rejects(opened.append(full(3), term), StoreError);
    assertEndsWith(opened, 2);
    await opened.append(ledgerOf(3), 5);
    // Without a term the newest term applies.
    await opened.append(ledgerOf(4));
    assert.equal(opened.term(), 5);
  });

  test('ignores the term of a refused ledger', async (t) => {
    const store = await storeWith(t, createStore, [ledgerOf(1)]);
    await assert.rejects(store.append(full(3), 9), StoreError);
    assert.equal(store.term(), 0);
    await store.append(ledgerOf(2), 1);
    assert.equal(store.term(), 1);
  });

  test('processes appends in the order of the calls', async (t) => {
    const store = await storeWith(t, createStore, [ledgerOf(1)]);
    const outcomes = await Promise.allSettled([
      store.append(ledgerOf(2), 1),
      store.append(full(3), 0),
      store.append(ledgerOf(3), 2),
      store.append(full(4), 1),
    ]);
    const statuses = outcomes.map(({ status }) => status);
    assert.deepEqual(statuses, ['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    assert.equal(store.term(), 2);
    assertEndsWith(store, 3);
  });

  test('returns every ledger as it was appended, from any index', async (t) => {
    const ledgers = [
      ledgerWith(1, [
        [A, 'a1'],
        [B, 'b1'],
      ]),
      // Writing equal bytes is a change too.
      ledgerWith(2, [[A, 'a1']], [B, C]),
      ledgerWith(3, [
        [A, undefined],
        [C, 'c3'],
      ]),
      ledgerWith(4, []),
      ledgerWith(5, [[A, 'a5']], [C]),
    ];
    const store = await storeWith(t, createStore, ledgers);
    const expected = bytesOfAll(ledgers);
    for (const after of [0, 1, 4, 5, 9]) assert.deepEqual(bytesOfAll(store.tail(after)), expected.slice(after));
  });

  test('lists the tail lazily, including ledgers that are appended meanwhile', async (t) => {
    const store = await storeWith(t, createStore, [ledgerWith(7, [[A, 'a7']]), ledgerWith(8, [])]);
    const seen: number[] = [];
    for (const { header } of store.tail(0)) {
      if (seen.push(header.ledgerIndex) === 2) await store.append(ledgerWith(9, []));
    }
    assert.deepEqual(seen, [7, 8, 9]);
    for (const { header } of store.tail(0)) {
      seen.push(header.ledgerIndex);
      break;
    }
    assert.deepEqual(seen.slice(3), [7]);
  });
}
