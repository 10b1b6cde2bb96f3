import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StObject } from '../values.ts';
import { objectToJson } from './to-json.ts';

const ROOT = 'B5F762798A53D543A014CAF8B297CFF8F2F937E8';
const ROOT_ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const USD = `${'0'.repeat(24)}555344${'0'.repeat(10)}`;

describe('objectToJson', () => {
  test('spells accounts as addresses, and one without a value as nothing', () => {
    assert.deepEqual(objectToJson({ Account: ROOT, Destination: '' }), { Account: ROOT_ADDRESS, Destination: '' });
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
});
