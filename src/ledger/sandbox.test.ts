import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MapView } from '../../test/support/map-view.ts';
import type { AccountRoot, LedgerEntry } from '../protocol/entries/entries.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import { AssertionError } from '../util/assert.ts';
import { Sandbox } from './sandbox.ts';

function accountId(n: number): string {
  return n.toString(16).toUpperCase().padStart(40, '0');
}

function account(n: number, balance = 0n): AccountRoot {
  const entry = newEntry(accountKeylet(accountId(n)));
  entry.Account = accountId(n);
  entry.Balance = balance;
  return entry;
}

describe('a sandbox', () => {
  test('forgets entries that were created and deleted inside it, also by an inner sandbox', () => {
    const outer = new Sandbox(new MapView());
    outer.insert(account(1));
    const inner = new Sandbox(outer);
    inner.erase(inner.peek(accountKeylet(accountId(1)))!);
    inner.applyTo(outer);
    assert.deepEqual([outer.changes(), outer.changeCount], [[], 0]);
  });

  test('refuses misuse', () => {
    const sandbox = new Sandbox(new MapView([account(1)]));
    assert.throws(() => sandbox.update(account(1)), AssertionError);
    assert.throws(() => sandbox.erase(account(2)), AssertionError);
    const copy = sandbox.peek(accountKeylet(accountId(1)))!;
    assert.throws(() => sandbox.insert(copy), AssertionError);
    sandbox.erase(copy);
    assert.throws(() => sandbox.erase(copy), AssertionError);
    assert.throws(() => sandbox.update(copy), AssertionError);
  });

  test('reads and walks like a plain map after any sequence of changes, nested or not', () => {
    const step = fc.record({
      key: fc.integer({ min: 1, max: 12 }),
      action: fc.constantFrom('put', 'remove', 'open', 'commit', 'discard'),
      balance: fc.bigInt({ min: 0n, max: 1000n }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const base = new MapView([account(1, 1n), account(2, 2n), account(3, 3n)]);
        const bottom = new Sandbox(base);
        const stack = [{ sandbox: bottom, model: modelOf(base) }];
        for (const { key, action, balance } of steps) {
          const top = stack.at(-1)!;
          if (action === 'put') put(top.sandbox, top.model, key, balance);
          else if (action === 'remove') remove(top.sandbox, top.model, key);
          else if (action === 'open') stack.push({ sandbox: new Sandbox(top.sandbox), model: new Map(top.model) });
          else if (stack.length > 1) {
            stack.pop();
            if (action === 'commit') {
              top.sandbox.applyTo(stack.at(-1)!.sandbox);
              stack.at(-1)!.model = top.model;
            }
          }
          const { sandbox, model } = stack.at(-1)!;
          assert.deepEqual(walk(sandbox), [...model.keys()].sort());
          for (const [index, expected] of model)
            assert.equal((sandbox.readAny(index) as AccountRoot).Balance, expected);
        }
      }),
    );
  });
});

function modelOf(view: MapView): Map<string, bigint> {
  return new Map([...view.entries].map(([key, entry]) => [key, (entry as AccountRoot).Balance]));
}

function put(sandbox: Sandbox, model: Map<string, bigint>, n: number, balance: bigint): void {
  const keylet = accountKeylet(accountId(n));
  const existing = sandbox.peek(keylet);
  if (existing === undefined) sandbox.insert(account(n, balance));
  else {
    existing.Balance = balance;
    sandbox.update(existing);
  }
  model.set(keylet.key, balance);
}

function remove(sandbox: Sandbox, model: Map<string, bigint>, n: number): void {
  const keylet = accountKeylet(accountId(n));
  const existing = sandbox.peek(keylet);
  if (existing !== undefined) sandbox.erase(existing as LedgerEntry);
  model.delete(keylet.key);
}

function walk(sandbox: Sandbox): string[] {
  const keys: string[] = [];
  for (let key = sandbox.nextKey('0'.repeat(64)); key !== undefined; key = sandbox.nextKey(key)) keys.push(key);
  return keys;
}
