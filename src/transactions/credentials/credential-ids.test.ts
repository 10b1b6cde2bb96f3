import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { credentialKeylet, payChanKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { StObject } from '../../protocol/values.ts';
import { type CredentialFields, checkCredentialIds, checkCredentialsValid } from './credential-ids.ts';
import { checkDepositAuth, verifyDepositPreauth } from './deposit-auth.ts';

const ISSUER = testAccount('Issuer');
const SENDER = testAccount('Sender');
const PAYEE = testAccount('Payee');
const { lsfDepositAuth } = EntryFlags.AccountRoot;
const ID = credentialKeylet(SENDER, ISSUER, 'AB').key;
const OTHER_ID = credentialKeylet(SENDER, ISSUER, 'CD').key;

function showing(...ids: string[]): CredentialFields {
  return { TransactionType: 'Payment', Account: SENDER, CredentialIDs: ids } as unknown as CredentialFields;
}

/** The payee asks for permission, and permits who shows both credentials. The sender has both. */
function ledgerOf(expirationSeconds = 1_000_000): TestLedger {
  const ledger = new TestLedger();
  for (const account of [ISSUER, SENDER, PAYEE]) ledger.fund(account);
  const apply = (fields: StObject) => assert.equal(ledger.apply(fields).result, 'tesSUCCESS');
  for (const CredentialType of ['AB', 'CD']) {
    apply({ TransactionType: 'CredentialCreate', Account: ISSUER, Subject: SENDER, CredentialType });
    apply({ TransactionType: 'CredentialAccept', Account: SENDER, Issuer: ISSUER, CredentialType });
  }
  const AuthorizeCredentials = ['CD', 'AB'].map((CredentialType) => ({
    Credential: { Issuer: ISSUER, CredentialType },
  }));
  apply({ TransactionType: 'DepositPreauth', Account: PAYEE, AuthorizeCredentials });
  ledger.view.rawReplace({ ...ledger.account(PAYEE), Flags: lsfDepositAuth });
  ledger.view.rawReplace({ ...ledger.read({ type: 'Credential', key: ID })!, Expiration: expirationSeconds });
  return ledger;
}

function verify(ledger: TestLedger, tx: CredentialFields): string {
  const sandbox = new Sandbox(ledger.view);
  const result = verifyDepositPreauth(sandbox, tx, ledger.account(PAYEE));
  sandbox.applyTo(ledger.view);
  return result;
}

describe('credentials that a sender shows', () => {
  test('are one to eight, each once', () => {
    const ids = Array.from({ length: 9 }, (_, at) => `${at}`.repeat(64));
    assert.equal(checkCredentialIds({ ...showing(), CredentialIDs: undefined } as never), 'tesSUCCESS');
    assert.equal(checkCredentialIds(showing()), 'temMALFORMED');
    assert.equal(checkCredentialIds(showing(...ids.slice(1))), 'tesSUCCESS');
    assert.equal(checkCredentialIds(showing(...ids)), 'temMALFORMED');
    assert.equal(checkCredentialIds(showing(ID, ID)), 'temMALFORMED');
  });

  test('are there, the sender’s, and accepted', () => {
    const ledger = ledgerOf();
    assert.equal(checkCredentialsValid(ledger.view, showing(ID, OTHER_ID)), 'tesSUCCESS');
    assert.equal(checkCredentialsValid(ledger.view, showing(ID, 'AB'.repeat(32))), 'tecBAD_CREDENTIALS');
    assert.equal(checkCredentialsValid(ledger.view, { ...showing(ID), Account: PAYEE }), 'tecBAD_CREDENTIALS');
    ledger.view.rawReplace({ ...ledger.read({ type: 'Credential', key: ID })!, Flags: 0 });
    assert.equal(checkCredentialsValid(ledger.view, showing(ID)), 'tecBAD_CREDENTIALS');
  });

  test('let in who shows just those that the payee asks for', () => {
    assert.equal(verify(ledgerOf(), showing(OTHER_ID, ID)), 'tesSUCCESS');
    assert.equal(verify(ledgerOf(), showing(ID)), 'tecNO_PERMISSION');
    assert.equal(verify(ledgerOf(), { ...showing(), CredentialIDs: undefined } as never), 'tecNO_PERMISSION');
  });

  test('are not needed by who may deposit anyhow, but must be good', () => {
    const ledger = ledgerOf();
    ledger.apply({ TransactionType: 'DepositPreauth', Account: PAYEE, Authorize: SENDER });
    assert.equal(checkDepositAuth(ledger.view, SENDER, ledger.account(PAYEE)), 'tesSUCCESS');
    assert.equal(verify(ledger, showing(ID)), 'tesSUCCESS');
    const free = ledgerOf(999_999);
    free.view.rawReplace({ ...free.account(PAYEE), Flags: 0 });
    assert.equal(verify(free, showing(ID)), 'tecEXPIRED');
  });

  test('go when they are expired, and only those', () => {
    const ledger = ledgerOf(999_999);
    assert.equal(verify(ledger, showing(OTHER_ID, ID)), 'tecEXPIRED');
    assert.equal(ledger.readAny(ID), undefined);
    assert.ok(ledger.readAny(OTHER_ID));
    assert.equal(ledger.account(SENDER).OwnerCount, 1);
  });
});

describe('a transaction to somebody who asks for credentials', () => {
  const channel = payChanKeylet(SENDER, PAYEE, 3);

  function withChannel(ledger: TestLedger): TestLedger {
    const fields = { Destination: PAYEE, Amount: 1000n, SettleDelay: 1, PublicKey: `ED${'11'.repeat(32)}` };
    const outcome = ledger.apply({ TransactionType: 'PaymentChannelCreate', Account: SENDER, ...fields });
    assert.equal(outcome.result, 'tesSUCCESS');
    return ledger;
  }

  const senders: readonly [string, StObject][] = [
    ['a payment', { TransactionType: 'Payment', Destination: PAYEE, Amount: 2_000_000n }],
    ['a claim', { TransactionType: 'PaymentChannelClaim', Channel: channel.key, Balance: 500n }],
    ['a deletion', { TransactionType: 'AccountDelete', Destination: PAYEE }],
  ];
  for (const [name, fields] of senders) {
    test(`${name} needs them, good and complete`, () => {
      const send = (ids: readonly string[] | undefined, expirationSeconds?: number) => {
        const ledger = name === 'a claim' ? withChannel(ledgerOf(expirationSeconds)) : ledgerOf(expirationSeconds);
        return ledger.apply({ Account: SENDER, ...fields, ...(ids && { CredentialIDs: ids }) }).result;
      };
      assert.equal(send(undefined), 'tecNO_PERMISSION');
      assert.equal(send([]), 'temMALFORMED');
      assert.equal(send(['1'.repeat(64)]), 'tecBAD_CREDENTIALS');
      assert.equal(send([ID]), 'tecNO_PERMISSION');
      assert.equal(send([ID, OTHER_ID], 999_999), 'tecEXPIRED');
      assert.equal(send([ID, OTHER_ID]), 'tesSUCCESS');
    });
  }

  test('a deletion takes the sender’s credentials along, and what the sender stated of others', () => {
    const ledger = ledgerOf();
    const stated = { TransactionType: 'CredentialCreate', Account: SENDER, Subject: ISSUER, CredentialType: 'EF' };
    assert.equal(ledger.apply(stated).result, 'tesSUCCESS');
    const deletion = { TransactionType: 'AccountDelete', Account: SENDER, Destination: PAYEE };
    assert.equal(ledger.apply({ ...deletion, CredentialIDs: [ID, OTHER_ID] }).result, 'tesSUCCESS');
    const left = [...ledger.view.changedEntries.values()].filter((entry) => entry?.LedgerEntryType === 'Credential');
    assert.deepEqual(left, []);
    assert.equal(ledger.account(ISSUER).OwnerCount, 0);
  });
});
