import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AmmLedger, ammLedger, DOLLARS, EUROS, PROVIDER, TRADER } from '../../../../test/support/amm-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, StObject } from '../../../protocol/values.ts';
import { type AuctionSlot, auctionSlotOf } from '../../amm/auction-slot.ts';

const DAY = 86_400;
const INTERVAL = DAY / 20;

/** The provider has as many LP tokens as the creator: 100,000. The least price of the slot is 40. */
function shared(): AmmLedger {
  const at = ammLedger({ TradingFee: 500 });
  const Flags = TransactionFlags.AMMDeposit.tfLPToken;
  assert.equal(at.send('AMMDeposit', { Flags, LPTokenOut: at.lpTokens('100000') }), 'tesSUCCESS');
  return at;
}

const bid = (at: AmmLedger, fields: StObject = {}) => at.send('AMMBid', fields);
const slotOf = (at: AmmLedger): AuctionSlot => auctionSlotOf(at.amm()!)!;
const authorized = (...accounts: AccountId[]) => ({
  AuthAccounts: accounts.map((Account) => ({ AuthAccount: { Account } })),
});

/** The slot is the creator's, for this price, since so many intervals; half of one more has passed. */
function sold(price: string, intervals: number): AmmLedger {
  const at = shared();
  const start = at.view.parentCloseTimeSeconds - intervals * INTERVAL - INTERVAL / 2;
  const slot = { ...slotOf(at), Price: at.lpTokens(price), Expiration: start + DAY };
  at.view.rawReplace({ ...at.amm()!, AuctionSlot: slot as unknown as StObject });
  return at;
}

describe('AMMBid refuses', () => {
  test('what is malformed', () => {
    const at = shared();
    assert.equal(bid(at, { Asset: { mptIssuanceId: '01'.repeat(24) } }), 'temDISABLED');
    assert.equal(bid(at, { Asset: DOLLARS }), 'temBAD_AMM_TOKENS');
    assert.equal(bid(at, { BidMin: at.lpTokens('0') }), 'temBAD_AMOUNT');
    assert.equal(bid(at, { BidMax: at.lpTokens('-1') }), 'temBAD_AMOUNT');
    const five = ['A', 'B', 'D', 'E', 'F'].map(testAccount);
    assert.equal(bid(at, authorized(...five)), 'temMALFORMED');
    assert.equal(bid(at, authorized(PROVIDER)), 'temMALFORMED', 'the sender');
    assert.equal(bid(at, authorized(TRADER, TRADER)), 'temMALFORMED', 'the same twice');
  });

  test('where there is no slot to buy, and for accounts that are not there', () => {
    const at = shared();
    assert.equal(bid(at, { Asset2: EUROS }), 'terNO_AMM');
    assert.equal(bid(at, authorized(testAccount('X'))), 'terNO_ACCOUNT');
    assert.equal(bid(at, { Account: TRADER }), 'tecAMM_INVALID_TOKENS', 'without LP tokens');
    at.view.rawReplace({ ...at.amm()!, LPTokenBalance: at.lpTokens('0') });
    assert.equal(bid(at), 'tecAMM_EMPTY');
  });

  test('a highest bid below the price, alone or with a lowest', () => {
    const at = sold('0', 19);
    assert.equal(bid(at, { BidMax: at.lpTokens('39') }), 'tecAMM_FAILED');
    assert.equal(bid(at, { BidMin: at.lpTokens('38'), BidMax: at.lpTokens('39') }), 'tecAMM_FAILED');
  });
});
