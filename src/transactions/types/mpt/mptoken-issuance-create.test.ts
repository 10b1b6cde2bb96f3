import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ISSUER, MptLedger } from '../../../../test/support/mpt-ledger.ts';

describe('MPTokenIssuanceCreate', () => {
  test('needs the reserve for one object more, before the fee', () => {
    const ledger = new MptLedger();
    ledger.view.rawReplace({ ...ledger.account(ISSUER), Balance: 1_199_999n });
    assert.equal(ledger.result({ TransactionType: 'MPTokenIssuanceCreate' }), 'tecINSUFFICIENT_RESERVE');
    ledger.view.rawReplace({ ...ledger.account(ISSUER), Balance: 1_200_000n });
    assert.equal(ledger.result({ TransactionType: 'MPTokenIssuanceCreate' }), 'tesSUCCESS');
  });
});
