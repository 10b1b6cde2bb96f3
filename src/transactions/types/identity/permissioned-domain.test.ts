import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { permissionedDomainKeylet } from '../../../protocol/entries/keylets.ts';
import type { StObject } from '../../../protocol/values.ts';
import { isInDomain } from '../../credentials/permissioned-domain.ts';

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

function remove(ledger: TestLedger, fields: StObject = {}): string {
  const tx = { TransactionType: 'PermissionedDomainDelete', Account: OWNER, DomainID: DOMAIN.key };
  return ledger.apply({ ...tx, ...fields }).result;
}

describe('PermissionedDomainSet', () => {
  const eleven = Array.from({ length: 11 }, (_, at) => named(ISSUER, `A${at.toString(16)}`));
  const refused: readonly [string, StObject, string][] = [
    ['to name nothing', { AcceptedCredentials: [] }, 'temARRAY_EMPTY'],
    ['eleven names', { AcceptedCredentials: eleven }, 'temARRAY_TOO_LARGE'],
    ['an issuer of zeros', { AcceptedCredentials: [named('0'.repeat(40))] }, 'temINVALID_ACCOUNT_ID'],
    ['an empty type', { AcceptedCredentials: [named(ISSUER, '')] }, 'temMALFORMED'],
    ['the same name twice', { AcceptedCredentials: [named(ISSUER), named(ISSUER)] }, 'temMALFORMED'],
    ['a domain of zeros', { DomainID: ZERO_HASH }, 'temMALFORMED'],
    ['an issuer without an account', { AcceptedCredentials: [named(NOBODY)] }, 'tecNO_ISSUER'],
    ['a domain that is not there', { DomainID: 'AB'.repeat(32) }, 'tecNO_ENTRY'],
    ['a domain of another', { Account: MEMBER, DomainID: DOMAIN.key }, 'tecNO_PERMISSION'],
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

  test('sorts what is named by issuer and type', () => {
    const ledger = ledgerOf();
    const names = [named(MEMBER, 'AB'), named(ISSUER, 'FF'), named(ISSUER, 'ABCD'), named(ISSUER, 'AB')];
    assert.equal(set(ledger, { AcceptedCredentials: names }), 'tesSUCCESS');
    const { Owner, Sequence, AcceptedCredentials } = ledger.read(DOMAIN)!;
    assert.deepEqual([Owner, Sequence, AcceptedCredentials], [OWNER, 1, names.toReversed().toSorted(byType)]);
    assert.equal(ledger.account(OWNER).OwnerCount, 1);
    const others = [named(OWNER, 'CD'), named(OWNER, 'AB')];
    assert.equal(set(ledger, { DomainID: DOMAIN.key, AcceptedCredentials: others }), 'tesSUCCESS');
    assert.deepEqual(ledger.read(DOMAIN)!.AcceptedCredentials, others.toReversed());
  });

  test('takes ten names', () => {
    assert.equal(set(ledgerOf(), { AcceptedCredentials: eleven.slice(1) }), 'tesSUCCESS');
  });

  function byType(a: { Credential: StObject }, b: { Credential: StObject }): number {
    const [x, y] = [a, b].map(({ Credential: { Issuer, CredentialType } }) => `${Issuer}${CredentialType}`);
    return x! < y! ? -1 : 1;
  }

  test('of a ticket has the number of the ticket', () => {
    const ledger = ledgerOf();
    ledger.fund(OWNER, { Sequence: 10 });
    ledger.apply({ TransactionType: 'TicketCreate', Account: OWNER, TicketCount: 1 });
    assert.equal(set(ledger, { Sequence: 0, TicketSequence: 11 }), 'tesSUCCESS');
    assert.equal(ledger.read(permissionedDomainKeylet(OWNER, 11))?.Sequence, 11);
  });
});

describe('PermissionedDomainDelete', () => {
  const refused: readonly [string, StObject, string][] = [
    ['a domain of zeros', { DomainID: ZERO_HASH }, 'temMALFORMED'],
    ['a domain that is not there', { DomainID: 'AB'.repeat(32) }, 'tecNO_ENTRY'],
    ['a domain of another', { Account: MEMBER }, 'tecNO_PERMISSION'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      set(ledger);
      assert.equal(remove(ledger, fields), expected);
    });
  }

  test('removes it', () => {
    const ledger = ledgerOf();
    set(ledger);
    assert.equal(remove(ledger), 'tesSUCCESS');
    assert.equal(ledger.read(DOMAIN), undefined);
    assert.equal(ledger.account(OWNER).OwnerCount, 0);
  });
});

describe('in a domain', () => {
  function certify(ledger: TestLedger, fields: StObject = {}): void {
    const credential = { Account: ISSUER, Subject: MEMBER, CredentialType: 'AB', ...fields };
    assert.equal(ledger.apply({ TransactionType: 'CredentialCreate', ...credential }).result, 'tesSUCCESS');
  }

  function accept(ledger: TestLedger): void {
    ledger.apply({ TransactionType: 'CredentialAccept', Account: MEMBER, Issuer: ISSUER, CredentialType: 'AB' });
  }

  test('is its owner, and nobody where there is none', () => {
    const ledger = ledgerOf();
    assert.equal(isInDomain(ledger.view, OWNER, DOMAIN.key), false);
    set(ledger);
    assert.equal(isInDomain(ledger.view, OWNER, DOMAIN.key), true);
    assert.equal(isInDomain(ledger.view, MEMBER, DOMAIN.key), false);
  });

  test('is who has accepted a credential that it names, while that is good', () => {
    const ledger = ledgerOf();
    set(ledger);
    certify(ledger, { Expiration: 1_000_000 });
    assert.equal(isInDomain(ledger.view, MEMBER, DOMAIN.key), false, 'before accepting it');
    accept(ledger);
    assert.equal(isInDomain(ledger.view, MEMBER, DOMAIN.key), true);
    const later = new TestLedger({ closeTimeSeconds: 1_000_001 });
    for (const entry of ledger.view.changedEntries.values()) if (entry !== null) later.put(entry);
    assert.equal(isInDomain(later.view, MEMBER, DOMAIN.key), false, 'when it is expired');
  });

  test('is nobody by a credential of another kind', () => {
    const ledger = ledgerOf();
    set(ledger, { AcceptedCredentials: [named(ISSUER, 'CD')] });
    certify(ledger);
    accept(ledger);
    assert.equal(isInDomain(ledger.view, MEMBER, DOMAIN.key), false);
  });
});
