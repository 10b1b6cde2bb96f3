import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { encodeObject } from '../codec/encode.ts';
import type { StObject } from '../values.ts';
import {
  createTransaction,
  feePayer,
  InvalidTransactionError,
  parseTransaction,
  sequenceProxy,
} from './transaction.ts';

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
  test('made of fields and read from bytes are the same', () => {
    const made = createTransaction(payment);
    const read = parseTransaction(made.blob);
    assert.equal(read.id, made.id);
    assert.deepEqual({ ...read.fields }, payment);
    assert.ok(read.blob.equals(made.blob));
  });

  test('keep no memory alive beyond their own bytes, since queued ones stay for long', () => {
    const made = createTransaction(payment);
    const read = parseTransaction(Buffer.concat([made.blob, Buffer.alloc(1_000)]).subarray(0, made.blob.length));
    for (const { blob } of [made, read]) assert.equal(blob.buffer.byteLength, blob.length);
  });

  test('are named by the hash of their bytes', () => {
    const { id, blob } = createTransaction(payment);
    const hash = createHash('sha512').update('TXN\0').update(blob).digest('hex');
    assert.equal(id, hash.slice(0, 64).toUpperCase());
  });

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

  test('of bytes that are none are refused in the words of the reference', () => {
    const { blob } = createTransaction(payment);
    const hex = blob.toString('hex');
    const padding = '2200000000'.repeat(8);
    const faults: readonly [string, string][] = [
      [hex.slice(0, -2), 'invalid SerialIter getRaw'],
      [`${hex}E1`, 'Transaction contains an object terminator'],
      [`${hex}F1`, 'Illegal end-of-array marker in object'],
      [`${hex}F9E1`, 'Illegal terminator in array'],
      [`${hex}F92200000000F1`, 'Non-object in array'],
      [`${hex}4F`, 'Unknown field'],
      [`${hex}00`, 'invalid SerialIter get8'],
      [`0002${hex}`, 'gFID: uncommon type out of range 2'],
      [`2002${hex}`, 'gFID: uncommon name out of range 2'],
      [padding, 'Duplicate field detected'],
      [`120000${['22', '23', '24', '26', '2A', '2C'].join('00000000')}000000`, 'invalid SerialIter get32'],
      [`120000240000000161D5${'0'.repeat(60)}`, 'invalid native currency'],
      [`1200002400000001610000000000000000${'0'.repeat(40)}`, 'negative zero is not canonical'],
      [`12000024000000017DFF${'0'.repeat(60)}`, 'b1>254'],
      [`12000024000000018113${'0'.repeat(60)}`, 'Invalid STAccount size'],
      [`1200002400000001011200${'0'.repeat(60)}`, 'empty path'],
      [`1200002400000001011202${'0'.repeat(60)}`, 'bad path element'],
      [`12000024000000010313${'21'}${'0'.repeat(66)}`, 'Bad serialization for STVector256: 33'],
      [`1200002400000001${'EA'.repeat(13)}${'E1'.repeat(13)}`, 'Maximum nesting depth of STVar exceeded'],
      [`1200002400000001${'F9EA'.repeat(5)}7D01AB${'E1F1'.repeat(8)}`, 'Maximum nesting depth of STVar exceeded'],
      [`1200002400000001EA${'F9EA'.repeat(5)}${'E1F1'.repeat(8)}E1`, 'Maximum nesting depth of STObject exceeded'],
    ];
    for (const [bytes, message] of faults) assertRefused(() => parseTransaction(Buffer.from(bytes, 'hex')), message);
  });

  test('that are too short, too long or garbage are refused', () => {
    assertRefused(() => parseTransaction(Buffer.alloc(31)), 'Transaction length invalid');
    assertRefused(() => parseTransaction(Buffer.alloc(1024 * 1024 + 1)), 'Transaction length invalid');
    assert.throws(() => parseTransaction(Buffer.alloc(64, 0xff)), InvalidTransactionError);
  });

  test('use a ticket only when their sequence number is 0', () => {
    assert.deepEqual(sequenceProxy({ Sequence: 7 }), { isTicket: false, value: 7 });
    assert.deepEqual(sequenceProxy({ Sequence: 0, TicketSequence: 9 }), { isTicket: true, value: 9 });
    assert.deepEqual(sequenceProxy({ Sequence: 7, TicketSequence: 9 }), { isTicket: false, value: 7 });
    assert.deepEqual(sequenceProxy({ Sequence: 0 }), { isTicket: false, value: 0 });
  });

  test('are paid by the delegate if there is one', () => {
    assert.equal(feePayer({ Account: ALICE }), ALICE);
    assert.equal(feePayer({ Account: ALICE, Delegate: BOB }), BOB);
  });
});
