/**
 * A trust line is one entry for two accounts, and whatever one of them sets exists twice in it: for the low account
 * (the smaller id) and for the high one. An end names the fields and flags of one of them, so that code says whose
 * setting it means and never asks again which of the two is low.
 */

import { negateIssued } from '../../protocol/amounts/issued-amount.ts';
import type { RippleState } from '../../protocol/entries/entries.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, IssuedAmount } from '../../protocol/values.ts';

export interface LineEnd {
  readonly isHigh: boolean;
  readonly limit: 'LowLimit' | 'HighLimit';
  readonly node: 'LowNode' | 'HighNode';
  readonly qualityIn: 'LowQualityIn' | 'HighQualityIn';
  readonly qualityOut: 'LowQualityOut' | 'HighQualityOut';
  /** Flags of the line's `Flags`. */
  readonly reserve: number;
  readonly auth: number;
  readonly noRipple: number;
  readonly freeze: number;
  readonly deepFreeze: number;
}

const Bits = EntryFlags.RippleState;

export const LOW_END: LineEnd = {
  isHigh: false,
  limit: 'LowLimit',
  node: 'LowNode',
  qualityIn: 'LowQualityIn',
  qualityOut: 'LowQualityOut',
  reserve: Bits.lsfLowReserve,
  auth: Bits.lsfLowAuth,
  noRipple: Bits.lsfLowNoRipple,
  freeze: Bits.lsfLowFreeze,
  deepFreeze: Bits.lsfLowDeepFreeze,
};

export const HIGH_END: LineEnd = {
  isHigh: true,
  limit: 'HighLimit',
  node: 'HighNode',
  qualityIn: 'HighQualityIn',
  qualityOut: 'HighQualityOut',
  reserve: Bits.lsfHighReserve,
  auth: Bits.lsfHighAuth,
  noRipple: Bits.lsfHighNoRipple,
  freeze: Bits.lsfHighFreeze,
  deepFreeze: Bits.lsfHighDeepFreeze,
};

/** The account's end of its line with the peer. */
export function endOf(account: AccountId, peer: AccountId): LineEnd {
  return account > peer ? HIGH_END : LOW_END;
}

export function oppositeEnd(end: LineEnd): LineEnd {
  return end.isHigh ? LOW_END : HIGH_END;
}

/** What the account at that end holds of the other's tokens; negative when it has issued some. */
export function balanceAt(line: Readonly<RippleState>, end: LineEnd): IssuedAmount {
  return end.isHigh ? negateIssued(line.Balance) : line.Balance;
}

/** Writes what the account at that end holds. */
export function setBalanceAt(line: RippleState, end: LineEnd, held: IssuedAmount): void {
  line.Balance = end.isHigh ? negateIssued(held) : held;
}
