/**
 * Options of fee escalation, of the transaction queue and of held transactions. The defaults are those of a standalone
 * rippled; tests use smaller numbers (rippled: TxQ.h, Setup; TxQ.cpp, setupTxQ).
 */

export interface QueueOptions {
  /** Capacity of the queue, in ledgers of the expected size. */
  readonly ledgersInQueue: number;
  /** Least capacity of the queue, in transactions. */
  readonly minimumQueueSize: number;
  /** By how much a replacement must exceed the fee level of the queued transaction. */
  readonly retrySequencePercent: number;
  /** Least fee level at which escalation begins. */
  readonly minimumEscalationMultiplier: bigint;
  /** Least number of transactions that an open ledger takes at the base fee. */
  readonly minimumTxnInLedger: number;
  /** The expected size grows after ledgers above this size; at least the minimum. */
  readonly targetTxnInLedger: number;
  /** Upper bound of the expected size; none if undefined. */
  readonly maximumTxnInLedger: number | undefined;
  /** Growth of the expected size after a full ledger. */
  readonly normalConsensusIncreasePercent: number;
  /** Reduction of the expected size after a slow close. */
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
 * The defaults with these changes; percentages are limited as in rippled.
 * @throws RangeError if the bounds of the ledger size contradict each other
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
