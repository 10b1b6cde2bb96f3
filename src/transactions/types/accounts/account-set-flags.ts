/**
 * The flags of AccountSet: which bits of the account's Flags are set and cleared. Most are in a table; the conditional
 * ones are below (rippled: AccountSet.cpp).
 */
import { AccountSetFlags, EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';

export type AccountSet = TransactionOf<'AccountSet'>;

interface Switch {
  /** The value of SetFlag or ClearFlag. */
  readonly number: number;
  /** The bit in the account's Flags. */
  readonly bit: number;
  /** Equivalent bits of the transaction's Flags, the older form. */
  readonly set?: number;
  readonly clear?: number;
}

const { AccountRoot: Bits } = EntryFlags;
const { AccountSet: Legacy } = TransactionFlags;

const REQUIRE_AUTH: Switch = {
  number: AccountSetFlags.asfRequireAuth,
  bit: Bits.lsfRequireAuth,
  set: Legacy.tfRequireAuth,
  clear: Legacy.tfOptionalAuth,
};

const SWITCHES: readonly Switch[] = [
  REQUIRE_AUTH,
  {
    number: AccountSetFlags.asfRequireDest,
    bit: Bits.lsfRequireDestTag,
    set: Legacy.tfRequireDestTag,
    clear: Legacy.tfOptionalDestTag,
  },
  {
    number: AccountSetFlags.asfDisallowXRP,
    bit: Bits.lsfDisallowXRP,
    set: Legacy.tfDisallowXRP,
    clear: Legacy.tfAllowXRP,
  },
  { number: AccountSetFlags.asfDisableMaster, bit: Bits.lsfDisableMaster },
  { number: AccountSetFlags.asfDefaultRipple, bit: Bits.lsfDefaultRipple },
  { number: AccountSetFlags.asfDepositAuth, bit: Bits.lsfDepositAuth },
  { number: AccountSetFlags.asfDisallowIncomingNFTokenOffer, bit: Bits.lsfDisallowIncomingNFTokenOffer },
  { number: AccountSetFlags.asfDisallowIncomingCheck, bit: Bits.lsfDisallowIncomingCheck },
  { number: AccountSetFlags.asfDisallowIncomingPayChan, bit: Bits.lsfDisallowIncomingPayChan },
  { number: AccountSetFlags.asfDisallowIncomingTrustline, bit: Bits.lsfDisallowIncomingTrustline },
  { number: AccountSetFlags.asfAllowTrustLineLocking, bit: Bits.lsfAllowTrustLineLocking },
];

/** True if the transaction sets and clears the same flag, in either form. */
export function hasContradictoryFlags(tx: Readonly<AccountSet>): boolean {
  if (tx.SetFlag !== 0 && tx.SetFlag !== undefined && tx.SetFlag === tx.ClearFlag) return true;
  return SWITCHES.some((flag) => sets(tx, flag) && clears(tx, flag));
}

/** True if the transaction enables RequireAuth. */
export function setsRequireAuth(tx: Readonly<AccountSet>): boolean {
  return sets(tx, REQUIRE_AUTH);
}

/** The account's Flags after the transaction. Callers check permissions. */
export function flagsAfter(tx: Readonly<AccountSet>, before: number): number {
  let flags = before;
  for (const flag of SWITCHES) {
    if (sets(tx, flag)) flags |= flag.bit;
    if (clears(tx, flag)) flags &= ~flag.bit;
  }
  // These two cannot be cleared.
  if (tx.SetFlag === AccountSetFlags.asfNoFreeze) flags |= Bits.lsfNoFreeze;
  if (tx.SetFlag === AccountSetFlags.asfAllowTrustLineClawback) flags |= Bits.lsfAllowTrustLineClawback;
  if (tx.SetFlag === AccountSetFlags.asfGlobalFreeze) flags |= Bits.lsfGlobalFreeze;
  else if (tx.ClearFlag === AccountSetFlags.asfGlobalFreeze && (flags & Bits.lsfNoFreeze) === 0) {
    // With NoFreeze, a global freeze can be set but not cleared.
    flags &= ~Bits.lsfGlobalFreeze;
  }
  return flags >>> 0;
}

function sets(tx: Readonly<AccountSet>, flag: Switch): boolean {
  return tx.SetFlag === flag.number || (flag.set !== undefined && hasFlag(tx, flag.set));
}

function clears(tx: Readonly<AccountSet>, flag: Switch): boolean {
  return tx.ClearFlag === flag.number || (flag.clear !== undefined && hasFlag(tx, flag.clear));
}
