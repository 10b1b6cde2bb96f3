import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { encodeForSigning } from 'ripple-binary-codec';
import { TRIES_EVERY_CASE } from '../../../test/support/every-case.ts';
import { objectToJson } from '../json/to-json.ts';
import { fieldByName } from '../tables/fields.ts';
import type { FieldValue, StObject } from '../values.ts';
import { CodecError } from './codec-error.ts';
import { encodeObject } from './encode.ts';

const ACCOUNT = '0123456789ABCDEF0123456789ABCDEF01234567';
const USD = `${'0'.repeat(24)}555344${'0'.repeat(10)}`;

function assertRefused(object: unknown, field: string, reason: RegExp): void {
  assert.throws(
    () => encodeObject(object as StObject),
    (error) => error instanceof CodecError && error.field === field && reason.test(error.message),
  );
}

describe('encodeObject', () => {
  test('leaves out undefined values and fields that exist in JSON only', () => {
    assert.deepEqual(
      encodeObject({ Flags: 1, Sequence: undefined, hash: 'AA'.repeat(32) }),
      encodeObject({ Flags: 1 }),
    );
  });

  test('gives the bytes that clients sign', () => {
    const Memos = [{ Memo: { MemoData: 'EF', Signature: 'CD' } }];
    const signed = { TransactionType: 'Payment', Fee: 10n, SigningPubKey: 'AB', Account: ACCOUNT, Memos };
    const object = { ...signed, TxnSignature: 'CD' };
    const theirs = encodeForSigning(objectToJson(object) as Record<string, unknown>);
    assert.equal(theirs, `53545800${encodeObject(object, { signingOnly: true }).toString('hex').toUpperCase()}`);
  });

  test('returns bytes that later calls do not change', () => {
    const first = encodeObject({ Flags: 1 });
    encodeObject({ Flags: 2 });
    assert.equal(first.toString('hex'), '2200000001');
  });

  test('writes long blobs with each length of length, and refuses longer ones', () => {
    for (const [length, prefix] of [
      [192, '7DC0'],
      [193, '7DC100'],
      [12_480, '7DF0FF'],
      [12_481, '7DF10000'],
      [918_744, '7DFED417'],
    ] as const) {
      const bytes = encodeObject({ MemoData: 'AB'.repeat(length) });
      assert.equal(
        bytes
          .subarray(0, prefix.length / 2)
          .toString('hex')
          .toUpperCase(),
        prefix,
      );
      assert.equal(bytes.length, prefix.length / 2 + length);
    }
    assertRefused({ MemoData: 'AB'.repeat(918_745) }, 'MemoData', /more than 918744/);
  });

  test('refuses names that are no field', () => {
    assertRefused({ Flags: 1, Nope: 1 }, 'Nope', /no field/);
    assertRefused({ Memos: [{ Nope: {} }] }, 'Memos', /no object/);
    assertRefused({ Memos: [{ Flags: 1 }] }, 'Memos', /no object/);
  });

  test('refuses values that do not fit', () => {
    assertRefused({ Flags: 2 ** 32 }, 'Flags', /out of range/);
    assertRefused({ Flags: -1 }, 'Flags', /out of range/);
    assertRefused({ Flags: 1.5 }, 'Flags', /not an integer/);
    assertRefused({ OwnerNode: 2n ** 64n }, 'OwnerNode', /out of range/);
    assertRefused({ OwnerNode: 1 }, 'OwnerNode', /not a bigint/);
    assertRefused({ InvoiceID: 'AB' }, 'InvoiceID', /not 32 bytes/);
    assertRefused({ Domain: 'xyz0' }, 'Domain', /not hex/);
    assertRefused({ Domain: 'ABC' }, 'Domain', /not hex/);
    assertRefused({ Domain: '\u0141\u0141' }, 'Domain', /not hex/);
    assertRefused({ Account: ACCOUNT.slice(2) }, 'Account', /not 20 bytes/);
    assertRefused({ Fee: 2n ** 61n }, 'Fee', /out of range/);
    assertRefused({ TransactionType: 'Nope' }, 'TransactionType', /not an integer/);
    assertRefused({ TransactionResult: 'tefPAST_SEQ' }, 'TransactionResult', /out of range/);
    const unnormalized = { mantissa: 1n, exponent: 0, currency: USD, issuer: ACCOUNT };
    assertRefused({ Amount: unnormalized }, 'Amount', /not normalized/);
    assertRefused({ Paths: [[{}]] }, 'Paths', /empty path step/);
    assertRefused({ Asset: { currency: USD } }, 'Asset', /without an issuer/);
  });

  test('refuses what nests deeper than can be read back', () => {
    let object: StObject = {};
    for (let level = 0; level < 11; level++) object = { TemplateEntry: object };
    assertRefused(object, 'TemplateEntry', /deeper than 10/);
  });

  test('throws nothing but CodecErrors for values of any kind', () => {
    const names = ['Flags', 'OwnerNode', 'Amount', 'Account', 'Domain', 'InvoiceID', 'Paths', 'Asset', 'Memos', 'Memo'];
    const others = ['TransactionType', 'Hashes', 'AssetsTotal', 'XChainBridge', 'BaseAsset', 'LoanScale', 'TickSize'];
    const field = fc.constantFrom(...names, ...others);
    fc.assert(
      fc.property(field, fc.anything({ withBigInt: true }), (name, value) => {
        assert.ok(fieldByName(name));
        try {
          encodeObject({ [name]: value as FieldValue });
        } catch (error) {
          assert.ok(error instanceof CodecError, `${name}: threw ${error}`);
        }
      }),
      { seed: 1, numRuns: TRIES_EVERY_CASE ? 5_000 : 2_000 },
    );
  });
});
