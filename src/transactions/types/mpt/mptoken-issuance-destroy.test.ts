import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ISSUER, MptLedger } from '../../../../test/support/mpt-ledger.ts';

function destroy(id: string, account = ISSUER) {
  return { TransactionType: 'MPTokenIssuanceDestroy', Account: account, MPTokenIssuanceID: id };
}

describe('MPTokenIssuanceDestroy', () => {
  test('refuses while units are locked', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    ledger.amend(ledger.issuance(id), { LockedAmount: 1n });
    assert.equal(ledger.result(destroy(id)), 'tecHAS_OBLIGATIONS');
  });
});
