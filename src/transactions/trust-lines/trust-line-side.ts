/**
 * A trust line is one entry for two accounts, and whatever one of them sets exists twice in it: for the low account
 * (the smaller id) and for the high one. A side names the fields and flags of one of them, so that code says whose
 * setting it means and never asks again which of the two is low.
 */

import { negateIssued } from '../../protocol/amounts/issued-amount.ts';
import type { RippleState } from '../../protocol/entries/entries.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, IssuedAmount } from '../../protocol/values.ts';

export interface LineSide {
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

export const LOW_SIDE: LineSide = {
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

export const HIGH_SIDE: LineSide = {
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

/** The account's side of its line with the peer. */
export function sideOf(account: AccountId, peer: AccountId): LineSide {
  return account > peer ? HIGH_SIDE : LOW_SIDE;
}

export function oppositeSide(side: LineSide): LineSide {
  return side.isHigh ? LOW_SIDE : HIGH_SIDE;
}

/** What the account at that side holds of the other's tokens; negative when it has issued some. */
export function balanceAt(line: Readonly<RippleState>, side: LineSide): IssuedAmount {
  return side.isHigh ? negateIssued(line.Balance) : line.Balance;
}

/** Writes what the account at that side holds. */
export function setBalanceAt(line: RippleState, side: LineSide, held: IssuedAmount): void {
  line.Balance = side.isHigh ? negateIssued(held) : held;
}
