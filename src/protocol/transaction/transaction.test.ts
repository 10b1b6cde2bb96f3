import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeObject } from '../codec/encode.ts';
import type { StObject } from '../values.ts';
import { createTransaction, feePayer, InvalidTransactionError, parseTransaction } from './transaction.ts';

const ALICE = 'B5F762798A53D543A014CAF8B297CFF8F2F937E8';
const BOB = 'F51DFC2A09D62CBBA1DFBDD4691DAC96AD98B90F';
const payment = {
  TransactionType: 'Payment',
  Account: ALICE,
  Destination: BOB,
  Amount: 1_000_000n,
  Fee: 10n,
  Sequence: 1,
  SigningPubKey: '',
};

function assertRefused(run: () => unknown, message: string): void {
  assert.throws(run, (error) => error instanceof InvalidTransactionError && error.message === message);
}

describe('transactions', () => {
  test('are refused in the words of the reference', () => {
    const { Destination: _, ...incomplete } = payment;
    const faults: readonly [StObject, string][] = [
      [incomplete, "Field 'Destination' is required but missing."],
      [{ ...payment, Paths: [] }, "Field 'Paths' may not be explicitly set to default."],
      [{ ...payment, LimitAmount: 1n }, "Field 'LimitAmount' found in disallowed location."],
      [{ ...payment, Signers: [{ Signer: {} }] }, "Field 'Account' is required but missing."],
    ];
    for (const [fields, message] of faults) {
      assertRefused(() => createTransaction(fields), message);
    }
    assertRefused(() => parseTransaction(encodeObject(incomplete)), "Field 'Destination' is required but missing.");
  });

  test('of an unknown type are refused with its number', () => {
    const blob = Buffer.from(createTransaction(payment).blob);
    blob.writeUInt16BE(9999, 1);
    assertRefused(() => parseTransaction(blob), 'Invalid transaction type 9999');
    assertRefused(() => parseTransaction(blob.subarray(0, blob.length - 1)), 'invalid SerialIter getRaw');
    assertRefused(
      () => parseTransaction(Buffer.concat([blob, Buffer.from('2200', 'hex')])),
      'invalid SerialIter get32',
    );
    const { TransactionType: _, ...untyped } = payment;
    assertRefused(() => parseTransaction(encodeObject(untyped)), 'Field not found: TransactionType');
  });

  test('that are too short, too long or garbage are refused', () => {
    assertRefused(() => parseTransaction(Buffer.alloc(31)), 'Transaction length invalid');
    assertRefused(() => parseTransaction(Buffer.alloc(1024 * 1024 + 1)), 'Transaction length invalid');
    assert.throws(() => parseTransaction(Buffer.alloc(64, 0xff)), InvalidTransactionError);
  });

  test('are paid by the delegate if there is one', () => {
    assert.equal(feePayer({ Account: ALICE }), ALICE);
    assert.equal(feePayer({ Account: ALICE, Delegate: BOB }), BOB);
  });
});
