import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { StObject } from '../../../protocol/values.ts';

const ISSUER = testAccount('Issuer');
const SUBJECT = testAccount('Subject');
const OTHER = testAccount('Other');
const ZEROS = '0'.repeat(40);
const TYPE = 'ABCD';

function ledgerOf(): TestLedger {
  const ledger = new TestLedger();
  for (const account of [ISSUER, SUBJECT, OTHER]) ledger.fund(account);
  return ledger;
}

function create(ledger: TestLedger, fields: StObject = {}): string {
  const tx = { TransactionType: 'CredentialCreate', Account: ISSUER, Subject: SUBJECT, CredentialType: TYPE };
  return ledger.apply({ ...tx, ...fields }).result;
}

function accept(ledger: TestLedger, fields: StObject = {}): string {
  const tx = { TransactionType: 'CredentialAccept', Account: SUBJECT, Issuer: ISSUER, CredentialType: TYPE };
  return ledger.apply({ ...tx, ...fields }).result;
}

function remove(ledger: TestLedger, fields: StObject): string {
  return ledger.apply({ TransactionType: 'CredentialDelete', CredentialType: TYPE, ...fields }).result;
}

describe('CredentialCreate', () => {
  const refused: readonly [string, StObject, string][] = [['a subject of zeros', { Subject: ZEROS }, 'temMALFORMED']];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => assert.equal(create(ledgerOf(), fields), expected));
  }
});

describe('CredentialAccept', () => {
  test('needs the reserve before the fee', () => {
    const ledger = ledgerOf();
    create(ledger);
    ledger.fund(SUBJECT, { Balance: 1_199_999n });
    assert.equal(accept(ledger), 'tecINSUFFICIENT_RESERVE');
    ledger.fund(SUBJECT, { Balance: 1_200_000n });
    assert.equal(accept(ledger), 'tesSUCCESS');
  });
});

describe('CredentialDelete', () => {
  const refused: readonly [string, StObject, string][] = [
    ['to name neither subject nor issuer', {}, 'temMALFORMED'],
    ['what is not there', { Subject: OTHER }, 'tecNO_ENTRY'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      create(ledger);
      assert.equal(remove(ledger, { Account: ISSUER, ...fields }), expected);
    });
  }
});
