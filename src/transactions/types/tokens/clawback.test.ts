import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../../test/support/token-ledger.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';

const HOLDER = testAccount('A');
const ISSUER = testAccount('I');
const { lsfAllowTrustLineClawback, lsfNoFreeze } = EntryFlags.AccountRoot;

test('Clawback needs the flag of the issuer, and no lsfNoFreeze', () => {
  const results = [0, lsfAllowTrustLineClawback | lsfNoFreeze, lsfAllowTrustLineClawback].map((flags) => {
    const ledger = new TokenLedger();
    ledger.fund(HOLDER);
    ledger.fund(ISSUER, { Flags: flags });
    ledger.trust(HOLDER, ISSUER, '100');
    ledger.pay(ISSUER, HOLDER, '60', ISSUER);
    return ledger.apply({ TransactionType: 'Clawback', Account: ISSUER, Amount: tokens('10', HOLDER) }).result;
  });
  assert.deepEqual(results, ['tecNO_PERMISSION', 'tecNO_PERMISSION', 'tesSUCCESS']);
});
