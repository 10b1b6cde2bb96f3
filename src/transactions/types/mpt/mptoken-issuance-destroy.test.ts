import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, ISSUER, MptLedger, payment, units } from '../../../../test/support/mpt-ledger.ts';
import { isDirectoryEmpty } from '../../../ledger/directory.ts';
import { ownerDirKeylet } from '../../../protocol/entries/keylets.ts';

function destroy(id: string, account = ISSUER) {
  return { TransactionType: 'MPTokenIssuanceDestroy', Account: account, MPTokenIssuanceID: id };
}

describe('MPTokenIssuanceDestroy', () => {
  test('ends a token of which nothing is out, though empty holdings are left', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    ledger.distribute(id, 5n, ALICE);
    assert.equal(ledger.result(destroy(id)), 'tecHAS_OBLIGATIONS');
    ledger.expect('tesSUCCESS', payment(ALICE, ISSUER, units(id, 5n)));
    assert.equal(ledger.result(destroy(id)), 'tesSUCCESS');
    assert.equal(ledger.issuance(id), undefined);
    assert.equal(ledger.account(ISSUER).OwnerCount, 0);
    assert.equal(isDirectoryEmpty(ledger.view, ownerDirKeylet(ISSUER)), true);
    assert.ok(ledger.token(id, ALICE));
  });

  test('refuses while units are locked', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    ledger.amend(ledger.issuance(id), { LockedAmount: 1n });
    assert.equal(ledger.result(destroy(id)), 'tecHAS_OBLIGATIONS');
  });

  test('is for the issuer of a token that is there', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    assert.equal(ledger.result(destroy(id, ALICE)), 'tecNO_PERMISSION');
    assert.equal(ledger.result(destroy('00'.repeat(24))), 'tecOBJECT_NOT_FOUND');
  });
});
