import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, MptLedger } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';

const { tfMPTUnauthorize } = TransactionFlags.MPTokenAuthorize;
const { tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;

function authorize(id: string, Account: string, fields: StObject = {}): StObject {
  return { TransactionType: 'MPTokenAuthorize', Account, MPTokenIssuanceID: id, ...fields };
}
const leave = { Flags: tfMPTUnauthorize };

describe('MPTokenAuthorize, from a holder', () => {
  test('removes an empty holding of a token that has ended; one with units would be a broken ledger', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    ledger.distribute(id, 0n, ALICE, BOB);
    ledger.expect('tesSUCCESS', { TransactionType: 'MPTokenIssuanceDestroy', MPTokenIssuanceID: id });
    ledger.amend(ledger.token(id, BOB), { MPTAmount: 1n });
    assert.equal(ledger.result(authorize(id, BOB, leave)), 'tefINTERNAL');
    assert.equal(ledger.result(authorize(id, ALICE, leave)), 'tesSUCCESS');
  });
});

describe('MPTokenAuthorize, from the issuer', () => {
  test('refuses what is no question for the issuer', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: tfMPTRequireAuth });
    const open = ledger.issue();
    ledger.distribute(id, 0n, ALICE);
    assert.equal(ledger.result(authorize(id, ISSUER, { Holder: ISSUER })), 'temMALFORMED');
    assert.equal(ledger.result(authorize(id, ISSUER, { Holder: testAccount('Q') })), 'tecNO_DST');
    assert.equal(ledger.result(authorize('00'.repeat(24), ISSUER, { Holder: ALICE })), 'tecOBJECT_NOT_FOUND');
    assert.equal(ledger.result(authorize(id, BOB, { Holder: ALICE })), 'tecNO_PERMISSION');
    assert.equal(ledger.result(authorize(open, ISSUER, { Holder: ALICE })), 'tecNO_AUTH');
    assert.equal(ledger.result(authorize(id, ISSUER, { Holder: BOB })), 'tecOBJECT_NOT_FOUND');
    ledger.view.rawReplace({ ...ledger.account(ALICE), VaultID: '12'.repeat(32) });
    assert.equal(ledger.result(authorize(id, ISSUER, { Holder: ALICE, ...leave })), 'tecNO_PERMISSION');
  });
});
