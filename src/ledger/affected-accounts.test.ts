import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FieldValue } from '../protocol/values.ts';
import { affectedAccounts } from './affected-accounts.ts';

const ZERO = '0'.repeat(40);
const USD = `${'0'.repeat(24)}5553440000000000`;

function affectedBy(kind: string, fields: Readonly<Record<string, FieldValue>>): string[] {
  return affectedAccounts([{ kind, fields }]);
}

describe('the accounts that a transaction affects', () => {
  test('are also the issuers of both limits of a line, but not of its balance', () => {
    const amount = (issuer: string) => ({ mantissa: 0n, exponent: -100, currency: USD, issuer });
    const line = { Balance: amount('01'), LowLimit: amount('02'), HighLimit: amount('03') };
    assert.deepEqual(affectedBy('ModifiedNode', { FinalFields: line }), ['02', '03']);
    assert.deepEqual(affectedBy('ModifiedNode', { FinalFields: { LowLimit: amount(ZERO) } }), []);
  });
});
