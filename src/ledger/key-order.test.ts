import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MapView } from '../../test/support/map-view.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import type { Hash256 } from '../protocol/values.ts';
import { OpenView } from './open-view.ts';
import { PaymentSandbox } from './payment-sandbox.ts';
import type { ReadView } from './read-view.ts';
import { Sandbox } from './sandbox.ts';

const ACCOUNTS = Array.from({ length: 12 }, (_, at) => {
  const id = at.toString(16).toUpperCase().padStart(40, '0');
  return { ...newEntry(accountKeylet(id)), Account: id } as LedgerEntry;
});
const HEADER = { ledgerIndex: 2, closeTimeSeconds: 0, hash: 'AB'.repeat(32) };
const LOWEST: Hash256 = '0'.repeat(64);

/** Toggles one account, or reads on from it. */
const steps = fc.array(fc.record({ at: fc.integer({ min: 0, max: ACCOUNTS.length - 1 }), isRead: fc.boolean() }), {
  maxLength: 50,
});

function checkOrder(view: ReadView, model: ReadonlySet<Hash256>, from: Hash256, before?: Hash256): void {
  const expected = [...model].sort().find((key) => key > from && (before === undefined || key < before));
  assert.equal(view.nextKey(from, before), expected);
}

describe('the order of keys', () => {
  test('in an open view is that of its entries, after any insertions and deletions', () => {
    fc.assert(
      fc.property(steps, (some) => {
        const parent = new MapView(ACCOUNTS.slice(0, 8));
        const view = new OpenView(parent, HEADER, true);
        const model = new Set(parent.entries.keys());
        for (const { at, isRead } of some) {
          const entry = ACCOUNTS[at]!;
          if (isRead) checkOrder(view, model, entry.index, ACCOUNTS[(at + 5) % ACCOUNTS.length]!.index);
          else if (model.delete(entry.index)) view.rawErase(entry);
          else {
            view.rawInsert(entry);
            model.add(entry.index);
          }
          checkOrder(view, model, LOWEST);
        }
      }),
    );
  });

  test('in a sandbox follows it and the sandbox below, also when that one changes', () => {
    fc.assert(
      fc.property(steps, steps, (below, above) => {
        const outer = new Sandbox(new MapView(ACCOUNTS.slice(0, 8)));
        const inner = new Sandbox(outer);
        for (const { at } of above) toggle(inner, ACCOUNTS[at]!);
        const touched = new Set(inner.changes().map(({ key }) => key));
        for (const { at } of below) {
          if (!touched.has(ACCOUNTS[at]!.index)) toggle(outer, ACCOUNTS[at]!);
          const model = new Set(ACCOUNTS.map(({ index }) => index).filter((key) => inner.readAny(key) !== undefined));
          checkOrder(inner, model, LOWEST);
          checkOrder(inner, model, ACCOUNTS[at]!.index);
        }
      }),
    );
  });

  test('in a sandbox over a view that stays as it is follows what came, went and came again', () => {
    fc.assert(
      fc.property(steps, steps, (below, above) => {
        const outer = new Sandbox(new MapView(ACCOUNTS.slice(0, 8)));
        for (const { at } of below) toggle(outer, ACCOUNTS[at]!);
        const inner = new PaymentSandbox(outer);
        for (const { at, isRead } of above) {
          if (!isRead) toggle(inner, ACCOUNTS[at]!);
          const model = new Set(ACCOUNTS.map(({ index }) => index).filter((key) => inner.readAny(key) !== undefined));
          checkOrder(inner, model, isRead ? ACCOUNTS[at]!.index : LOWEST);
          checkOrder(inner, model, LOWEST, ACCOUNTS[at]!.index);
        }
      }),
    );
  });
});

function toggle(sandbox: Sandbox, entry: LedgerEntry): void {
  const keylet = { type: entry.LedgerEntryType, key: entry.index };
  const present = sandbox.peek(keylet);
  if (present === undefined) sandbox.insert({ ...entry });
  else sandbox.erase(present);
}
