import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { XRP_CURRENCY } from '../values.ts';
import { isDefaultValue } from './new-entry.ts';

describe('default values', () => {
  test('are recognized for each type', () => {
    assert.ok(isDefaultValue('Flags', 0) && !isDefaultValue('Flags', 1));
    assert.ok(isDefaultValue('OwnerNode', 0n) && !isDefaultValue('OwnerNode', 1n));
    assert.ok(isDefaultValue('Balance', 0n) && !isDefaultValue('Balance', 1n));
    assert.ok(isDefaultValue('Domain', '') && !isDefaultValue('Domain', '00'));
    assert.ok(isDefaultValue('RootIndex', '0'.repeat(64)) && !isDefaultValue('RootIndex', `${'0'.repeat(63)}1`));
    assert.ok(isDefaultValue('Indexes', []) && !isDefaultValue('Indexes', ['0'.repeat(64)]));
    assert.ok(isDefaultValue('Paths', []) && !isDefaultValue('Paths', [[]]));
    assert.ok(isDefaultValue('Asset', { currency: XRP_CURRENCY }) && !isDefaultValue('Asset', { mptIssuanceId: '' }));
    assert.ok(isDefaultValue('AssetsTotal', { mantissa: 0n, exponent: 0 }));
  });
});
