import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { canonicalOrder } from '../close/canonical-order.ts';
import { OrderedTransactions, orderedTransaction } from './ordered-transactions.ts';

function transaction(number: number, account: string, value: number, isTicket: boolean): Transaction {
  const fields = {
    TransactionType: 'AccountSet',
    Account: account.repeat(40),
    Fee: 10n,
    Sequence: isTicket ? 0 : value,
    SigningPubKey: '',
    ...(isTicket ? { TicketSequence: value } : {}),
  };
  // Ids that do not rise with their number.
  const id = ((number * 7919) % 10_007).toString(16).toUpperCase().padStart(64, '0');
  return { id, blob: Buffer.alloc(0), fields };
}

const transactions = fc
  .array(fc.tuple(fc.constantFrom('1', '7', 'A', 'E'), fc.integer({ min: 1, max: 6 }), fc.boolean()), {
    maxLength: 40,
  })
  .map((rows) => rows.map(([account, value, isTicket], at) => transaction(at, account, value, isTicket)));
const salt = fc.array(fc.constantFrom(...'0123456789ABCDEF'), { minLength: 64, maxLength: 64 });

function idsOf(entries: readonly { readonly transaction: Transaction }[]): string[] {
  return entries.map((entry) => entry.transaction.id);
}

describe('ordered transactions', () => {
  test('come out in canonical order, after any insertions and removals', () => {
    fc.assert(
      fc.property(transactions, salt, fc.integer({ min: 1, max: 6 }), (all, digits, kept) => {
        const ordered = new OrderedTransactions();
        for (const each of all) ordered.set(orderedTransaction(each));
        for (const account of [...ordered.accounts()]) ordered.keepOnly(account, ({ value }) => value <= kept);
        const left = all.filter((each) => (each.fields.TicketSequence ?? Number(each.fields.Sequence)) <= kept);
        assert.deepEqual(new Set(idsOf(ordered.inOrder(digits.join('')))), new Set(left.map(({ id }) => id)));
        for (const each of all) ordered.set(orderedTransaction(each));
        assert.deepEqual(
          idsOf(ordered.inOrder(digits.join(''))),
          canonicalOrder(all, digits.join('')).map(({ id }) => id),
        );
      }),
    );
  });
});
