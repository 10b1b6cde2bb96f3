/**
 * The auction slot of an AMM, whose holder trades at a tenth of the fee for a day, and the votes on the fee (rippled:
 * AMMCore.cpp, ammAuctionTimeSlot; AMMHelpers.cpp, initializeFeeAuctionVote).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { ISSUED_ZERO } from '../../protocol/amounts/issued-amount.ts';
import type { AMM, TokenIssue } from '../../protocol/entries/entries.ts';
import type { InnerObjectOf } from '../../protocol/tables/field-values.ts';
import type { AccountId, StArray, StObject } from '../../protocol/values.ts';

export type AuctionSlot = InnerObjectOf<'AuctionSlot'>;
export type VoteEntry = InnerObjectOf<'VoteEntry'>;

/** How long an auction slot lasts. */
export const SLOT_SECONDS = 24 * 3600;
/** The number of intervals of the slot's day; its price falls with each. */
export const SLOT_INTERVALS = 20;
/** The total of vote weights: a weight is the share of the LP tokens in these units. */
export const VOTE_WEIGHT_SCALE = 100_000;
const INTERVAL_SECONDS = SLOT_SECONDS / SLOT_INTERVALS;
const DISCOUNT_DIVISOR = 10;

/** Undefined in old ledgers, where the slot was optional. */
export function auctionSlotOf({ AuctionSlot: slot }: Readonly<AMM>): AuctionSlot | undefined {
  return slot as AuctionSlot | undefined;
}

export function voteEntriesOf({ VoteSlots: slots = [] }: Readonly<AMM>): readonly VoteEntry[] {
  return slots.map(({ VoteEntry: entry }) => entry as unknown as VoteEntry);
}

/** The accounts of an `AuthAccounts` list, which also trade at the slot holder's fee. */
export function authorizedAccounts(accounts: StArray = []): readonly AccountId[] {
  return accounts.map((element) => Object.values(element)[0]!.Account as AccountId);
}

/** True for the holder of an unexpired slot and for the accounts that it authorized. */
export function mayTradeAtDiscount(slot: AuctionSlot, account: AccountId, nowSeconds: number): boolean {
  if (nowSeconds >= slot.Expiration) return false;
  return slot.Account === account || authorizedAccounts(slot.AuthAccounts).includes(account);
}

/** The current interval of the slot, 0 to 19; undefined if the slot is empty or expired. */
export function slotInterval(slot: AuctionSlot, nowSeconds: number): number | undefined {
  const start = slot.Expiration - SLOT_SECONDS;
  if (start < 0 || nowSeconds < start || nowSeconds >= slot.Expiration) return undefined;
  return Math.floor((nowSeconds - start) / INTERVAL_SECONDS);
}

/** The slot holder's fee as a field; left out if zero. */
export function discountedFee(tradingFee: number): { readonly DiscountedFee?: number } {
  const fee = Math.floor(tradingFee / DISCOUNT_DIVISOR);
  return fee === 0 ? {} : { DiscountedFee: fee };
}

/** A vote as an element of `VoteSlots`; a fee of zero is left out. */
export function voteElement(account: AccountId, fee: number, weight: number): StArray[number] {
  const vote: StObject = { Account: account, VoteWeight: weight };
  return { VoteEntry: fee === 0 ? vote : { ...vote, TradingFee: fee } };
}

/** Sets the trading fee; zero is left out. */
export function setTradingFee(amm: AMM, fee: number): void {
  if (fee === 0) delete amm.TradingFee;
  else amm.TradingFee = fee;
}

/** The first depositor gets the only vote, and the auction slot for free. */
export function initializeFeeAuctionVote(
  view: ReadView,
  amm: AMM,
  account: AccountId,
  lpToken: TokenIssue,
  fee: number,
): void {
  const { currency, issuer } = lpToken;
  amm.VoteSlots = [voteElement(account, fee, VOTE_WEIGHT_SCALE)];
  setTradingFee(amm, fee);
  amm.AuctionSlot = {
    Account: account,
    Expiration: view.parentCloseTimeSeconds + SLOT_SECONDS,
    Price: { ...ISSUED_ZERO, currency, issuer },
    ...discountedFee(fee),
  };
}
