import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeObject } from '../codec/encode.ts';
import type { Json, StObject } from '../values.ts';
import { amountToJson, decodeToJson, issueToJson, objectToJson } from './to-json.ts';

const ISSUER = '4B4E9C06F24296074F7BC48F92A97916C6DC5EA9';
const ADDRESS = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
const ROOT = 'B5F762798A53D543A014CAF8B297CFF8F2F937E8';
const ROOT_ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const USD = `${'0'.repeat(24)}555344${'0'.repeat(10)}`;

function valueText(mantissa: bigint, exponent: number): Json | undefined {
  return (amountToJson({ mantissa, exponent, currency: USD, issuer: ROOT }) as { value?: Json }).value;
}

describe('objectToJson', () => {
  test('spells integers as numbers, wide ones as hex, and amounts among them as decimals', () => {
    const object: StObject = { Flags: 131072, OwnerNode: 255n, IndexNext: 0n, MaximumAmount: 255n, LoanScale: -3 };
    assert.deepEqual(objectToJson(object), {
      Flags: 131072,
      OwnerNode: 'ff',
      IndexNext: '0',
      MaximumAmount: '255',
      LoanScale: -3,
    });
  });

  test('spells accounts as addresses, and one without a value as nothing', () => {
    assert.deepEqual(objectToJson({ Account: ROOT, Destination: '' }), { Account: ROOT_ADDRESS, Destination: '' });
  });

  test('spells drops as text, also negative', () => {
    assert.equal(amountToJson(100_000_000_000_000_000n), '100000000000000000');
    assert.equal(amountToJson(-5n), '-5');
  });

  test('spells issued amounts with currency, issuer and value', () => {
    assert.deepEqual(amountToJson({ mantissa: 1500000000000000n, exponent: -15, currency: USD, issuer: ROOT }), {
      currency: 'USD',
      issuer: ROOT_ADDRESS,
      value: '1.5',
    });
  });

  test('writes values out from exponents -25 to -5 and scientifically beyond', () => {
    assert.equal(valueText(0n, -100), '0');
    assert.equal(valueText(1000000000000000n, -15), '1');
    assert.equal(valueText(-1234567890123456n, -15), '-1.234567890123456');
    assert.equal(valueText(1234567890123456n, -16), '0.1234567890123456');
    assert.equal(valueText(1000000000000000n, -5), '10000000000');
    assert.equal(valueText(1000000000000000n, -4), '1000000000000000e-4');
    assert.equal(valueText(1000000000000000n, 0), '1000000000000000');
    assert.equal(valueText(1000000000000000n, -25), '0.0000000001');
    assert.equal(valueText(1234567890123456n, -25), '0.0000000001234567890123456');
    assert.equal(valueText(1000000000000000n, -26), '1000000000000000e-26');
    assert.equal(valueText(9999999999999999n, 80), '9999999999999999e80');
  });

  test('spells amounts of multi-purpose tokens', () => {
    const mptIssuanceId = `00000001${ROOT}`;
    assert.deepEqual(amountToJson({ value: 7n, mptIssuanceId }), { mpt_issuance_id: mptIssuanceId, value: '7' });
    assert.deepEqual(issueToJson({ mptIssuanceId }), { mpt_issuance_id: mptIssuanceId });
  });

  test('spells currencies in three characters only where nothing is hidden', () => {
    const cases: [string, string][] = [
      [USD, 'USD'],
      ['0'.repeat(40), 'XRP'],
      [`${'0'.repeat(39)}1`, '1'],
      [`${'0'.repeat(24)}585250${'0'.repeat(10)}`, `${'0'.repeat(24)}585250${'0'.repeat(10)}`],
      [`01${USD.slice(2)}`, `01${USD.slice(2)}`],
      [`${'0'.repeat(24)}20205F${'0'.repeat(10)}`, `${'0'.repeat(24)}20205F${'0'.repeat(10)}`],
      [`${'0'.repeat(24)}3C3E7C${'0'.repeat(10)}`, '<>|'],
    ];
    for (const [currency, text] of cases) assert.deepEqual(objectToJson({ BaseAsset: currency }), { BaseAsset: text });
  });

  test('spells issues, native ones without an issuer', () => {
    assert.deepEqual(issueToJson({ currency: '0'.repeat(40) }), { currency: 'XRP' });
    assert.deepEqual(issueToJson({ currency: USD, issuer: ROOT }), { currency: 'USD', issuer: ROOT_ADDRESS });
  });

  test('spells path steps with the type that their parts make', () => {
    const Paths = [[{ account: ROOT }, { currency: USD, issuer: ROOT }]];
    assert.deepEqual(objectToJson({ Paths }), {
      Paths: [
        [
          { type: 1, account: ROOT_ADDRESS },
          { type: 48, currency: 'USD', issuer: ROOT_ADDRESS },
        ],
      ],
    });
  });

  test('spells Number fields without trailing zeros', () => {
    const spelled = (mantissa: bigint, exponent: number) =>
      objectToJson({ AssetsTotal: { mantissa, exponent } }).AssetsTotal;
    assert.equal(spelled(0n, -2147483648), '0');
    assert.equal(spelled(1500000000000000000n, -18), '1.5');
    assert.equal(spelled(-1000000000000000000n, -16), '-100');
    assert.equal(spelled(1000000000000000000n, 10), '1e28');
    assert.equal(spelled(1200000000000000000n, -40), '12e-23');
  });

  test('names permissions and results, nested objects too', () => {
    const object: StObject = {
      TransactionResult: 'tecNO_DST',
      Permissions: [{ Permission: { PermissionValue: 1 } }, { Permission: { PermissionValue: 4_000_000 } }],
      Memos: [{ Memo: { MemoData: 'ABCD' } }],
    };
    assert.deepEqual(objectToJson(object), {
      TransactionResult: 'tecNO_DST',
      Permissions: [{ Permission: { PermissionValue: 'Payment' } }, { Permission: { PermissionValue: 4_000_000 } }],
      Memos: [{ Memo: { MemoData: 'ABCD' } }],
    });
  });

  test('is what decodeToJson gives for the bytes', () => {
    const object: StObject = { Flags: 1, Amount: 5n, Account: ISSUER };
    assert.deepEqual(decodeToJson(encodeObject(object)), { Flags: 1, Amount: '5', Account: ADDRESS });
  });
});
