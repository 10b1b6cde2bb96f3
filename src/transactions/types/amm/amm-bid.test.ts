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
  usd,
} from '../../../../test/support/amm-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { textOf } from '../../../../test/support/token-ledger.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, IssuedAmount, StObject } from '../../../protocol/values.ts';
import { type AuctionSlot, auctionSlotOf } from '../../amm/auction-slot.ts';
import { tradingFee } from '../../amm/pool.ts';

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

  for (const name of ['BidMin', 'BidMax']) {
    test(`as ${name} other tokens, or more than the sender has, or all there are`, () => {
      const at = shared();
      assert.equal(bid(at, { [name]: usd('1') }), 'temBAD_AMM_TOKENS');
      assert.equal(bid(at, { [name]: at.lpTokens('100001') }), 'tecAMM_INVALID_TOKENS');
      const alone = ammLedger();
      assert.equal(bid(alone, { [name]: alone.lpTokens('100000'), Account: CREATOR }), 'tecAMM_INVALID_TOKENS');
    });
  }

  test('a lowest bid above the highest', () => {
    const at = shared();
    assert.equal(bid(at, { BidMin: at.lpTokens('51'), BidMax: at.lpTokens('50') }), 'tecAMM_INVALID_TOKENS');
  });

  test('a highest bid below the price, alone or with a lowest', () => {
    const at = sold('0', 19);
    assert.equal(bid(at, { BidMax: at.lpTokens('39') }), 'tecAMM_FAILED');
    assert.equal(bid(at, { BidMin: at.lpTokens('38'), BidMax: at.lpTokens('39') }), 'tecAMM_FAILED');
  });

  test('a price that the sender does not have', () => {
    assert.equal(bid(sold('99999', 1)), 'tecAMM_INVALID_TOKENS');
  });
});

describe('AMMBid', () => {
  test('buys a slot that nobody has for the least price, which is burnt', () => {
    const at = sold('1000', 20);
    assert.equal(bid(at, authorized(TRADER)), 'tesSUCCESS');
    const { Account, Price, Expiration, DiscountedFee, AuthAccounts } = slotOf(at);
    assert.deepEqual([Account, textOf(Price as IssuedAmount), DiscountedFee], [PROVIDER, '40', 50]);
    assert.equal(Expiration, at.view.parentCloseTimeSeconds + DAY);
    assert.equal(AuthAccounts?.length, 1);
    assert.equal(at.share(PROVIDER), '99960');
    assert.equal(at.share(CREATOR), '100000');
    assert.equal(textOf(at.amm()!.LPTokenBalance), '199960');
  });

  test('pays the lowest bid where that is more, within both bids too', () => {
    const paid = (fields: (at: AmmLedger) => StObject): string => {
      const at = sold('0', 19);
      assert.equal(bid(at, fields(at)), 'tesSUCCESS');
      return textOf(slotOf(at).Price as IssuedAmount);
    };
    assert.equal(
      paid((at) => ({ BidMin: at.lpTokens('120') })),
      '120',
    );
    assert.equal(
      paid((at) => ({ BidMin: at.lpTokens('20') })),
      '40',
    );
    assert.equal(
      paid((at) => ({ BidMax: at.lpTokens('50') })),
      '40',
    );
    assert.equal(
      paid((at) => ({ BidMin: at.lpTokens('45'), BidMax: at.lpTokens('50') })),
      '45',
    );
  });

  test('in the first interval pays five per cent more than the holder has, who gets 95 per cent back', () => {
    const at = sold('1000', 0);
    assert.equal(bid(at), 'tesSUCCESS');
    assert.equal(textOf(slotOf(at).Price as IssuedAmount), '1090');
    assert.equal(at.share(CREATOR), '100950');
    assert.equal(at.share(PROVIDER), '98910');
    assert.equal(textOf(at.amm()!.LPTokenBalance), '199860', 'the rest is burnt');
  });

  test('later pays less, and the holder gets less back', () => {
    const at = sold('1000', 9);
    assert.equal(bid(at), 'tesSUCCESS');
    assert.ok(Math.abs(Number(textOf(slotOf(at).Price as IssuedAmount)) - (1050 * (1 - 0.5 ** 60) + 40)) < 1e-9);
    assert.equal(at.share(CREATOR), '100500');
  });

  test('in the last interval pays the holder nothing', () => {
    const at = sold('1000', 19);
    assert.equal(bid(at), 'tesSUCCESS');
    assert.equal(at.share(CREATOR), '100000');
  });

  test('forgets the accounts of the former holder, and a discount of nothing', () => {
    const at = sold('0', 19);
    assert.equal(bid(at, authorized(TRADER)), 'tesSUCCESS');
    at.view.rawReplace({ ...at.amm()!, TradingFee: 9 });
    assert.equal(bid(at, { Account: CREATOR }), 'tesSUCCESS');
    assert.deepEqual(Object.keys(slotOf(at)).sort(), ['Account', 'Expiration', 'Price']);
  });
});

test('Who has the slot, or is named by who has it, trades at the discount until it expires', () => {
  const at = sold('0', 19);
  assert.equal(bid(at, authorized(TRADER)), 'tesSUCCESS');
  const feeOf = (account: AccountId) => tradingFee(at.view, at.amm()!, account);
  assert.deepEqual([PROVIDER, TRADER, CREATOR].map(feeOf), [50, 50, 500]);
  const expired = { ...slotOf(at), Expiration: at.view.parentCloseTimeSeconds };
  at.view.rawReplace({ ...at.amm()!, AuctionSlot: expired as unknown as StObject });
  assert.deepEqual([PROVIDER, TRADER, CREATOR].map(feeOf), [500, 500, 500]);
});
