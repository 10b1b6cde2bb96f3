import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AmmLedger, ammLedger, EUROS, PROVIDER, TRADER } from '../../../../test/support/amm-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, StObject } from '../../../protocol/values.ts';
import { voteEntriesOf } from '../../amm/auction-slot.ts';

const { tfLPToken } = TransactionFlags.AMMDeposit;

/** Gives the account so many LP tokens, by the way of a deposit of the provider. */
function give(at: AmmLedger, account: AccountId, text: string): void {
  const deposit = at.send('AMMDeposit', { Flags: tfLPToken, LPTokenOut: at.lpTokens(text) });
  assert.equal(deposit, 'tesSUCCESS');
  if (account === PROVIDER) return;
  const { issuer, currency } = at.amm()!.LPTokenBalance;
  if (at.line(account, issuer, currency) === undefined) {
    const LimitAmount = at.lpTokens('1000000');
    assert.equal(at.apply({ TransactionType: 'TrustSet', Account: account, LimitAmount }).result, 'tesSUCCESS');
  }
  assert.equal(at.pay(PROVIDER, account, '0', issuer, { Amount: at.lpTokens(text) }).result, 'tesSUCCESS');
}

/** The votes, each as fee and weight: `100/50000`. */
function votes(at: AmmLedger): string[] {
  return voteEntriesOf(at.amm()!).map(({ TradingFee = 0, VoteWeight }) => `${TradingFee}/${VoteWeight}`);
}

const vote = (at: AmmLedger, fee: number, fields: StObject = {}) => at.send('AMMVote', { TradingFee: fee, ...fields });

describe('AMMVote refuses', () => {
  test('where there is nothing to vote on, and who has no LP tokens', () => {
    const at = ammLedger();
    assert.equal(vote(at, 5, { Asset2: EUROS }), 'terNO_AMM');
    assert.equal(vote(at, 5), 'tecAMM_INVALID_TOKENS');
    at.empty();
    assert.equal(vote(at, 5), 'tecAMM_EMPTY');
  });
});

describe('AMMVote', () => {
  describe('has eight places:', () => {
    /** Seven accounts with more and more LP tokens have voted beside the creator. */
    const crowded = (): AmmLedger => {
      const at = ammLedger();
      for (let i = 1; i <= 7; i++) {
        const account = testAccount(`V${i}`);
        at.fund(account);
        give(at, account, String(i * 100));
        assert.equal(vote(at, 100, { Account: account }), 'tesSUCCESS');
      }
      assert.equal(votes(at).length, 8);
      return at;
    };
    const newcomer = (text: string, fee: number): AmmLedger => {
      const at = crowded();
      give(at, TRADER, text);
      assert.equal(vote(at, fee, { Account: TRADER }), 'tesSUCCESS');
      return at;
    };
    const hasVoted = (at: AmmLedger, account: AccountId) =>
      voteEntriesOf(at.amm()!).some(({ Account }) => Account === account);

    test('who has as many needs a higher fee', () => {
      assert.equal(hasVoted(newcomer('100', 101), TRADER), true);
      assert.equal(hasVoted(newcomer('100', 100), TRADER), false);
    });
  });
});
