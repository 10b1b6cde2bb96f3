/**
 * AMMBid: buys the auction slot of an AMM with LP tokens. A current holder gets a refund for the remaining time, and
 * the rest of the price is burned (rippled: AMMBid.cpp).
 */
import { amountFromNum, assetOf } from '../../../protocol/amounts/amount-math.ts';
import { compareIssued, issuedToNum, signOfIssued, subtractIssued } from '../../../protocol/amounts/issued-amount.ts';
import {
  type Num,
  numAdd,
  numCompare,
  numDivide,
  numMultiply,
  numOf,
  numSubtract,
} from '../../../protocol/amounts/number.ts';
import { numPower } from '../../../protocol/amounts/number-root.ts';
import type { AMM } from '../../../protocol/entries/entries.ts';
import { accountKeylet, ammKeylet } from '../../../protocol/entries/keylets.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import {
  type AccountId,
  type Amount,
  type IssuedAmount,
  isSameIssue,
  type StObject,
} from '../../../protocol/values.ts';
import { checkAssetPair, checkGivenAmounts, includesMpt } from '../../amm/asset-pair.ts';
import {
  type AuctionSlot,
  auctionSlotOf,
  authorizedAccounts,
  discountedFee,
  SLOT_INTERVALS,
  SLOT_SECONDS,
  slotInterval,
} from '../../amm/auction-slot.ts';
import { lpTokensHeld } from '../../amm/pool.ts';
import { adjustLpTokens, feeFraction } from '../../amm/pool-math.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { accountSend, directSend } from '../../trust-lines/token-transfer.ts';

type AmmBid = TransactionOf<'AMMBid'>;

const MAX_AUTHORIZED = 4;
/** The minimum price is the LP tokens times the trading fee, divided by this. */
const MIN_PRICE_DIVISOR = numOf(25n);
const ONE = numOf(1n);
/** Outbidding a current holder initially costs 5 % more. */
const OUTBID_FACTOR = numOf(105n, -2);
/** The exponent of the price's decay over the intervals: slow at first, then to almost zero. */
const PRICE_EXPONENT = 60;
const LAST_INTERVAL = SLOT_INTERVALS - 1;

export const ammBid = defineTransaction({
  name: 'AMMBid',

  isDisabled({ Asset, Asset2 }) {
    return includesMpt([Asset, Asset2], []);
  },

  preflight({ tx }) {
    const pair = checkAssetPair([tx.Asset, tx.Asset2]);
    if (pair !== 'tesSUCCESS') return pair;
    const bids = checkGivenAmounts([
      [tx.BidMin, {}],
      [tx.BidMax, {}],
    ]);
    return bids === 'tesSUCCESS' ? checkAuthAccounts(tx) : bids;
  },

  preclaim(context) {
    const { view, tx } = context;
    const amm = view.read(ammKeylet(tx.Asset, tx.Asset2));
    if (amm === undefined) return 'terNO_AMM';
    if (signOfIssued(amm.LPTokenBalance) === 0) return 'tecAMM_EMPTY';
    const isUnknown = (account: AccountId) => view.read(accountKeylet(account)) === undefined;
    if (authorizedBy(tx).some(isUnknown)) return 'terNO_ACCOUNT';
    return checkBids(context, amm);
  },

  apply(context) {
    const { sandbox, tx } = context;
    const amm = sandbox.peek(ammKeylet(tx.Asset, tx.Asset2));
    const slot = amm && auctionSlotOf(amm);
    if (amm === undefined || slot === undefined) return 'tecINTERNAL';
    return buySlot(context, amm, slot);
  },
});

function authorizedBy({ AuthAccounts }: Readonly<AmmBid>): readonly AccountId[] {
  return authorizedAccounts(AuthAccounts);
}

/** The sender is not in the list, and no account is in it twice. */
function checkAuthAccounts(tx: Readonly<AmmBid>): NotTec {
  const accounts = authorizedBy(tx);
  if (accounts.length > MAX_AUTHORIZED) return 'temMALFORMED';
  return new Set([tx.Account, ...accounts]).size <= accounts.length ? 'temMALFORMED' : 'tesSUCCESS';
}

/** Bids are in LP tokens that the sender has, and less than all outstanding ones. */
function checkBids({ view, tx }: PreclaimContext<AmmBid>, amm: Readonly<AMM>): Ter {
  const held = lpTokensHeld(view, amm, tx.Account);
  if (signOfIssued(held) === 0) return 'tecAMM_INVALID_TOKENS';
  for (const bid of [tx.BidMin, tx.BidMax]) {
    if (bid === undefined) continue;
    if (!isOfToken(bid, held)) return 'temBAD_AMM_TOKENS';
    const isTooMuch = compareIssued(bid, held) > 0 || compareIssued(bid, amm.LPTokenBalance) >= 0;
    if (isTooMuch) return 'tecAMM_INVALID_TOKENS';
  }
  const { BidMin: least, BidMax: most } = tx;
  if (least === undefined || most === undefined) return 'tesSUCCESS';
  return compareIssued(least as IssuedAmount, most as IssuedAmount) > 0 ? 'tecAMM_INVALID_TOKENS' : 'tesSUCCESS';
}

function isOfToken(bid: Amount, lpToken: IssuedAmount): bid is IssuedAmount {
  return isSameIssue(assetOf(bid), assetOf(lpToken));
}

/** A slot is bought from its holder unless that account is deleted or the slot is in its last interval. */
function buySlot(context: ApplyContext<AmmBid>, amm: AMM, slot: AuctionSlot): Ter {
  const { sandbox, tx } = context;
  const interval = slotInterval(slot, sandbox.parentCloseTimeSeconds);
  const isOwned =
    interval !== undefined && interval < LAST_INTERVAL && sandbox.read(accountKeylet(slot.Account)) !== undefined;
  const held = lpTokensHeld(sandbox, amm, tx.Account);
  const least = leastPrice(amm);
  if (!isOwned) {
    const price = priceWithinBids(tx, least, held);
    return typeof price === 'string' ? price : takeSlot(context, amm, price, price);
  }
  const used = numDivide(numOf(BigInt(interval + 1)), numOf(BigInt(SLOT_INTERVALS)));
  const bought = issuedToNum(slot.Price as IssuedAmount);
  const price = priceWithinBids(tx, numAdd(outbidPrice(bought, interval, used), least), held);
  if (typeof price === 'string') return price;
  const refund = numMultiply(numSubtract(ONE, used), bought);
  if (numCompare(refund, price) > 0) return 'tecINTERNAL';
  const refunded = accountSend(sandbox, tx.Account, slot.Account, lpTokens(amm, refund));
  if (refunded !== 'tesSUCCESS') return refunded;
  return takeSlot(context, amm, price, numSubtract(price, refund));
}

function leastPrice({ LPTokenBalance: all, TradingFee: fee = 0 }: AMM): Num {
  return numDivide(numMultiply(issuedToNum(all), feeFraction(fee)), MIN_PRICE_DIVISOR);
}

function outbidPrice(bought: Num, interval: number, used: Num): Num {
  const price = numMultiply(bought, OUTBID_FACTOR);
  return interval === 0 ? price : numMultiply(price, numSubtract(ONE, numPower(used, PRICE_EXPONENT)));
}

/** The computed price, or BidMin if that is higher; at most BidMax and the sender's balance. */
function priceWithinBids({ BidMin, BidMax }: Readonly<AmmBid>, computed: Num, held: IssuedAmount): Num | Ter {
  const least = BidMin === undefined ? computed : issuedToNum(BidMin as IssuedAmount);
  if (BidMax !== undefined && numCompare(computed, issuedToNum(BidMax as IssuedAmount)) > 0) return 'tecAMM_FAILED';
  const price = numCompare(computed, least) < 0 ? least : computed;
  return numCompare(price, issuedToNum(held)) > 0 ? 'tecAMM_INVALID_TOKENS' : price;
}

/** Sets the sender as slot holder, and burns the rest of the price. */
function takeSlot({ sandbox, tx }: ApplyContext<AmmBid>, amm: AMM, price: Num, burnt: Num): Ter {
  const slot: StObject = {
    Account: tx.Account,
    Expiration: sandbox.parentCloseTimeSeconds + SLOT_SECONDS,
    Price: lpTokens(amm, price),
    ...discountedFee(amm.TradingFee ?? 0),
  };
  amm.AuctionSlot = tx.AuthAccounts === undefined ? slot : { ...slot, AuthAccounts: tx.AuthAccounts };
  const burn = adjustLpTokens(amm.LPTokenBalance, lpTokens(amm, burnt), 'withdraw');
  if (compareIssued(burn, amm.LPTokenBalance) >= 0) return 'tecINTERNAL';
  const redeemed = directSend(sandbox, tx.Account, amm.Account, burn);
  if (redeemed !== 'tesSUCCESS') return redeemed;
  amm.LPTokenBalance = subtractIssued(amm.LPTokenBalance, burn);
  sandbox.update(amm);
  return 'tesSUCCESS';
}

function lpTokens({ LPTokenBalance: all }: AMM, quantity: Num): IssuedAmount {
  return amountFromNum(assetOf(all), quantity) as IssuedAmount;
}
