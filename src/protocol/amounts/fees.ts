/** Amounts of the native currency that everything else is measured in (rippled: SystemParameters.h and Fees.h). */

export const DROPS_PER_XRP = 1_000_000n;

/** All the native currency that ever existed; the genesis account starts with it, and fees only shrink it. */
export const TOTAL_DROPS = 100_000_000_000n * DROPS_PER_XRP;

/** Seconds from the Unix epoch to the ledger's, 2000-01-01T00:00:00Z. */
export const RIPPLE_EPOCH_OFFSET_SECONDS = 946_684_800;

/** What a ledger charges; the same for all its transactions. */
export interface Fees {
  /** Cost of the reference transaction. */
  readonly baseDrops: bigint;
  /** What an account must hold to exist. */
  readonly reserveDrops: bigint;
  /** What it must hold in addition for each object that it owns. */
  readonly reserveIncrementDrops: bigint;
}

/** True when both charge the same. */
export function isSameFees(one: Fees, other: Fees): boolean {
  return (
    one.baseDrops === other.baseDrops &&
    one.reserveDrops === other.reserveDrops &&
    one.reserveIncrementDrops === other.reserveIncrementDrops
  );
}

/** What an account must hold that owns this many objects, in drops. */
export function accountReserve(fees: Fees, ownerCount: number): bigint {
  return fees.reserveDrops + BigInt(ownerCount) * fees.reserveIncrementDrops;
}

/** True unless the amount exceeds what ever existed. A negative amount passes, as in the reference. */
export function isLegalAmount(drops: bigint): boolean {
  return drops <= TOTAL_DROPS;
}

/** True when the amount, or the debt, does not exceed what ever existed. */
export function isLegalAmountSigned(drops: bigint): boolean {
  return drops >= -TOTAL_DROPS && drops <= TOTAL_DROPS;
}
