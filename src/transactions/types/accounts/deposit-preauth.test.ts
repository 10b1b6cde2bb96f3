import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { depositPreauthCredentialsKeylet, depositPreauthKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';
import { checkDepositAuth } from '../../credentials/deposit-auth.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const CAROL = testAccount('Carol');
const NOBODY = testAccount('Nobody');

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
    ['no operation', {}, 'temMALFORMED'],
    ['two operations', { Authorize: BOB, UnauthorizeCredentials: [credential(BOB)] }, 'temMALFORMED'],
    ['the account of zeros', { Unauthorize: '0'.repeat(40) }, 'temINVALID_ACCOUNT_ID'],
    ['oneself', { Authorize: ALICE }, 'temCANNOT_PREAUTH_SELF'],
    ['no credentials', { AuthorizeCredentials: [] }, 'temARRAY_EMPTY'],
    ['nine credentials', { AuthorizeCredentials: nine }, 'temARRAY_TOO_LARGE'],
    ['an issuer of zeros', { AuthorizeCredentials: [credential('0'.repeat(40), '')] }, 'temINVALID_ACCOUNT_ID'],
    ['an empty type', { AuthorizeCredentials: [credential(BOB, '')] }, 'temMALFORMED'],
    ['a long type', { AuthorizeCredentials: [credential(BOB, 'AB'.repeat(65))] }, 'temMALFORMED'],
    ['a credential twice', { UnauthorizeCredentials: [credential(BOB), credential(BOB)] }, 'temMALFORMED'],
    ['an element without an issuer', { AuthorizeCredentials: [{ Memo: { CredentialType: 'AB' } }] }, 'tefEXCEPTION'],
    ['an element without a type', { UnauthorizeCredentials: [{ Memo: { Issuer: BOB } }] }, 'tefEXCEPTION'],
    ['somebody who does not exist', { Authorize: NOBODY }, 'tecNO_TARGET'],
    ['an issuer who does not exist', { AuthorizeCredentials: [credential(NOBODY)] }, 'tecNO_ISSUER'],
    ['to take back what was not given', { Unauthorize: BOB }, 'tecNO_ENTRY'],
    ['to take back credentials not accepted', { UnauthorizeCredentials: [credential(BOB)] }, 'tecNO_ENTRY'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(preauth(ledgerWith(), fields), expected));
  }

  test('what an account without the reserve for it asks', () => {
    const poor = { Balance: 1_199_999n };
    assert.equal(preauth(ledgerWith(poor), { Authorize: BOB }), 'tecINSUFFICIENT_RESERVE');
    const fields = { AuthorizeCredentials: [credential(BOB)] };
    assert.equal(preauth(ledgerWith(poor), fields), 'tecINSUFFICIENT_RESERVE');
    assert.equal(preauth(ledgerWith({ Balance: 1_200_000n }), fields), 'tesSUCCESS');
  });
});

describe('DepositPreauth', () => {
  test('gives an account permission once, and takes it back', () => {
    const ledger = ledgerWith();
    assert.equal(preauth(ledger, { Authorize: BOB }), 'tesSUCCESS');
    assert.equal(ledger.read(depositPreauthKeylet(ALICE, BOB))?.Authorize, BOB);
    assert.equal(ledger.account(ALICE).OwnerCount, 1);
    assert.equal(preauth(ledger, { Authorize: BOB }), 'tecDUPLICATE');
    assert.equal(preauth(ledger, { Unauthorize: BOB }), 'tesSUCCESS');
    assert.equal(ledger.read(depositPreauthKeylet(ALICE, BOB)), undefined);
    assert.equal(ledger.account(ALICE).OwnerCount, 0);
  });

  test('keeps credentials sorted, so that their order in a transaction means nothing', () => {
    const ledger = ledgerWith();
    const credentials = [credential(CAROL, '01'), credential(BOB, '02'), credential(BOB, '01')];
    assert.equal(preauth(ledger, { AuthorizeCredentials: credentials }), 'tesSUCCESS');
    const keylet = depositPreauthCredentialsKeylet(ALICE, [
      { issuer: BOB, credentialType: '01' },
      { issuer: BOB, credentialType: '02' },
      { issuer: CAROL, credentialType: '01' },
    ]);
    assert.deepEqual(ledger.read(keylet)?.AuthorizeCredentials, [
      credential(BOB, '01'),
      credential(BOB, '02'),
      credential(CAROL, '01'),
    ]);
    assert.equal(preauth(ledger, { AuthorizeCredentials: credentials.toReversed() }), 'tecDUPLICATE');
    assert.equal(preauth(ledger, { UnauthorizeCredentials: credentials.toReversed() }), 'tesSUCCESS');
    assert.equal(ledger.read(keylet), undefined);
  });

  test('takes elements by their fields, whatever their name', () => {
    const ledger = ledgerWith();
    const named = { Memo: { Issuer: BOB, CredentialType: 'AB' } };
    assert.equal(preauth(ledger, { AuthorizeCredentials: [named] }), 'tesSUCCESS');
    const keylet = depositPreauthCredentialsKeylet(ALICE, [{ issuer: BOB, credentialType: 'AB' }]);
    assert.deepEqual(ledger.read(keylet)?.AuthorizeCredentials, [credential(BOB, 'AB')]);
  });
});

test('deposits come from those who are permitted, and from oneself, where permission is asked for', () => {
  const ledger = new TestLedger();
  ledger.fund(ALICE);
  ledger.fund(BOB, { Flags: EntryFlags.AccountRoot.lsfDepositAuth });
  ledger.put(newEntry(depositPreauthKeylet(BOB, CAROL)));
  const check = (source: string, destination: string) =>
    checkDepositAuth(ledger.view, source, ledger.account(destination));
  assert.equal(check(BOB, ALICE), 'tesSUCCESS');
  assert.equal(check(ALICE, BOB), 'tecNO_PERMISSION');
  assert.equal(check(CAROL, BOB), 'tesSUCCESS');
  assert.equal(check(BOB, BOB), 'tesSUCCESS');
});
