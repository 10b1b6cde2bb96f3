import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEES, TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import type { LedgerEntry, Offer } from '../../protocol/entries/entries.ts';
import { credentialKeylet, offerKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { createTransaction } from '../../protocol/transaction/transaction.ts';
import type { StObject } from '../../protocol/values.ts';
import { CLAIMED_AT_ONCE, claimedRemovals } from './claimed-removals.ts';
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
  test('keeps the removal of an expired credential, also where a later pass would try again', () => {
    for (const flags of [{}, { retry: true }]) {
      const { result, metadata } = accept(ledgerWithExpired(), flags);
      assert.equal(result, 'tecEXPIRED');
      const kinds = metadata!.bytes.toString('hex').toUpperCase();
      assert.ok(kinds.includes(KEYLET.key), 'the metadata names the credential');
    }
  });

  test('keeps nothing when a failure is to change nothing', () => {
    assert.deepEqual(accept(ledgerWithExpired(), { failHard: true }), {
      result: 'tecEXPIRED',
      applied: false,
      metadata: undefined,
    });
  });

  test('is taken at once after four results', () => {
    for (const result of ['tecOVERSIZE', 'tecKILLED', 'tecINCOMPLETE', 'tecEXPIRED'] as const) {
      assert.ok(CLAIMED_AT_ONCE.has(result));
    }
    assert.ok(!CLAIMED_AT_ONCE.has('tecNO_ENTRY'));
  });
});

describe('of the offers that a transaction removed', () => {
  const offerAt = (sequence: number): Offer => ({ ...newEntry(offerKeylet(SUBJECT, sequence)), TakerPays: 5n });

  function sandboxWithout(entries: readonly LedgerEntry[], change: Partial<Offer> = {}): Sandbox {
    const ledger = new TestLedger();
    for (const entry of entries) ledger.put(entry);
    const sandbox = new Sandbox(ledger.view);
    for (const { LedgerEntryType: type, index: key } of entries) {
      const entry = sandbox.peek({ type, key })!;
      sandbox.update(Object.assign(entry, change));
      sandbox.erase(entry);
    }
    return sandbox;
  }

  test('those without funds go again', () => {
    const offers = [offerAt(1), offerAt(2)];
    assert.equal(claimedRemovals(sandboxWithout(offers), 'tecKILLED').length, 2);
    assert.equal(claimedRemovals(sandboxWithout(offers), 'tecOVERSIZE').length, 2);
  });

  test('those that were taken come back', () => {
    assert.deepEqual(claimedRemovals(sandboxWithout([offerAt(1)], { TakerPays: 0n }), 'tecKILLED'), []);
  });

  test('those that were only changed do not go', () => {
    const ledger = new TestLedger();
    ledger.put(offerAt(1));
    const sandbox = new Sandbox(ledger.view);
    sandbox.update(Object.assign(sandbox.peek(offerKeylet(SUBJECT, 1))!, { TakerGets: 4n }));
    assert.deepEqual(claimedRemovals(sandbox, 'tecKILLED'), []);
  });

  test('all come back after other results', () => {
    for (const result of ['tecEXPIRED', 'tecINCOMPLETE', 'tecPATH_DRY'] as const) {
      assert.deepEqual(claimedRemovals(sandboxWithout([offerAt(1)]), result), []);
    }
  });

  test('a thousand go at most', () => {
    const offers = Array.from({ length: 1001 }, (_, at) => offerAt(at + 1));
    assert.equal(claimedRemovals(sandboxWithout(offers), 'tecKILLED').length, 1000);
  });

  test('those for tokens go where they are expired, 256 at most', () => {
    const offers = Array.from({ length: 257 }, (_, at) =>
      newEntry({ type: 'NFTokenOffer', key: String(at).padStart(64, '0') }),
    );
    assert.equal(claimedRemovals(sandboxWithout(offers), 'tecEXPIRED').length, 256);
    assert.deepEqual(claimedRemovals(sandboxWithout(offers), 'tecKILLED'), []);
  });
});
