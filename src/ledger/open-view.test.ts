import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MapView } from '../../test/support/map-view.ts';
import type { AccountRoot } from '../protocol/entries/entries.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import { OpenView } from './open-view.ts';

const PARENT = { ledgerIndex: 10, closeTimeSeconds: 100, hash: 'AB'.repeat(32) };
const key = (n: number): string => n.toString(16).toUpperCase().padStart(64, '0');
const entry = (n: number, Balance = 1n): AccountRoot => {
  return { ...newEntry({ type: 'AccountRoot' as const, key: key(n) }), Balance };
};
const transaction = (id: string) => ({ id, blob: Buffer.alloc(0), fields: {} }) as unknown as Transaction;

function keysOf(view: OpenView, before?: string): number[] {
  const keys: number[] = [];
  for (let at = view.nextKey(key(0), before); at !== undefined; at = view.nextKey(at, before)) {
    keys.push(Number.parseInt(at, 16));
  }
  return keys;
}

describe('a ledger under construction', () => {
  const viewOf = (...present: number[]) => new OpenView(new MapView(present.map((n) => entry(n))), PARENT, true);

  test('follows its parent', () => {
    const { ledgerIndex, parentCloseTimeSeconds, parentHash } = viewOf();
    assert.deepEqual([ledgerIndex, parentCloseTimeSeconds, parentHash], [11, 100, PARENT.hash]);
  });

  test('reads what is changed, new or gone, and of the type that is asked for', () => {
    const view = viewOf(1, 2);
    view.rawReplace(entry(1, 7n));
    view.rawErase(entry(2));
    view.rawInsert(entry(3, 9n));
    const balances = [1, 2, 3].map((n) => view.read({ type: 'AccountRoot', key: key(n) })?.Balance);
    assert.deepEqual(balances, [7n, undefined, 9n]);
    assert.equal(view.readAny(key(2)), undefined);
    assert.equal(view.read({ type: 'Ticket', key: key(3) }), undefined);
  });

  test('walks through its own keys and its parent’s, past those that are gone', () => {
    const view = viewOf(2, 4, 5, 6, 8);
    assert.deepEqual(keysOf(view), [2, 4, 5, 6, 8]);
    for (const n of [4, 5]) view.rawErase(entry(n));
    for (const n of [1, 7, 9]) view.rawInsert(entry(n));
    assert.deepEqual(keysOf(view), [1, 2, 6, 7, 8, 9]);
    assert.deepEqual(keysOf(view, key(9)), [1, 2, 6, 7, 8]);
    assert.deepEqual(keysOf(view, key(8)), [1, 2, 6, 7]);
    view.rawErase(entry(1));
    view.rawInsert(entry(3));
    assert.deepEqual(keysOf(view), [2, 3, 6, 7, 8, 9]);
  });

  test('takes over what happened in one on top of it', () => {
    const view = viewOf(1);
    const series = OpenView.over(view);
    assert.equal(series.ledgerIndex, 12);
    series.rawInsert(entry(2));
    series.addTransaction(transaction('one'), undefined);
    series.rawDestroyDrops(5n);
    assert.deepEqual([keysOf(view), view.transactionCount], [[1], 0]);
    view.absorb(series);
    assert.deepEqual([keysOf(view), view.transactionCount, view.destroyedDrops], [[1, 2], 1, 5n]);
    assert.ok(view.hasTransaction('one'));
    assert.throws(() => view.addTransaction(transaction('one'), undefined), /once/);
  });

  test('can be copied for somebody who reads on', () => {
    const view = viewOf(1);
    view.rawInsert(entry(2));
    const copy = view.copy();
    view.rawInsert(entry(3));
    assert.deepEqual([keysOf(copy), copy.ledgerIndex, copy.isOpen], [[1, 2], 11, true]);
  });
});
