/**
 * The two sides of a trust line. The entry has every setting twice: for the low account (the smaller ID) and the high
 * one. A side lists the fields and flags of one account, so that code does not decide again which account is low.
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
  /** Bits of the line's `Flags`. */
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

/** The account's balance of the peer's tokens, at that side; negative if it owes the peer. */
export function balanceAt(line: Readonly<RippleState>, side: LineSide): IssuedAmount {
  return side.isHigh ? negateIssued(line.Balance) : line.Balance;
}

/** Sets the account's balance at that side. */
export function setBalanceAt(line: RippleState, side: LineSide, held: IssuedAmount): void {
  line.Balance = side.isHigh ? negateIssued(held) : held;
}
