import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');

function ledgerOf(fields = {}): TestLedger {
  const ledger = new TestLedger();
  ledger.fund(ALICE, fields);
  return ledger;
}

function set(ledger: TestLedger, fields: StObject): string {
  return ledger.apply({ TransactionType: 'DIDSet', Account: ALICE, ...fields }).result;
}

describe('DIDSet', () => {
  const refused: readonly [string, StObject, string][] = [
    ['three empty fields', { URI: '', DIDDocument: '', Data: '' }, 'temEMPTY_DID'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => assert.equal(set(ledgerOf(), fields), expected));
  }

  test('needs the reserve after the fee', () => {
    assert.equal(set(ledgerOf({ Balance: 1_200_009n }), { URI: 'AB' }), 'tecINSUFFICIENT_RESERVE');
    assert.equal(set(ledgerOf({ Balance: 1_200_010n }), { URI: 'AB' }), 'tesSUCCESS');
  });
});
