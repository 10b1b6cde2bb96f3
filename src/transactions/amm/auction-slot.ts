/**
 * The auction slot of a market maker: who has it trades at a tenth of the fee for a day. And the votes on the fee
 * (rippled: AMMCore.cpp, ammAuctionTimeSlot; AMMHelpers.cpp, initializeFeeAuctionVote).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { ISSUED_ZERO } from '../../protocol/amounts/issued-amount.ts';
import type { AMM, TokenIssue } from '../../protocol/entries/entries.ts';
import type { InnerObjectOf } from '../../protocol/tables/field-values.ts';
import type { AccountId, StArray, StObject } from '../../protocol/values.ts';

export type AuctionSlot = InnerObjectOf<'AuctionSlot'>;
export type VoteEntry = InnerObjectOf<'VoteEntry'>;

/** How long somebody has the slot. */
export const SLOT_SECONDS = 24 * 3600;
/** Its day is divided into so many intervals, in which it loses value. */
export const SLOT_INTERVALS = 20;
/** The share of all LP tokens that a vote's weight is expressed in. */
export const VOTE_WEIGHT_SCALE = 100_000;
const INTERVAL_SECONDS = SLOT_SECONDS / SLOT_INTERVALS;
const DISCOUNT_DIVISOR = 10;

/** Undefined in ledgers from before the slot was always there. */
export function auctionSlotOf({ AuctionSlot: slot }: Readonly<AMM>): AuctionSlot | undefined {
  return slot as AuctionSlot | undefined;
}

/** The votes on the fee. */
export function voteEntriesOf({ VoteSlots: slots = [] }: Readonly<AMM>): readonly VoteEntry[] {
  return slots.map(({ VoteEntry: entry }) => entry as unknown as VoteEntry);
}

/** The accounts of a list `AuthAccounts`: those that trade at the holder's fee. */
export function authorizedAccounts(accounts: StArray = []): readonly AccountId[] {
  return accounts.map((element) => Object.values(element)[0]!.Account as AccountId);
}

/** True for the holder of a slot that has not expired, and for those whom the holder has named. */
export function mayTradeAtDiscount(slot: AuctionSlot, account: AccountId, nowSeconds: number): boolean {
  if (nowSeconds >= slot.Expiration) return false;
  return slot.Account === account || authorizedAccounts(slot.AuthAccounts).includes(account);
}

/** The interval, 0 to 19, of the slot's day; undefined when nobody has it. */
export function slotInterval(slot: AuctionSlot, nowSeconds: number): number | undefined {
  const start = slot.Expiration - SLOT_SECONDS;
  if (start < 0 || nowSeconds < start || nowSeconds >= slot.Expiration) return undefined;
  return Math.floor((nowSeconds - start) / INTERVAL_SECONDS);
}

/** The fee of who has the slot, as its field: none instead of zero. */
export function discountedFee(tradingFee: number): { readonly DiscountedFee?: number } {
  const fee = Math.floor(tradingFee / DISCOUNT_DIVISOR);
  return fee === 0 ? {} : { DiscountedFee: fee };
}

/** A vote as an element of the entry's list; a fee of zero is left out. */
export function voteElement(account: AccountId, fee: number, weight: number): StArray[number] {
  const vote: StObject = { Account: account, VoteWeight: weight };
  return { VoteEntry: fee === 0 ? vote : { ...vote, TradingFee: fee } };
}

/** Sets the fee; zero is left out. */
export function setTradingFee(amm: AMM, fee: number): void {
  if (fee === 0) delete amm.TradingFee;
  else amm.TradingFee = fee;
}

/** Who puts in the first assets has the only vote, and the slot for free. */
export function startVotesAndAuction(
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
