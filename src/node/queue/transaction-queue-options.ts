/**
 * The terms of fee escalation, of the transaction queue, and of those that are held beside it. The defaults are those
 * of a standalone reference server; smaller numbers serve tests (rippled: TxQ.h, Setup; TxQ.cpp, setupTxQ).
 */

export interface QueueOptions {
  /** The queue has room for this many ledgers of the expected size, */
  readonly ledgersInQueue: number;
  /** but for at least this many transactions. */
  readonly minimumQueueSize: number;
  /** By how much more the fee level of a transaction must exceed that of the queued one which it replaces. */
  readonly retrySequencePercent: number;
  /** Where escalation begins at least: the fee level of a transaction that meets a ledger just above its size. */
  readonly minimumEscalationMultiplier: bigint;
  /** Transactions that an open ledger takes at the base fee, when the last ones were no larger. */
  readonly minimumTxnInLedger: number;
  /** Ledgers above this size let the expected size grow; at least the minimum. */
  readonly targetTxnInLedger: number;
  /** Bound of the expected size; none if undefined. */
  readonly maximumTxnInLedger: number | undefined;
  /** How much larger than a full ledger the next one may be. */
  readonly normalConsensusIncreasePercent: number;
  /** How much smaller the next ledger shall be after one that took long to close. */
  readonly slowConsensusDecreasePercent: number;
  readonly maximumTxnPerAccount: number;
  /** How many transactions of an account are held because they may succeed later. The reference has no such limit. */
  readonly maximumHeldPerAccount: number;
  /** How many ledgers after the open one a queued transaction's LastLedgerSequence must be at least. */
  readonly minimumLastLedgerBuffer: number;
}

const DEFAULT_QUEUE_OPTIONS: QueueOptions = {
  ledgersInQueue: 20,
  minimumQueueSize: 2_000,
  retrySequencePercent: 25,
  minimumEscalationMultiplier: 128_000n,
  minimumTxnInLedger: 1_000,
  targetTxnInLedger: 256,
  maximumTxnInLedger: undefined,
  normalConsensusIncreasePercent: 20,
  slowConsensusDecreasePercent: 50,
  maximumTxnPerAccount: 10,
  maximumHeldPerAccount: 1_000,
  minimumLastLedgerBuffer: 2,
};

/**
 * The defaults with some of them replaced, and the percentages kept in sensible bounds.
 * @throws RangeError when the bounds of the ledger size contradict each other
 */
export function queueOptions(changes: Partial<QueueOptions> = {}): QueueOptions {
  const options = { ...DEFAULT_QUEUE_OPTIONS, ...changes };
  const { minimumTxnInLedger: minimum, maximumTxnInLedger: maximum } = options;
  if (minimum < 1) throw new RangeError(`an open ledger must take at least 1 transaction, not ${minimum}`);
  if (maximum !== undefined && maximum < minimum) {
    throw new RangeError(`the largest size of an open ledger, ${maximum}, is below the smallest, ${minimum}`);
  }
  return {
    ...options,
    targetTxnInLedger: Math.max(options.targetTxnInLedger, minimum),
    maximumTxnInLedger: maximum === undefined ? undefined : Math.max(maximum, options.targetTxnInLedger),
    normalConsensusIncreasePercent: Math.min(options.normalConsensusIncreasePercent, 1000),
    slowConsensusDecreasePercent: Math.min(options.slowConsensusDecreasePercent, 100),
  };
}
