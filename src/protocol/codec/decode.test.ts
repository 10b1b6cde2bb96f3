import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { arbitraryObject } from '../../../test/support/arbitrary-object.ts';
import { TRIES_EVERY_CASE } from '../../../test/support/every-case.ts';
import type { StObject } from '../values.ts';
import { CodecError } from './codec-error.ts';
import { decodeObject } from './decode.ts';
import { encodeObject } from './encode.ts';

const ACCOUNT = '0123456789ABCDEF0123456789ABCDEF01234567';
const ISSUER = 'FEDCBA9876543210FEDCBA9876543210FEDCBA98';
const USD = `${'0'.repeat(24)}555344${'0'.repeat(10)}`;
const ZERO = '0'.repeat(40);
const SAMPLE: StObject = {
  TransactionType: 'Payment',
  Flags: 131072,
  Sequence: 7,
  Amount: { mantissa: 1234567890123456n, exponent: -12, currency: USD, issuer: ISSUER },
  Fee: 10n,
  SigningPubKey: '',
  Account: ACCOUNT,
  Destination: ISSUER,
  Memos: [{ Memo: { MemoData: 'C0FFEE' } }],
  Paths: [[{ account: ISSUER }], [{ currency: USD, issuer: ISSUER }]],
};

/** The error that these bytes give; fails when they are read, or when anything but a CodecError is thrown. */
function refusal(hex: string | Buffer): CodecError {
  try {
    decodeObject(typeof hex === 'string' ? Buffer.from(hex, 'hex') : hex);
  } catch (error) {
    assert.ok(error instanceof CodecError, `threw ${error}`);
    assert.ok(error.message.includes(error.field) && error.message.includes(`byte ${error.offset}`), error.message);
    return error;
  }
  assert.fail('was accepted');
}

function assertRefused(hex: string, field: string, offset: number, reason: RegExp): void {
  const error = refusal(hex);
  assert.deepEqual({ field: error.field, offset: error.offset }, { field, offset }, error.message);
  assert.match(error.message, reason);
}

describe('decodeObject', () => {
  test('reads any view of bytes, not only buffers', () => {
    const padded = Uint8Array.from([9, ...encodeObject(SAMPLE), 9]);
    assert.deepEqual(decodeObject(padded.subarray(1, -1)), SAMPLE);
  });

  test('keeps an account without a value', () => {
    assert.deepEqual(decodeObject(Buffer.from('8100', 'hex')), { Account: '' });
    assert.equal(encodeObject({ Account: '' }).toString('hex'), '8100');
  });

  test('refuses an object cut off anywhere but between its outermost fields', () => {
    const bytes = encodeObject(SAMPLE);
    const names = Object.keys(decodeObject(bytes));
    const ends = names.map((_, index) => {
      const first = Object.fromEntries(Object.entries(decodeObject(bytes)).slice(0, index));
      return encodeObject(first as StObject).length;
    });
    for (let length = 1; length < bytes.length; length++) {
      if (!ends.includes(length)) refusal(bytes.subarray(0, length));
    }
  });

  const REFUSED: Readonly<Record<string, readonly Parameters<typeof assertRefused>[]>> = {
    'fields out of order': [['24000000012200000000', 'Flags', 5, /out of order/]],
    'a field that occurs twice': [
      ['22000000002200000000', 'Flags', 5, /twice/],
      ['220000000024000000012200000000', 'Flags', 10, /twice/],
      ['240000000122000000002400000001', 'Sequence', 10, /twice/],
    ],
    'a field before its end, and repetitions and order after it': [
      ['2200000000220000', 'Flags', 6, /needs 4 bytes/],
      ['2400000001220000', 'Flags', 6, /needs 4 bytes/],
      ['F9EA24000000012200000000E1F122', 'Flags', 15, /needs 4 bytes/],
      ['F9EA24000000012200000000E1F1', 'Flags', 7, /out of order/],
      ['F9EA22000000002200000000E1F122', 'Flags', 7, /twice/],
    ],
    'trailing bytes': [
      ['220000000000', 'object', 6, /needs 1 bytes/],
      ['2200000000E1', 'object', 5, /closes nothing/],
      ['2200000000F1', 'object', 5, /closes nothing/],
    ],
    'unknown fields, and headers that are longer than needed': [
      ['4F', 'object', 0, /type 4 number 15/],
      ['200200000000', 'object', 0, /long header for number 2/],
      ['020200000000', 'object', 0, /long header for type 2/],
    ],
    'accounts and hash lists of other lengths': [
      [`8113${'AA'.repeat(19)}`, 'Account', 1, /19 bytes instead of 20/],
      [`031310${'AA'.repeat(64)}`, 'Amendments', 2, /no multiple of 32/],
      [`031321${'AA'.repeat(33)}`, 'Amendments', 2, /no multiple of 32/],
    ],
    'numbers without a name': [
      ['110001', 'LedgerEntryType', 1, /no ledger entry type/],
      ['0310FF', 'TransactionResult', 2, /no result code/],
    ],
    'amounts that are not canonical': [
      ['610000000000000000', 'Amount', 1, /negative zero/],
      [`61D4838D7EA4C67FFF${USD}${ISSUER}`, 'Amount', 1, /out of range/],
      [`61D4A386F26FC10000${USD}${ISSUER}`, 'Amount', 1, /out of range/],
      [`61C0038D7EA4C68000${USD}${ISSUER}`, 'Amount', 1, /out of range/],
      [`61EC838D7EA4C68000${USD}${ISSUER}`, 'Amount', 1, /out of range/],
      [`61C000000000000000${USD}${ISSUER}`, 'Amount', 1, /zero that is not canonical/],
      [`618000000000000000${ZERO}${ISSUER}`, 'Amount', 1, /native currency/],
      [`618000000000000000${USD}${ZERO}`, 'Amount', 1, /no issuer/],
      [`61610000000000000001${'AA'.repeat(24)}`, 'Amount', 1, /unknown bits/],
      [`61200000000000000000${'AA'.repeat(24)}`, 'Amount', 1, /negative zero/],
    ],
    'malformed paths and issues': [
      ['011200', 'Paths', 2, /empty path/],
      [`011201${ACCOUNT}FF00`, 'Paths', 24, /empty path/],
      ['011202', 'Paths', 2, /unknown type 2/],
      ['011250', 'Paths', 2, /two assets/],
      [`011201${ZERO}00`, 'Paths', 3, /account zero/],
      [`0318${USD}${ZERO}`, 'Asset', 22, /without an issuer/],
    ],
    'an array element that is no object': [
      ['F92200000000F1', 'Flags', 1, /is no object/],
      ['F9E1', 'Memos', 1, /closes nothing/],
    ],
    'wrong lengths, without allocating for them': [
      ['7D05AABB', 'MemoData', 1, /claims 5 bytes, only 2/],
      ['7DFEFFFF00', 'MemoData', 1, /claims 929984 bytes, only 1 are left/],
      ['7DFF00', 'MemoData', 1, /not allowed/],
      ['7DF1', 'MemoData', 2, /needs 1 bytes/],
    ],
  };
  for (const [what, rows] of Object.entries(REFUSED))
    test(`refuses ${what}`, () => rows.forEach((row) => void assertRefused(...row)));

  test('reports first what the reference checks first', () => {
    // A repeated field is reported before a missing end, path steps before their wrong number, and for the id of a
    // multi-purpose token the first eight of nine bytes are read at once.
    assert.equal(refusal('22000000002200000000E1').referenceText, 'Duplicate field detected');
    assert.equal(refusal('011251AABB').referenceText, 'invalid SerialIter getBitString');
    assert.equal(refusal(`011251${ISSUER}`).referenceText, 'bad path element: MPT and Currency');
    assert.equal(refusal('6160000000000000').referenceText, 'invalid SerialIter get64');
    assert.equal(refusal('616000000000000000').referenceText, 'invalid SerialIter get8');
    assert.equal(refusal('7D05AABBCCDD').referenceText, 'invalid SerialIter getRaw');
  });

  test('leaves a number that stands for no transaction type to others', () => {
    assert.deepEqual(decodeObject(Buffer.from('12270F', 'hex')), { TransactionType: 9999 });
  });

  test('refuses a number that is too large for every reader', () => {
    assert.deepEqual(decodeObject(Buffer.from('937FFFFFFFFFFFFFFF00007FFF', 'hex')), {
      AssetsMaximum: { mantissa: 2n ** 63n - 1n, exponent: 32_767 },
    });
    assertRefused('930DE0B6B3A764000000008001', 'AssetsMaximum', 1, /beyond every limit/);
    assert.equal(refusal('930DE0B6B3A764000000008001').referenceText, 'Number::normalize 2');
    assertRefused('9380000000000000007FFFFFFF', 'AssetsMaximum', 1, /beyond every limit/);
  });

  test('reads ten levels and refuses eleven', () => {
    const nested = (levels: number): string => `${'E9'.repeat(levels)}${'E1'.repeat(levels)}`;
    decodeObject(Buffer.from(nested(10), 'hex'));
    assertRefused(nested(11), 'TemplateEntry', 10, /deeper than 10/);
    const inArray = (levels: number): string => `${'E9'.repeat(levels)}F9EAE1F1${'E1'.repeat(levels)}`;
    decodeObject(Buffer.from(inArray(8), 'hex'));
    assert.equal(refusal(inArray(9)).message.includes('deeper than 10'), true);
    refusal(Buffer.alloc(100_000, 0xe9));
    refusal(Buffer.alloc(100_000, 0xf9));
  });

  test('throws only CodecErrors, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          assert.deepEqual(encodeObject(decodeObject(bytes)), Buffer.from(bytes));
        } catch (error) {
          assert.ok(error instanceof CodecError, `threw ${error}`);
        }
      }),
      { seed: 1, numRuns: TRIES_EVERY_CASE ? 2_000 : 800 },
    );
  });

  test('gives back the same bytes or a CodecError when a byte of an object is changed', () => {
    const mutated = fc.tuple(arbitraryObject(), fc.nat(), fc.nat(255)).map(([object, at, value]) => {
      const bytes = encodeObject(object);
      if (bytes.length > 0) bytes[at % bytes.length] = value;
      return bytes;
    });
    fc.assert(
      fc.property(mutated, (bytes) => {
        try {
          assert.deepEqual(encodeObject(decodeObject(bytes)), bytes);
        } catch (error) {
          assert.ok(error instanceof CodecError, `threw ${error}`);
        }
      }),
      { seed: 2, numRuns: TRIES_EVERY_CASE ? 1_000 : 400 },
    );
  });
});
