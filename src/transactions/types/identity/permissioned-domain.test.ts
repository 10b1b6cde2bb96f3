import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { permissionedDomainKeylet } from '../../../protocol/entries/keylets.ts';
import type { StObject } from '../../../protocol/values.ts';

const OWNER = testAccount('Owner');
const ISSUER = testAccount('Issuer');
const MEMBER = testAccount('Member');
const NOBODY = testAccount('Nobody');
const ZERO_HASH = '0'.repeat(64);
/** Made by the owner's first transaction. */
const DOMAIN = permissionedDomainKeylet(OWNER, 1);

function named(issuer: string, type = 'AB'): { Credential: StObject } {
  return { Credential: { Issuer: issuer, CredentialType: type } };
}

function ledgerOf(): TestLedger {
  const ledger = new TestLedger();
  for (const account of [OWNER, ISSUER, MEMBER]) ledger.fund(account);
  return ledger;
}

function set(ledger: TestLedger, fields: StObject = {}): string {
  const tx = { TransactionType: 'PermissionedDomainSet', Account: OWNER, AcceptedCredentials: [named(ISSUER)] };
  return ledger.apply({ ...tx, ...fields }).result;
}

describe('PermissionedDomainSet', () => {
  const refused: readonly [string, StObject, string][] = [
    ['to name nothing', { AcceptedCredentials: [] }, 'temARRAY_EMPTY'],
    ['a domain of zeros', { DomainID: ZERO_HASH }, 'temMALFORMED'],
    ['an issuer without an account', { AcceptedCredentials: [named(NOBODY)] }, 'tecNO_ISSUER'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      set(ledger);
      assert.equal(set(ledger, fields), expected);
    });
  }

  test('needs the reserve after the fee, but not for a change', () => {
    const ledger = ledgerOf();
    ledger.fund(OWNER, { Balance: 1_200_009n });
    assert.equal(set(ledger), 'tecINSUFFICIENT_RESERVE');
    ledger.fund(OWNER, { Balance: 1_200_010n });
    assert.equal(set(ledger), 'tesSUCCESS');
    assert.equal(set(ledger, { DomainID: DOMAIN.key }), 'tesSUCCESS');
  });
});
