import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AmmLedger, ammLedger, CREATOR, EUROS, PROVIDER } from '../../../../test/support/amm-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { Sandbox } from '../../../ledger/sandbox.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import { claimedRemovals } from '../../engine/claimed-removals.ts';

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
  test('is refused for multi-purpose tokens, where there is none, and for one with something in it', () => {
    const at = ammLedger();
    assert.equal(at.send('AMMDelete', { Asset: { mptIssuanceId: '01'.repeat(24) } }), 'temDISABLED');
    assert.equal(at.send('AMMDelete', { Asset2: EUROS }), 'terNO_AMM');
    assert.equal(at.send('AMMDelete'), 'tecAMM_NOT_EMPTY');
  });

  test('removes the market maker, its account and all lines', () => {
    const at = emptied(513);
    const { Account } = at.amm()!;
    assert.equal(at.send('AMMDelete'), 'tesSUCCESS');
    assert.equal(at.pool(), 'none');
    assert.equal(at.read(accountKeylet(Account)), undefined);
    for (let i = 0; i < 513; i++) assert.equal(at.account(testAccount(`Z${i}`)).OwnerCount, 0);
  });

  test('removes as many lines as one transaction may, and these stay removed', () => {
    const at = emptied(1030);
    const sandbox = new Sandbox(at.view);
    const fields = {
      TransactionType: 'AMMDelete',
      Account: PROVIDER,
      Asset: at.amm()!.Asset,
      Asset2: at.amm()!.Asset2,
    };
    assert.equal(at.run(sandbox, at.transaction(fields)).result, 'tecINCOMPLETE');
    // One of the 512 entries that were looked at is the market maker itself.
    const removals = claimedRemovals(sandbox, 'tecINCOMPLETE');
    assert.equal(removals.length, 511);
    sandbox.discard();
    for (const remove of removals) remove();
    sandbox.applyTo(at.view);
    assert.equal(at.pool(), '0 0 0');
    assert.equal(at.send('AMMDelete'), 'tesSUCCESS');
  });
});
