import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeObject } from '../codec/encode.ts';
import type { StObject } from '../values.ts';
import { objectFromJson } from './from-json.ts';
import { JsonFieldError } from './json-field-error.ts';

const ROOT = 'B5F762798A53D543A014CAF8B297CFF8F2F937E8';
const ROOT_ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const USD = `${'0'.repeat(24)}555344${'0'.repeat(10)}`;

function parsed(json: unknown): StObject {
  return objectFromJson(json, 'tx_json');
}

function assertRefused(json: unknown, message: string, field?: string): void {
  assert.throws(
    () => parsed(json),
    (error) => {
      assert.ok(error instanceof JsonFieldError, `threw ${error}`);
      assert.equal(error.message, message);
      if (field !== undefined) assert.equal(error.field, field);
      return true;
    },
  );
}

describe('objectFromJson', () => {
  test('reads a payment', () => {
    const json = {
      TransactionType: 'Payment',
      Account: ROOT_ADDRESS,
      Destination: ROOT.toLowerCase(),
      Amount: { currency: 'USD', issuer: ROOT_ADDRESS, value: '1.5' },
      Fee: '10',
      Sequence: 3,
      Domain: 'abcd',
      InvoiceID: '',
      Paths: [[{ account: ROOT_ADDRESS }, { currency: 'USD', issuer: ROOT_ADDRESS, type: 48 }]],
      Memos: [{ Memo: { MemoData: 'abc' } }],
    };
    assert.deepEqual(parsed(json), {
      TransactionType: 'Payment',
      Account: ROOT,
      Destination: ROOT,
      Amount: { currency: USD, issuer: ROOT, mantissa: 1500000000000000n, exponent: -15 },
      Fee: 10n,
      Sequence: 3,
      Domain: 'ABCD',
      InvoiceID: '0'.repeat(64),
      Paths: [[{ account: ROOT }, { currency: USD, issuer: ROOT }]],
      Memos: [{ Memo: { MemoData: '0ABC' } }],
    });
  });

  test('reads integers from numbers, digits and names', () => {
    assert.deepEqual(parsed({ Sequence: '+7', Flags: 4294967295 }), { Sequence: 7, Flags: 4294967295 });
    assert.deepEqual(parsed({ TransactionType: 0, TickSize: '5' }), { TransactionType: 'Payment', TickSize: 5 });
    assert.deepEqual(parsed({ TransactionType: '20' }), { TransactionType: 'TrustSet' });
    assert.deepEqual(parsed({ TransactionType: 9999 }), { TransactionType: 9999 });
    assert.deepEqual(parsed({ TransactionResult: 'tecNO_DST' }), { TransactionResult: 'tecNO_DST' });
    assert.deepEqual(parsed({ OwnerNode: 'fF', MaximumAmount: '10', IndexNext: 16 }), {
      OwnerNode: 255n,
      MaximumAmount: 10n,
      IndexNext: 16n,
    });
    assert.deepEqual(parsed({ LoanScale: '-3' }), { LoanScale: -3 });
    assert.deepEqual(parsed({ Permissions: [{ Permission: { PermissionValue: 'PaymentMint' } }] }), {
      Permissions: [{ Permission: { PermissionValue: 65545 } }],
    });
  });

  test('keeps fields that exist in JSON only in objects without a format', () => {
    const memo = { MemoData: 'AB', hash: 'AB'.repeat(32) };
    assert.deepEqual(parsed({ Memos: [{ Memo: memo }] }), { Memos: [{ Memo: memo }] });
    const encoded = encodeObject(parsed({ Memos: [{ Memo: memo }] }));
    assert.deepEqual(encoded, encodeObject({ Memos: [{ Memo: { MemoData: 'AB' } }] }));
    assert.deepEqual(parsed({ Memos: [{ Memo: { Transaction: { Fee: '10' } } }] }), { Memos: [{ Memo: {} }] });
  });

  test('reads null as an empty object, list or path', () => {
    assert.deepEqual(parsed(null), {});
    assert.deepEqual(parsed({ Memos: null, Paths: null, Amendments: null }), { Memos: [], Paths: [], Amendments: [] });
    assert.deepEqual(parsed({ Memos: [{ Memo: null }] }), { Memos: [{ Memo: {} }] });
  });

  test('refuses names that are no field', () => {
    assertRefused({ foo: 1 }, "Field 'tx_json.foo' is unknown.", 'tx_json.foo');
    assertRefused({ '': 1 }, "Field 'tx_json' is unknown.");
    assertRefused(JSON.parse('{"__proto__":1}'), "Field 'tx_json.__proto__' is unknown.");
    assertRefused({ taker_gets_funded: '1' }, "Field 'tx_json.taker_gets_funded' is unknown.");
  });

  test('refuses integers in the words of their type', () => {
    assertRefused({ Sequence: 'x' }, "Field 'tx_json.Sequence' has invalid data.");
    assertRefused({ Sequence: '' }, "Field 'tx_json.Sequence' has invalid data.");
    assertRefused({ Sequence: -1 }, "Field 'tx_json.Sequence' has invalid data.");
    assertRefused({ Sequence: 1.5 }, "Field 'tx_json.Sequence' has bad type.");
    assertRefused({ Sequence: true }, "Field 'tx_json.Sequence' has bad type.");
    assertRefused({ Sequence: null }, "Field 'tx_json.Sequence' has bad type.");
    assertRefused({ Sequence: '4294967296' }, "Field 'tx_json.Sequence' has invalid data.");
    assertRefused({ TransferFee: 65536 }, "Field 'tx_json.TransferFee' has invalid data.");
    assertRefused({ TransferFee: 'x' }, "Field 'tx_json.TransferFee' has invalid data.");
    assertRefused({ TransactionType: 'Nope' }, "Field 'tx_json.TransactionType' has invalid data.");
    assertRefused({ TickSize: 256 }, "Field 'tx_json.TickSize' is out of range.");
    assertRefused({ TickSize: '256' }, "Field 'tx_json.TickSize' has invalid data.");
    assertRefused({ TickSize: 'x' }, "Field 'tx_json.TickSize' has bad type.");
    assertRefused({ TransactionResult: 'tefPAST_SEQ' }, "Field 'tx_json.TransactionResult' is out of range.");
    assertRefused({ OwnerNode: '0x1' }, "Field 'tx_json.OwnerNode' has invalid data.");
    assertRefused({ OwnerNode: '10000000000000000' }, "Field 'tx_json.OwnerNode' has invalid data.");
    assertRefused({ MaximumAmount: 'ff' }, "Field 'tx_json.MaximumAmount' has invalid data.");
    assertRefused({ LoanScale: 2147483648 }, "Field 'tx_json.LoanScale' is out of range.");
  });

  test('refuses other values in the words of their type', () => {
    assertRefused({ Account: 5 }, "Field 'tx_json.Account' has bad type.");
    assertRefused({ Account: 'rBad' }, "Field 'tx_json.Account' has invalid data.");
    assertRefused({ Account: '' }, "Field 'tx_json.Account' has invalid data.");
    assertRefused({ InvoiceID: 'AB' }, "Field 'tx_json.InvoiceID' has invalid data.");
    assertRefused({ InvoiceID: 1 }, "Field 'tx_json.InvoiceID' has bad type.");
    assertRefused({ Domain: 'xyz0' }, "Field 'tx_json.Domain' has invalid data.");
    assertRefused({ Domain: 1 }, "Field 'tx_json.Domain' has bad type.");
    assertRefused({ Amount: 'x' }, "Field 'tx_json.Amount' has invalid data.", 'tx_json.Amount');
    assertRefused(
      { Amount: { currency: 'XRP', issuer: ROOT_ADDRESS, value: '1' } },
      "Field 'tx_json.Amount' has invalid data.",
    );
    assertRefused({ Asset: { currency: 'USD' } }, "Field 'tx_json.Asset' has invalid data.");
    assertRefused({ Asset: 'USD' }, "Field 'tx_json.Asset' has invalid data.");
    assertRefused({ BaseAsset: 'USDX' }, "Field 'tx_json.BaseAsset' has invalid data.");
    assertRefused(
      { XChainBridge: { LockingChainDoor: ROOT_ADDRESS } },
      "Field 'tx_json.XChainBridge' has invalid data.",
    );
    assertRefused({ AssetsTotal: 'x' }, "Field 'tx_json.AssetsTotal' has invalid data.");
    assertRefused({ AssetsTotal: '1e40000' }, "Field 'tx_json.AssetsTotal' has invalid data.");
    assertRefused({ Amendments: 'AB' }, "Field 'tx_json.Amendments' must be a JSON array.");
    assertRefused({ Amendments: ['AB'] }, "Field 'tx_json.Amendments' has invalid data.");
    assertRefused({ Amendments: [1] }, "Field 'tx_json.Amendments' has invalid data.");
    assertRefused({ Metadata: {} }, "Field 'tx_json.Metadata' has bad type.");
  });

  test('refuses paths, naming the step', () => {
    assertRefused({ Paths: 1 }, "Field 'tx_json.Paths' must be a JSON array.");
    assertRefused({ Paths: [1] }, "Field 'tx_json.Paths[0]' must be a JSON array.");
    assertRefused({ Paths: [[1]] }, "Field 'tx_json.Paths[0][0]' is not a JSON object.");
    assertRefused({ Paths: [[{}]] }, "Field 'tx_json.Paths[0][0]' has invalid data.");
    assertRefused({ Paths: [[{ account: 5 }]] }, "Field 'tx_json.Paths[0][0].account' must be a string.");
    assertRefused({ Paths: [[], [{ currency: 'US' }]] }, "Field 'tx_json.Paths[1][0].currency' has invalid data.");
    assertRefused({ Paths: [[{ currency: 'USD', mpt_issuance_id: '1' }]] }, 'Invalid Asset.');
  });

  test('refuses containers of another shape', () => {
    assertRefused('x', "Field 'tx_json' is not a JSON object.");
    assertRefused([], "Field 'tx_json' is not a JSON object.");
    assertRefused({ Memo: null }, "Field 'tx_json.Memo' is not a JSON object.");
    assertRefused({ Memos: {} }, "Field 'tx_json.Memos' is not a JSON array.");
    assertRefused({ Memos: [1] }, "Field 'tx_json.Memos[0]' must be an object with a single key/object value.");
    assertRefused(
      { Memos: [{ Memo: {}, Signer: {} }] },
      "Field 'tx_json.Memos[0]' must be an object with a single key/object value.",
    );
    assertRefused({ Memos: [{ Nope: {} }] }, "Field 'tx_json.Memos.Nope' is unknown.");
  });

  test('puts the place before faults inside array elements', () => {
    assertRefused(
      { Memos: [{ Memo: { MemoData: 'xy' } }] },
      "Error at 'tx_json.Memos.[0].Memo'. Field 'tx_json.Memos.[0].Memo.MemoData' has invalid data.",
      'tx_json.Memos.[0].Memo.MemoData',
    );
    assertRefused(
      { Memos: [{ Memo: 1 }] },
      "Error at 'tx_json.Memos.[0].Memo'. Field 'tx_json.Memos.[0].Memo' is not a JSON object.",
    );
    assertRefused(
      { Memos: [{ Flags: {} }] },
      "Item 'tx_json.Memos.[0].FlagsField type: 2 ' at index 0 is not an object.  Arrays may only contain objects.",
    );
  });

  test('limits lists to 512 elements and nesting to 64 levels', () => {
    const memos = Array.from({ length: 513 }, () => ({ Memo: {} }));
    assert.equal((parsed({ Memos: memos.slice(1) }).Memos as unknown[]).length, 512);
    const tooBig = "Field 'tx_json.Memos' exceeds allowed JSON array size of 512 elements per field.";
    assertRefused({ Memos: memos }, tooBig);
    let json: unknown = {};
    for (let level = 0; level < 64; level++) json = { Memo: json };
    parsed(json);
    assertRefused({ Memo: json }, `Field 'tx_json${'.Memo'.repeat(65)}' exceeds nesting depth limit.`);
  });
});
