import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEES, TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { credentialKeylet } from '../../protocol/entries/keylets.ts';
import { createTransaction } from '../../protocol/transaction/transaction.ts';
import type { StObject } from '../../protocol/values.ts';
import { applyTransaction } from './engine.ts';

const ISSUER = testAccount('Issuer');
const SUBJECT = testAccount('Subject');
const KEYLET = credentialKeylet(SUBJECT, ISSUER, 'AB');

/** A ledger with a credential that is expired. */
function ledgerWithExpired(): TestLedger {
  const ledger = new TestLedger({ isOpen: true });
  ledger.fund(ISSUER);
  ledger.fund(SUBJECT);
  ledger.apply({ TransactionType: 'CredentialCreate', Account: ISSUER, Subject: SUBJECT, CredentialType: 'AB' });
  ledger.view.rawReplace({ ...ledger.read(KEYLET)!, Expiration: 1 });
  return ledger;
}

/** Accepts the credential by the whole engine, as a dry run, for nothing is signed. */
function accept(ledger: TestLedger, flags: object) {
  const fields: StObject = {
    TransactionType: 'CredentialAccept',
    Account: SUBJECT,
    Issuer: ISSUER,
    CredentialType: 'AB',
  };
  const transaction = createTransaction({ ...fields, Fee: 10n, Sequence: 1, SigningPubKey: '' });
  return applyTransaction(ledger.view, transaction, { fees: TEST_FEES, networkId: 0 }, { dryRun: true, ...flags });
}

describe('a claimed fee', () => {
  test('keeps nothing when a failure is to change nothing', () => {
    assert.deepEqual(accept(ledgerWithExpired(), { failHard: true }), {
      result: 'tecEXPIRED',
      applied: false,
      metadata: undefined,
    });
  });
});
