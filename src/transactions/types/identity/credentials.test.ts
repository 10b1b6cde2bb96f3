import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { directoryKeys } from '../../../ledger/directory.ts';
import { credentialKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';

const ISSUER = testAccount('Issuer');
const SUBJECT = testAccount('Subject');
const OTHER = testAccount('Other');
const NOBODY = testAccount('Nobody');
const ZEROS = '0'.repeat(40);
const TYPE = 'ABCD';
const KEYLET = credentialKeylet(SUBJECT, ISSUER, TYPE);
/** What a test's ledger has as its parent's close time. */
const NOW = 1_000_000;
const { lsfAccepted } = EntryFlags.Credential;

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

/** A ledger with a credential that expired after it was made, and was accepted if so asked. */
function expiredLedger(isAccepted = false): TestLedger {
  const ledger = ledgerOf();
  create(ledger, { Expiration: NOW });
  if (isAccepted) accept(ledger);
  ledger.view.rawReplace({ ...ledger.read(KEYLET)!, Expiration: NOW - 1 });
  return ledger;
}

function counts(ledger: TestLedger): number[] {
  return [ISSUER, SUBJECT].map((account) => ledger.account(account).OwnerCount);
}

function isListed(ledger: TestLedger, account: string): boolean {
  return [...directoryKeys(ledger.view, ownerDirKeylet(account))].includes(KEYLET.key);
}

describe('CredentialCreate', () => {
  const refused: readonly [string, StObject, string][] = [
    ['a subject of zeros', { Subject: ZEROS }, 'temMALFORMED'],
    ['an empty URI', { URI: '' }, 'temMALFORMED'],
    ['a URI of 257 bytes', { URI: 'AB'.repeat(257) }, 'temMALFORMED'],
    ['an empty type', { CredentialType: '' }, 'temMALFORMED'],
    ['a type of 65 bytes', { CredentialType: 'AB'.repeat(65) }, 'temMALFORMED'],
    ['a subject without an account', { Subject: NOBODY }, 'tecNO_TARGET'],
    ['a time that is over', { Expiration: NOW - 1 }, 'tecEXPIRED'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => assert.equal(create(ledgerOf(), fields), expected));
  }

  test('refuses to state the same twice', () => {
    const ledger = ledgerOf();
    create(ledger);
    assert.equal(create(ledger), 'tecDUPLICATE');
  });

  test('needs the reserve before the fee', () => {
    const ledger = ledgerOf();
    ledger.fund(ISSUER, { Balance: 1_199_999n });
    assert.equal(create(ledger), 'tecINSUFFICIENT_RESERVE');
    ledger.fund(ISSUER, { Balance: 1_200_000n });
    assert.equal(create(ledger), 'tesSUCCESS');
  });

  test('lists the entry at both, and counts it among what the issuer owns', () => {
    const ledger = ledgerOf();
    const longest = { CredentialType: 'AB'.repeat(64), URI: 'CD'.repeat(256), Expiration: NOW };
    assert.equal(create(ledger, longest), 'tesSUCCESS');
    assert.equal(create(ledger), 'tesSUCCESS');
    assert.deepEqual(counts(ledger), [2, 0]);
    assert.ok(isListed(ledger, ISSUER) && isListed(ledger, SUBJECT));
    const { Subject, Issuer, URI, Expiration, Flags } = ledger.read(
      credentialKeylet(SUBJECT, ISSUER, 'AB'.repeat(64)),
    )!;
    assert.deepEqual([Subject, Issuer, URI, Expiration, Flags], [SUBJECT, ISSUER, longest.URI, NOW, 0]);
  });

  test('about oneself is accepted at once, and listed once', () => {
    const ledger = ledgerOf();
    assert.equal(create(ledger, { Subject: ISSUER }), 'tesSUCCESS');
    const credential = ledger.read(credentialKeylet(ISSUER, ISSUER, TYPE))!;
    assert.deepEqual([credential.Flags, credential.SubjectNode], [lsfAccepted, undefined]);
    assert.deepEqual(counts(ledger), [1, 0]);
    assert.equal(remove(ledger, { Account: ISSUER, Issuer: ISSUER }), 'tesSUCCESS');
    assert.deepEqual(counts(ledger), [0, 0]);
  });
});

describe('CredentialAccept', () => {
  const refused: readonly [string, StObject, string][] = [
    ['an issuer of zeros', { Issuer: ZEROS }, 'temINVALID_ACCOUNT_ID'],
    ['an empty type', { CredentialType: '' }, 'temMALFORMED'],
    ['a type of 65 bytes', { CredentialType: 'AB'.repeat(65) }, 'temMALFORMED'],
    ['an issuer without an account', { Issuer: NOBODY }, 'tecNO_ISSUER'],
    ['what nobody stated', { CredentialType: 'FF' }, 'tecNO_ENTRY'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      create(ledger);
      assert.equal(accept(ledger, fields), expected);
    });
  }

  test('passes the entry on to the subject, once', () => {
    const ledger = ledgerOf();
    create(ledger);
    assert.equal(accept(ledger), 'tesSUCCESS');
    assert.equal(ledger.read(KEYLET)?.Flags, lsfAccepted);
    assert.deepEqual(counts(ledger), [0, 1]);
    assert.equal(accept(ledger), 'tecDUPLICATE');
  });

  test('needs the reserve before the fee', () => {
    const ledger = ledgerOf();
    create(ledger);
    ledger.fund(SUBJECT, { Balance: 1_199_999n });
    assert.equal(accept(ledger), 'tecINSUFFICIENT_RESERVE');
    ledger.fund(SUBJECT, { Balance: 1_200_000n });
    assert.equal(accept(ledger), 'tesSUCCESS');
  });

  test('of what is expired fails', () => {
    assert.equal(accept(expiredLedger()), 'tecEXPIRED');
  });
});

describe('CredentialDelete', () => {
  const refused: readonly [string, StObject, string][] = [
    ['to name neither subject nor issuer', {}, 'temMALFORMED'],
    ['a subject of zeros', { Subject: ZEROS }, 'temINVALID_ACCOUNT_ID'],
    ['an issuer of zeros', { Subject: SUBJECT, Issuer: ZEROS }, 'temINVALID_ACCOUNT_ID'],
    ['an empty type', { Subject: SUBJECT, CredentialType: '' }, 'temMALFORMED'],
    ['a type of 65 bytes', { Subject: SUBJECT, CredentialType: 'AB'.repeat(65) }, 'temMALFORMED'],
    ['what is not there', { Subject: OTHER }, 'tecNO_ENTRY'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      create(ledger);
      assert.equal(remove(ledger, { Account: ISSUER, ...fields }), expected);
    });
  }

  for (const [name, isAccepted, fields] of [
    ['the issuer', false, { Account: ISSUER, Subject: SUBJECT }],
    ['the issuer, after it was accepted', true, { Account: ISSUER, Subject: SUBJECT, Issuer: ISSUER }],
    ['the subject', false, { Account: SUBJECT, Issuer: ISSUER }],
    ['the subject, after accepting it', true, { Account: SUBJECT, Issuer: ISSUER }],
  ] as const) {
    test(`lets ${name} take it away`, () => {
      const ledger = ledgerOf();
      create(ledger);
      if (isAccepted) accept(ledger);
      assert.equal(remove(ledger, fields), 'tesSUCCESS');
      assert.equal(ledger.read(KEYLET), undefined);
      assert.deepEqual(counts(ledger), [0, 0]);
      assert.ok(!isListed(ledger, ISSUER) && !isListed(ledger, SUBJECT));
    });
  }

  test('lets others do it only when it is expired', () => {
    const ledger = ledgerOf();
    create(ledger, { Expiration: NOW });
    const fields = { Account: OTHER, Subject: SUBJECT, Issuer: ISSUER };
    assert.equal(remove(ledger, fields), 'tecNO_PERMISSION');
    assert.equal(remove(expiredLedger(true), fields), 'tesSUCCESS');
  });
});
