import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerEntries } from '../entries/entries.ts';
import type { TransactionOf } from '../transaction/transaction.ts';
import type { FieldsOf } from './field-values.ts';

test('the type of an object follows from its format', () => {
  const fields: FieldsOf<`Destination Amount+
    SendMax?+ Paths= QualityIn?`> = { Destination: 'A'.repeat(40), Amount: 1n };
  fields.QualityIn = 1;
  fields.Paths = [];
  // @ts-expect-error A field of another name.
  fields.Destinatoin = 'A'.repeat(40);
  // @ts-expect-error A value of another type.
  fields.QualityIn = '1';
  // @ts-expect-error A required field is missing.
  const incomplete: FieldsOf<'Destination Amount+'> = { Amount: 1n };
  assert.equal(incomplete.Destination, undefined);
});

test('transactions and entries have the fields of their records', () => {
  const limit: Partial<TransactionOf<'TrustSet'>> = { TransactionType: 'TrustSet', QualityIn: 1, Flags: 0 };
  const escrow: Partial<LedgerEntries['Escrow']> = { LedgerEntryType: 'Escrow', Flags: 0, OwnerNode: 0n };
  // @ts-expect-error A payment has no limit.
  const payment: Partial<TransactionOf<'Payment'>> = { LimitAmount: 1n };
  // @ts-expect-error The type of the entry is its own.
  escrow.LedgerEntryType = 'Check';
  assert.deepEqual([limit.QualityIn, escrow.OwnerNode, 'LimitAmount' in payment], [1, 0n, true]);
});
