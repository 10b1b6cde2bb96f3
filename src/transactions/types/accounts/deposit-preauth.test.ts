import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import type { StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const CAROL = testAccount('Carol');

function ledgerWith(alice: Partial<AccountRoot> = {}): TestLedger {
  const ledger = new TestLedger();
  ledger.fund(ALICE, alice);
  ledger.fund(BOB);
  ledger.fund(CAROL);
  return ledger;
}

function preauth(ledger: TestLedger, fields: StObject): string {
  return ledger.apply({ TransactionType: 'DepositPreauth', Account: ALICE, ...fields }).result;
}

function credential(issuer: string, type = 'AB'): { Credential: StObject } {
  return { Credential: { Issuer: issuer, CredentialType: type } };
}

describe('DepositPreauth refuses', () => {
  const nine = Array.from({ length: 9 }, (_, index) => credential(BOB, `0${index}`));
  const cases: readonly [string, StObject, string][] = [
    ['nine credentials', { AuthorizeCredentials: nine }, 'temARRAY_TOO_LARGE'],
    ['an issuer of zeros', { AuthorizeCredentials: [credential('0'.repeat(40), '')] }, 'temINVALID_ACCOUNT_ID'],
    ['an empty type', { AuthorizeCredentials: [credential(BOB, '')] }, 'temMALFORMED'],
    ['a credential twice', { UnauthorizeCredentials: [credential(BOB), credential(BOB)] }, 'temMALFORMED'],
    ['an element without an issuer', { AuthorizeCredentials: [{ Memo: { CredentialType: 'AB' } }] }, 'tefEXCEPTION'],
    ['an element without a type', { UnauthorizeCredentials: [{ Memo: { Issuer: BOB } }] }, 'tefEXCEPTION'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(preauth(ledgerWith(), fields), expected));
  }
});
