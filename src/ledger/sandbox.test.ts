import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MapView } from '../../test/support/map-view.ts';
import type { AccountRoot, Keylet, LedgerEntry } from '../protocol/entries/entries.ts';
import { accountKeylet, ticketKeylet } from '../protocol/entries/keylets.ts';
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
  test('walks through keys up to a bound, and counts and lists what it has changed in their order', () => {
    const keys = [1, 2, 3, 4, 5].map((n) => accountKeylet(accountId(n)).key).sort();
    const accounts = [1, 2, 3, 4, 5].map((n) => account(n)).sort((a, b) => (a.index < b.index ? -1 : 1));
    const sandbox = new Sandbox(new MapView(accounts.slice(0, 2)));
    for (const entry of accounts.slice(2).reverse()) sandbox.insert(entry);
    sandbox.peek({ type: 'AccountRoot', key: keys[0]! });
    assert.equal(sandbox.nextKey(keys[1]!, keys[2]!), undefined);
    assert.equal(sandbox.nextKey(keys[1]!, keys[3]!), keys[2]);
    assert.equal(sandbox.nextKey(keys[0]!, keys[2]!), keys[1]);
    assert.equal(sandbox.changeCount, 3);
    assert.deepEqual(
      sandbox.changes().map(({ key, action, before }) => [key, action, before]),
      keys.slice(2).map((key) => [key, 'insert', undefined]),
    );
  });

  test('forgets what came and went inside it, also when an inner one says so', () => {
    const outer = new Sandbox(new MapView());
    outer.insert(account(1));
    const inner = new Sandbox(outer);
    inner.erase(inner.peek(accountKeylet(accountId(1)))!);
    inner.applyTo(outer);
    assert.deepEqual([outer.changes(), outer.changeCount], [[], 0]);
  });

  test('hands out a private copy that changes nothing until it is applied', () => {
    const base = new MapView([account(1, 5n)]);
    const keylet = accountKeylet(accountId(1));
    const sandbox = new Sandbox(base);
    const copy = sandbox.peek(keylet)!;
    copy.Balance = 7n;
    sandbox.update(copy);
    assert.equal(base.read(keylet)!.Balance, 5n);
    assert.equal(sandbox.read(keylet)!.Balance, 7n);
    assert.equal(sandbox.peek(keylet), copy);
  });

  test('does not write a copy that was not passed to update', () => {
    const outer = new Sandbox(new MapView([account(1, 5n)]));
    const inner = new Sandbox(outer);
    inner.peek(accountKeylet(accountId(1)))!.Balance = 9n;
    inner.applyTo(outer);
    assert.equal(outer.changeCount, 0);
    assert.equal(outer.read(accountKeylet(accountId(1)))!.Balance, 5n);
  });

  test('finds nothing through a keylet of another type', () => {
    const entry = account(1);
    const base = new MapView([entry]);
    const wrong: Keylet<'Ticket'> = { type: 'Ticket', key: entry.index };
    const sandbox = new Sandbox(base);
    assert.equal(sandbox.read(wrong), undefined);
    assert.equal(sandbox.peek(wrong), undefined);
  });

  test('turns a removal and a new insertion of the same key into a modification', () => {
    const sandbox = new Sandbox(new MapView([account(1, 5n)]));
    sandbox.erase(sandbox.peek(accountKeylet(accountId(1)))!);
    sandbox.insert(account(1, 6n));
    const [change] = sandbox.changes();
    assert.ok(change?.action === 'modify' && change.before !== undefined);
    assert.equal((change.before as AccountRoot).Balance, 5n);
  });

  test('forgets an entry that was inserted and removed again', () => {
    const sandbox = new Sandbox(new MapView());
    const entry = newEntry(ticketKeylet(accountId(1), 1));
    sandbox.insert(entry);
    sandbox.erase(entry);
    assert.deepEqual(sandbox.changes(), []);
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
