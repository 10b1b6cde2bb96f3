import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AmmLedger,
  ammLedger,
  CREATOR,
  DOLLARS,
  EUROS,
  PROVIDER,
  TRADER,
} from '../../../../test/support/amm-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, StObject } from '../../../protocol/values.ts';
import { auctionSlotOf, voteEntriesOf } from '../../amm/auction-slot.ts';

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
  test('what is malformed', () => {
    const at = ammLedger();
    const mpt = { mptIssuanceId: '01'.repeat(24) };
    assert.equal(vote(at, 5, { Asset: mpt }), 'temDISABLED');
    assert.equal(vote(at, 5, { Asset: DOLLARS }), 'temBAD_AMM_TOKENS');
    assert.equal(vote(at, 1001), 'temBAD_FEE');
  });

  test('where there is nothing to vote on, and who has no LP tokens', () => {
    const at = ammLedger();
    assert.equal(vote(at, 5, { Asset2: EUROS }), 'terNO_AMM');
    assert.equal(vote(at, 5), 'tecAMM_INVALID_TOKENS');
    at.empty();
    assert.equal(vote(at, 5), 'tecAMM_EMPTY');
  });
});

describe('AMMVote', () => {
  test('makes the fee the mean by LP tokens, and the discount a tenth of it', () => {
    const at = ammLedger({ TradingFee: 100 });
    give(at, PROVIDER, '100000');
    assert.equal(vote(at, 500), 'tesSUCCESS');
    assert.deepEqual(votes(at), ['100/50000', '500/50000']);
    assert.equal(at.amm()!.TradingFee, 300);
    assert.equal(auctionSlotOf(at.amm()!)?.DiscountedFee, 30);
  });

  test('replaces the sender’s former vote', () => {
    const at = ammLedger({ TradingFee: 100 });
    assert.equal(vote(at, 40, { Account: CREATOR }), 'tesSUCCESS');
    assert.deepEqual(votes(at), ['40/100000']);
    assert.equal(at.amm()!.TradingFee, 40);
  });

  test('leaves out fees of zero', () => {
    const at = ammLedger({ TradingFee: 100 });
    assert.equal(vote(at, 0, { Account: CREATOR }), 'tesSUCCESS');
    assert.equal(at.amm()!.TradingFee, undefined);
    assert.equal(auctionSlotOf(at.amm()!)?.DiscountedFee, undefined);
    assert.equal(voteEntriesOf(at.amm()!)[0]!.TradingFee, undefined);
  });

  test('forgets votes of those who have no LP tokens any more', () => {
    const at = ammLedger({ TradingFee: 100 });
    give(at, PROVIDER, '100000');
    const { tfWithdrawAll: Flags } = TransactionFlags.AMMWithdraw;
    assert.equal(at.send('AMMWithdraw', { Flags, Account: CREATOR }), 'tesSUCCESS');
    assert.equal(vote(at, 500), 'tesSUCCESS');
    assert.deepEqual(votes(at), ['500/100000']);
  });

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

    test('who has more than the least takes its place', () => {
      const at = newcomer('101', 1000);
      assert.equal(hasVoted(at, TRADER), true);
      assert.equal(hasVoted(at, testAccount('V1')), false);
      // 101 × 1000 and 2700 × 100 of 102,801 LP tokens; the creator’s 100,000 say nothing.
      assert.equal(at.amm()!.TradingFee, 4);
    });

    test('who has as many needs a higher fee', () => {
      assert.equal(hasVoted(newcomer('100', 101), TRADER), true);
      assert.equal(hasVoted(newcomer('100', 100), TRADER), false);
    });

    test('who has less only has the weights reckoned anew', () => {
      const at = newcomer('99', 1000);
      assert.equal(hasVoted(at, TRADER), false);
      assert.equal(votes(at).length, 8);
    });
  });
});
