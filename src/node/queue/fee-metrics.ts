/**
 * The fee level that a transaction needs for the open ledger: 256 is the base fee of its type. Up to the expected size of
 * a ledger 256 is enough; above it the required level grows with the square of the size. The expected size follows the
 * sizes of the last ledgers, and the level their median fee (rippled: TxQ.cpp, FeeMetrics).
 */

import type { ReadView } from '../../ledger/read-view.ts';
import { MAX_DROPS } from '../../protocol/amounts/amount-math.ts';
import type { TransactionCommon } from '../../protocol/transaction/transaction.ts';
import { baseFeeOf } from '../../transactions/engine/base-fee.ts';
import { defaultBaseFee, type LedgerContext } from '../../transactions/transaction-type.ts';
import type { QueueOptions } from './transaction-queue-options.ts';

/** The level of the base fee. */
export const REFERENCE_LEVEL = 256n;
/** Levels are unsigned 64-bit numbers. */
const MAX_LEVEL = 0xffff_ffff_ffff_ffffn;
/** The sum of squares up to this number counts as too large, as in the reference. */
const MAX_SERIES = 2 ** 21;

/** The level that a transaction pays. */
export function feeLevelPaid(tx: Readonly<TransactionCommon>, view: ReadView, context: LedgerContext): bigint {
  const { Fee: feeDrops } = tx;
  if (typeof feeDrops !== 'bigint') return 0n;
  const baseDrops = baseFeeOf(tx, view, context);
  if (baseDrops > 0n) return feeDrops <= 0n ? 0n : capped((feeDrops * REFERENCE_LEVEL) / baseDrops);
  // A free transaction counts as one that owes the usual base fee and pays it in addition.
  const usualDrops = defaultBaseFee(tx, context) || 1n;
  const effectiveDrops = feeDrops + usualDrops;
  return effectiveDrops <= 0n ? 0n : capped((effectiveDrops * REFERENCE_LEVEL) / usualDrops);
}

/** The level increased by so many percent. */
export function increasedLevel(level: bigint, percent: number): bigint {
  return capped((level * BigInt(100 + percent)) / 100n);
}

/** Values learned from closed ledgers. */
export interface LearnedFees {
  readonly expectedCount: number;
  readonly multiplier: bigint;
  readonly recentCounts: readonly number[];
}

export class FeeMetrics {
  readonly #options: QueueOptions;
  #expectedCount: number;
  #multiplier: bigint;
  #recentCounts: number[] = [];

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#expectedCount = options.minimumTxnInLedger;
    this.#multiplier = options.minimumEscalationMultiplier;
  }

  /** The learned values, for `restored`. */
  get learned(): LearnedFees {
    return { expectedCount: this.#expectedCount, multiplier: this.#multiplier, recentCounts: [...this.#recentCounts] };
  }

  /** A new instance with these values and the same options. */
  restored({ expectedCount, multiplier, recentCounts }: LearnedFees): FeeMetrics {
    const restored = new FeeMetrics(this.#options);
    restored.#expectedCount = expectedCount;
    restored.#multiplier = multiplier;
    restored.#recentCounts = [...recentCounts];
    return restored;
  }

  /** How many transactions the open ledger takes before the required level rises. */
  get expectedCount(): number {
    return this.#expectedCount;
  }

  /** The level at which escalation begins. */
  get multiplier(): bigint {
    return this.#multiplier;
  }

  /** Updates from a closed ledger: the levels that its transactions paid, in any order, and whether the close was slow. */
  update(levels: BigUint64Array, isSlow: boolean): void {
    const count = levels.length;
    if (isSlow) this.#shrink(count);
    else if (count > this.#expectedCount || count > this.#options.targetTxnInLedger) this.#adapt(count);
    this.#multiplier = this.#options.minimumEscalationMultiplier;
    if (count === 0) return;
    const sorted = levels.sort();
    const median = (sorted[Math.floor(count / 2)]! + sorted[Math.floor((count - 1) / 2)]! + 1n) / 2n;
    if (median > this.#multiplier) this.#multiplier = median;
  }

  /** The level that gets a transaction into an open ledger of so many others. */
  requiredLevel(count: number): bigint {
    if (count <= this.#expectedCount) return REFERENCE_LEVEL;
    return capped((this.#multiplier * square(count)) / square(this.#expectedCount));
  }

  /**
   * The level that `length` transactions must pay together in an open ledger of `count` others; undefined if it exceeds
   * 64 bits.
   */
  seriesLevel(count: number, length: number): bigint | undefined {
    const last = count + length - 1;
    if (last >= MAX_SERIES) return undefined;
    const squares = sumOfSquares(last) - sumOfSquares(count - 1);
    const level = (this.#multiplier * squares) / square(this.#expectedCount);
    return level > MAX_LEVEL ? undefined : level;
  }

  #shrink(count: number): void {
    const { minimumTxnInLedger: minimum, slowConsensusDecreasePercent } = this.#options;
    const percent = 100 - slowConsensusDecreasePercent;
    const upper = Math.max(percentOf(this.#expectedCount, percent), minimum);
    this.#expectedCount = Math.min(Math.max(percentOf(count, percent), minimum), upper);
    this.#recentCounts = [];
  }

  /** Grows at once to the largest of the last ledgers, and shrinks towards it in small steps. */
  #adapt(count: number): void {
    const { ledgersInQueue, maximumTxnInLedger, normalConsensusIncreasePercent } = this.#options;
    this.#recentCounts.push(percentOf(count, 100 + normalConsensusIncreasePercent));
    if (this.#recentCounts.length > Math.max(ledgersInQueue, 1)) this.#recentCounts.shift();
    const largest = Math.max(...this.#recentCounts);
    const expected = this.#expectedCount;
    const next = largest >= expected ? largest : Math.floor((expected * 9 + largest) / 10);
    this.#expectedCount = Math.min(next, maximumTxnInLedger ?? next);
  }
}

function capped(level: bigint): bigint {
  return level > MAX_LEVEL ? MAX_LEVEL : level;
}

function percentOf(count: number, percent: number): number {
  return Math.floor((count * percent) / 100);
}

function square(count: number): bigint {
  return BigInt(count) * BigInt(count);
}

/** 1² + 2² + … + n². */
function sumOfSquares(n: number): bigint {
  const last = BigInt(n);
  return (last * (last + 1n) * (2n * last + 1n)) / 6n;
}

/** The fee in drops of a level (rippled: TxQ.h, toDrops). */
export function levelToDrops(level: bigint, baseDrops: bigint): bigint {
  const drops = (level * baseDrops) / REFERENCE_LEVEL;
  return drops > MAX_DROPS ? MAX_DROPS : drops;
}
