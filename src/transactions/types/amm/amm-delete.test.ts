import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AmmLedger, ammLedger, CREATOR } from '../../../../test/support/amm-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';

/** A market maker with so many empty lines for its LP tokens, after a withdrawal of all that removed 510 of them. */
function emptied(lines: number): AmmLedger {
  const at = ammLedger();
  for (let i = 0; i < lines; i++) {
    const Account = testAccount(`Z${i}`);
    at.fund(Account);
    const made = at.apply({ TransactionType: 'TrustSet', Account, LimitAmount: at.lpTokens('10') });
    assert.equal(made.result, 'tesSUCCESS');
  }
  const { tfWithdrawAll: Flags } = TransactionFlags.AMMWithdraw;
  assert.equal(at.send('AMMWithdraw', { Account: CREATOR, Flags }), 'tesSUCCESS');
  return at;
}

describe('AMMDelete', () => {
  test('removes the market maker, its account and all lines', () => {
    const at = emptied(513);
    const { Account } = at.amm()!;
    assert.equal(at.send('AMMDelete'), 'tesSUCCESS');
    assert.equal(at.pool(), 'none');
    assert.equal(at.read(accountKeylet(Account)), undefined);
    for (let i = 0; i < 513; i++) assert.equal(at.account(testAccount(`Z${i}`)).OwnerCount, 0);
  });
});
