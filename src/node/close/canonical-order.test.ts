import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { ZERO_HASH } from '../../protocol/values.ts';
import { canonicalOrder } from './canonical-order.ts';

function transaction(account: string, sequence: number, id: string, ticket?: number): Transaction {
  const fields = {
    TransactionType: 'AccountSet',
    Account: account.padEnd(40, '0'),
    Fee: 10n,
    Sequence: sequence,
    SigningPubKey: '',
    ...(ticket === undefined ? {} : { TicketSequence: ticket }),
  };
  return { id: id.padEnd(64, '0'), blob: Buffer.alloc(0), fields };
}

function ids(transactions: readonly Transaction[]): string[] {
  return transactions.map(({ id }) => id.replace(/0+$/, ''));
}

describe('the canonical order', () => {
  test('goes by account, then sequences, then tickets, then id', () => {
    const set = [
      transaction('B', 0, 'F1', 5),
      transaction('B', 7, 'E1'),
      transaction('B', 7, 'D1'),
      transaction('A', 9, 'C1'),
      transaction('B', 3, 'B1'),
      transaction('B', 0, 'A1', 2),
    ];
    assert.deepEqual(ids(canonicalOrder(set, ZERO_HASH)), ['C1', 'B1', 'D1', 'E1', 'A1', 'F1']);
  });

  test('sorts accounts by their bytes mixed with the salt', () => {
    const set = [transaction('0', 1, 'A1'), transaction('F', 1, 'B1')];
    assert.deepEqual(ids(canonicalOrder(set, ZERO_HASH)), ['A1', 'B1']);
    assert.deepEqual(ids(canonicalOrder(set, `F${'0'.repeat(63)}`)), ['B1', 'A1']);
  });
});
