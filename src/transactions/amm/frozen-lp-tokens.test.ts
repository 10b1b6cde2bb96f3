/** LP tokens are shares of two assets: an account that cannot send one of these cannot send the LP tokens. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AmmLedger, ammLedger, CREATOR, ISSUER, PROVIDER, TRADER, usd } from '../../../test/support/amm-ledger.ts';
import { testAccount } from '../../../test/support/test-view.ts';
import type { AccountId } from '../../protocol/values.ts';
import { isLpTokenFrozen } from '../trust-lines/trust-line-freeze.ts';

/** The provider has a line for LP tokens. */
function withLine(): AmmLedger {
  const at = ammLedger();
  assert.equal(trust(at, PROVIDER), 'tesSUCCESS');
  return at;
}

function trust(at: AmmLedger, Account: AccountId, text = '1000000') {
  return at.apply({ TransactionType: 'TrustSet', Account, LimitAmount: at.lpTokens(text) }).result;
}

describe('LP tokens', () => {
  test('of a market maker that is not there are frozen, tokens of accounts are not', () => {
    const at = ammLedger();
    const { Account, index } = at.amm()!;
    assert.equal(isLpTokenFrozen(at.view, CREATOR, Account), false);
    assert.equal(isLpTokenFrozen(at.view, CREATOR, ISSUER), false);
    at.view.rawErase(at.readAny(index)!);
    assert.equal(isLpTokenFrozen(at.view, CREATOR, Account), true);
  });
});

describe('TrustSet with the account of a market maker', () => {
  test('makes none while it is empty, but changes those that are there', () => {
    const at = withLine();
    at.empty();
    assert.equal(trust(at, TRADER), 'tecAMM_EMPTY');
    assert.equal(trust(at, PROVIDER, '5'), 'tesSUCCESS');
  });

  test('fails inside if the market maker is missing, and is refused with accounts of other objects', () => {
    const at = withLine();
    const { Account, index } = at.amm()!;
    const { currency } = at.lpTokens('1');
    at.view.rawErase(at.readAny(index)!);
    const LimitAmount = { ...usd('5'), currency, issuer: Account };
    assert.equal(at.apply({ TransactionType: 'TrustSet', Account: TRADER, LimitAmount }).result, 'tecINTERNAL');
    const vault = testAccount('V');
    at.fund(vault, { VaultID: 'AB'.repeat(32) });
    const toVault = { ...usd('5'), issuer: vault };
    const result = at.apply({ TransactionType: 'TrustSet', Account: TRADER, LimitAmount: toVault }).result;
    assert.equal(result, 'tecNO_PERMISSION');
  });
});
