import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { ZERO_HASH } from '../../protocol/values.ts';
import { HeldTransactions } from './held-transactions.ts';

let count = 0;

function transaction(sequence: number, ticket?: number, account = 'A'): Transaction {
  const fields = {
    TransactionType: 'AccountSet',
    Account: account.repeat(40),
    Fee: 10n,
    Sequence: sequence,
    SigningPubKey: '',
    ...(ticket === undefined ? {} : { TicketSequence: ticket }),
  };
  return { id: (++count).toString(16).toUpperCase().padStart(64, '0'), blob: Buffer.alloc(0), fields };
}

function holding(...transactions: readonly Transaction[]): HeldTransactions {
  const held = new HeldTransactions(100);
  for (const each of transactions) held.add(each);
  return held;
}

describe('held transactions', () => {
  test('release the next sequence, and only that', () => {
    const [second, third] = [transaction(2), transaction(3)];
    const held = holding(third, second);
    assert.deepEqual(held.popFollowing(transaction(1)), [second]);
    assert.equal(held.get(second.id), undefined);
    assert.deepEqual(held.popFollowing(second), [third]);
  });

  test('release every rival for the next sequence', () => {
    const [one, other] = [transaction(2), transaction(2)];
    assert.deepEqual(new Set(holding(one, other).popFollowing(transaction(1))), new Set([one, other]));
  });

  test('release nothing over a gap, or while a rival for the same sequence is held', () => {
    assert.deepEqual(holding(transaction(3)).popFollowing(transaction(1)), []);
    assert.deepEqual(holding(transaction(1), transaction(2)).popFollowing(transaction(1)), []);
  });

  test('release tickets when no sequence is left, at most ten at a time, and lose the eleventh', () => {
    const tickets = Array.from({ length: 12 }, (_, n) => transaction(0, n + 1));
    const held = holding(...tickets);
    assert.deepEqual(held.popFollowing(transaction(1)), tickets.slice(0, 10));
    assert.deepEqual(held.takeAll(ZERO_HASH), tickets.slice(11));
    const ten = holding(...tickets.slice(0, 10), transaction(9, undefined, 'B'));
    assert.equal(ten.popFollowing(transaction(1)).length, 10);
    assert.equal(ten.takeAll(ZERO_HASH).length, 1);
    assert.deepEqual(holding(transaction(5), transaction(0, 1)).popFollowing(transaction(1)), []);
  });

  test('come out in the order of the salt that was given the time before', () => {
    // Mixed with this, the account of As is above that of Bs.
    const salt = `1${'0'.repeat(63)}`;
    const [a, b] = [transaction(4), transaction(9, undefined, 'B')];
    const held = holding(a, b);
    assert.deepEqual(held.takeAll(salt), [a, b]);
    for (const each of [a, b]) held.add(each);
    assert.deepEqual(held.takeAll(ZERO_HASH), [b, a]);
    for (const each of [a, b]) held.add(each);
    assert.deepEqual(held.takeAll(salt), [a, b]);
  });

  test('are limited in number', () => {
    const held = new HeldTransactions(100, 2);
    const first = transaction(1);
    assert.deepEqual([held.add(first), held.add(transaction(2)), held.add(transaction(3))], [true, true, false]);
    assert.equal(held.add(first), true);
  });

  test('are limited in bytes, and make room when they are taken out', () => {
    const held = new HeldTransactions(100);
    const big = (sequence: number) => ({ ...transaction(sequence), blob: Buffer.alloc(500_000) });
    const kept = Array.from({ length: 40 }, (_, at) => held.add(big(at + 1)));
    assert.equal(kept.indexOf(false), 32);
    assert.equal(held.popFollowing(transaction(0)).length, 1);
    assert.equal(held.add(big(1)), true);
    held.takeAll(ZERO_HASH);
    assert.equal(held.add(big(50)), true);
  });

  test('of one account leave room for those of others', () => {
    const held = new HeldTransactions(2);
    const first = transaction(1);
    assert.deepEqual([held.add(first), held.add(transaction(2)), held.add(transaction(3))], [true, true, false]);
    assert.equal(held.add(transaction(1, undefined, 'B')), true);
    held.popFollowing(transaction(0));
    assert.equal(held.get(first.id), undefined);
    assert.equal(held.add(transaction(3)), true);
  });
});
