import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, EVERYDAY_FLAGS, ISSUER, MptLedger } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { type StObject, ZERO_HASH } from '../../../protocol/values.ts';

const { tfMPTLock, tfMPTUnlock } = TransactionFlags.MPTokenIssuanceSet;
const { tfMPTCanLock, tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;
const { lsfMPTLocked } = EntryFlags.MPTokenIssuance;
const DOMAIN = '12'.repeat(32);

function set(id: string, fields: StObject): StObject {
  return { TransactionType: 'MPTokenIssuanceSet', MPTokenIssuanceID: id, ...fields };
}

describe('MPTokenIssuanceSet', () => {
  test('locks and unlocks the token for everybody', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    ledger.expect('tesSUCCESS', set(id, { Flags: tfMPTLock }));
    assert.equal(ledger.issuance(id)?.Flags, EVERYDAY_FLAGS | lsfMPTLocked);
    ledger.expect('tesSUCCESS', set(id, { Flags: tfMPTUnlock }));
    assert.equal(ledger.issuance(id)?.Flags, EVERYDAY_FLAGS);
  });

  test('locks and unlocks what one holder has', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    ledger.distribute(id, 5n, ALICE, BOB);
    ledger.expect('tesSUCCESS', set(id, { Flags: tfMPTLock, Holder: ALICE }));
    assert.deepEqual([ledger.token(id, ALICE)?.Flags, ledger.token(id, BOB)?.Flags], [lsfMPTLocked, 0]);
    ledger.expect('tesSUCCESS', set(id, { Flags: tfMPTUnlock, Holder: ALICE }));
    assert.equal(ledger.token(id, ALICE)?.Flags, 0);
  });

  test('gives a token that asks for permission a domain, and takes it away', () => {
    const ledger = new MptLedger();
    ledger.put({ ...newEntry({ type: 'PermissionedDomain', key: DOMAIN }), Owner: ISSUER });
    // What cannot be locked may still have a domain.
    const id = ledger.issue({ Flags: tfMPTRequireAuth });
    ledger.expect('tesSUCCESS', set(id, { DomainID: DOMAIN }));
    assert.equal(ledger.issuance(id)?.DomainID, DOMAIN);
    ledger.expect('tesSUCCESS', set(id, { DomainID: ZERO_HASH }));
    assert.equal('DomainID' in ledger.issuance(id)!, false);
  });

  test('takes any flag for a change', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    assert.equal(ledger.result(set(id, { Flags: TransactionFlags.universal.tfFullyCanonicalSig })), 'tesSUCCESS');
  });

  const malformed: readonly [string, StObject, Ter][] = [
    ['mutable flags', { MutableFlags: 1 }, 'temDISABLED'],
    ['metadata', { MPTokenMetadata: 'AB' }, 'temDISABLED'],
    ['a transfer fee', { TransferFee: 1 }, 'temDISABLED'],
    ['a domain for one holder', { DomainID: DOMAIN, Holder: ALICE }, 'temMALFORMED'],
    ['to lock and unlock', { Flags: tfMPTLock | tfMPTUnlock }, 'temINVALID_FLAG'],
    ['the issuer as a holder', { Flags: tfMPTLock, Holder: ISSUER }, 'temMALFORMED'],
    ['no change', {}, 'temMALFORMED'],
    ['no change for a holder', { Holder: ALICE }, 'temMALFORMED'],
    ['somebody else', { Flags: tfMPTLock, Account: BOB }, 'tecNO_PERMISSION'],
    ['a holder who is not there', { Flags: tfMPTLock, Holder: testAccount('Q') }, 'tecNO_DST'],
    ['a holder without a holding', { Flags: tfMPTLock, Holder: BOB }, 'tecOBJECT_NOT_FOUND'],
    ['a domain for a token that asks nobody', { DomainID: DOMAIN }, 'tecNO_PERMISSION'],
  ];
  for (const [what, fields, expected] of malformed) {
    test(`refuses ${what}`, () => {
      const ledger = new MptLedger();
      const id = ledger.issue();
      ledger.distribute(id, 0n, ALICE);
      assert.equal(ledger.result(set(id, fields)), expected);
    });
  }

  test('refuses a token or a domain that is not there', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: tfMPTCanLock | tfMPTRequireAuth });
    assert.equal(ledger.result(set('00'.repeat(24), { Flags: tfMPTLock })), 'tecOBJECT_NOT_FOUND');
    assert.equal(ledger.result(set(id, { DomainID: DOMAIN })), 'tecOBJECT_NOT_FOUND');
  });

  test('locks nothing that was not made to be locked', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: 0 });
    for (const Flags of [tfMPTLock, tfMPTUnlock]) assert.equal(ledger.result(set(id, { Flags })), 'tecNO_PERMISSION');
  });
});
