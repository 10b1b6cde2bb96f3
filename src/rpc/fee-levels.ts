/**
 * The cost of transactions in the reference's relative measure, in which the base fee is 256 (TxQ.h, LoadFeeTrack.h).
 * Weir neither queues transactions nor raises fees under load: the open ledger always takes them at the base fee. The
 * other figures are those of a standalone reference server, because clients divide by some of them.
 */

export const REFERENCE_LEVEL = 256;
/** 500 times the base fee: where escalation would begin. */
export const MEDIAN_LEVEL = 128_000;
export const EXPECTED_LEDGER_SIZE = 1_000;
export const MAX_QUEUE_SIZE = 20 * EXPECTED_LEDGER_SIZE;

/** What a level costs, in drops. */
export function levelToDrops(level: number, baseFeeDrops: bigint): bigint {
  return (BigInt(level) * baseFeeDrops) / BigInt(REFERENCE_LEVEL);
}
