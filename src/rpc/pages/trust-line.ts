/** A trust line from the side of one of its accounts (rippled: TrustLine.cpp). */

import { negateIssued } from '../../protocol/amounts/issued-amount.ts';
import type { RippleState } from '../../protocol/entries/entries.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, IssuedAmount } from '../../protocol/values.ts';

const FLAGS = EntryFlags.RippleState;

/** The line's flag bits that belong to one side. */
export interface SideFlags {
  readonly reserve: number;
  readonly auth: number;
  readonly noRipple: number;
  readonly freeze: number;
  readonly deepFreeze: number;
}

const LOW_SIDE: SideFlags = {
  reserve: FLAGS.lsfLowReserve,
  auth: FLAGS.lsfLowAuth,
  noRipple: FLAGS.lsfLowNoRipple,
  freeze: FLAGS.lsfLowFreeze,
  deepFreeze: FLAGS.lsfLowDeepFreeze,
};
const HIGH_SIDE: SideFlags = {
  reserve: FLAGS.lsfHighReserve,
  auth: FLAGS.lsfHighAuth,
  noRipple: FLAGS.lsfHighNoRipple,
  freeze: FLAGS.lsfHighFreeze,
  deepFreeze: FLAGS.lsfHighDeepFreeze,
};

export interface TrustLineView {
  readonly peer: AccountId;
  /** Positive if the account holds tokens, negative if it owes them. */
  readonly balance: IssuedAmount;
  readonly limit: IssuedAmount;
  readonly limitPeer: IssuedAmount;
  readonly qualityIn: number;
  readonly qualityOut: number;
  readonly mine: SideFlags;
  readonly theirs: SideFlags;
  readonly flags: number;
}

/** The line from the side of `account`, which must be one of its two accounts. */
export function viewTrustLine(line: Readonly<RippleState>, account: AccountId): TrustLineView {
  const { LowLimit, HighLimit, Balance, Flags: flags } = line;
  if (LowLimit.issuer === account) {
    return {
      peer: HighLimit.issuer,
      balance: Balance,
      limit: LowLimit,
      limitPeer: HighLimit,
      qualityIn: line.LowQualityIn ?? 0,
      qualityOut: line.LowQualityOut ?? 0,
      mine: LOW_SIDE,
      theirs: HIGH_SIDE,
      flags,
    };
  }
  return {
    peer: LowLimit.issuer,
    balance: negateIssued(Balance),
    limit: HighLimit,
    limitPeer: LowLimit,
    qualityIn: line.HighQualityIn ?? 0,
    qualityOut: line.HighQualityOut ?? 0,
    mine: HIGH_SIDE,
    theirs: LOW_SIDE,
    flags,
  };
}
