import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ISSUER, MptLedger } from '../../../../test/support/mpt-ledger.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { StObject } from '../../../protocol/values.ts';

describe('MPTokenIssuanceCreate', () => {
  const refusals: readonly [string, StObject, Ter][] = [
    ['metadata of 1025 bytes', { MPTokenMetadata: '00'.repeat(1025) }, 'temMALFORMED'],
  ];
  for (const [what, fields, expected] of refusals) {
    test(`refuses ${what}`, () => {
      const result = new MptLedger().result({ TransactionType: 'MPTokenIssuanceCreate', ...fields });
      assert.equal(result, expected);
    });
  }

  test('needs the reserve for one object more, before the fee', () => {
    const ledger = new MptLedger();
    ledger.view.rawReplace({ ...ledger.account(ISSUER), Balance: 1_199_999n });
    assert.equal(ledger.result({ TransactionType: 'MPTokenIssuanceCreate' }), 'tecINSUFFICIENT_RESERVE');
    ledger.view.rawReplace({ ...ledger.account(ISSUER), Balance: 1_200_000n });
    assert.equal(ledger.result({ TransactionType: 'MPTokenIssuanceCreate' }), 'tesSUCCESS');
  });
});
