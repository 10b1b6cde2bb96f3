/**
 * The skip list: every ledger's state names the hashes of its last 256 predecessors, and of every 256th ledger before.
 * The short list changes with each ledger but derives from the headers, so it is hashed into the state and not stored
 * (rippled: Ledger.cpp, updateSkipList).
 *
 * The fees that a ledger's state prescribes (rippled: Ledger.cpp, setup).
 */
import type { Fees } from '../protocol/amounts/amount-math.ts';
import type { FeeSettings, LedgerHashes } from '../protocol/entries/entries.ts';
import { feesKeylet, longSkipKeylet, skipKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { ReadView } from './read-view.ts';

/** Length of the short list, and the distance between the ledgers that a long list names. */
export const SKIP_LIST_LENGTH = 256;

/** The ledgers that the short list names. */
export interface RecentLedgers {
  /** Hashes of up to 256 ledgers, the oldest first. */
  readonly hashes: readonly Hash256[];
  /** `FirstLedgerSequence` of a list that began on another network; lists of new chains have none. */
  readonly firstIndex?: number | undefined;
}

/** The short list as it stands in the state of the ledger that follows `parentIndex`. */
export function shortSkipList({ hashes, firstIndex }: RecentLedgers, parentIndex: number): LedgerHashes {
  const list = newEntry(skipKeylet());
  list.Hashes = hashes;
  if (firstIndex !== undefined) list.FirstLedgerSequence = firstIndex;
  list.LastLedgerSequence = parentIndex;
  return list;
}

/** The ledgers that a short list names; none if there is no list. */
export function ledgersIn(list: Readonly<LedgerHashes> | undefined): RecentLedgers {
  return { hashes: list?.Hashes ?? [], firstIndex: list?.FirstLedgerSequence };
}

/** The same after one more ledger. */
export function withLedger(recent: RecentLedgers, hash: Hash256): RecentLedgers {
  return { ...recent, hashes: [...recent.hashes, hash].slice(-SKIP_LIST_LENGTH) };
}

/** True if the ledger that follows `parentIndex` adds its parent's hash to a long list. */
export function extendsLongSkipList(parentIndex: number): boolean {
  return parentIndex % SKIP_LIST_LENGTH === 0;
}

/** The long list with the parent's hash at its end; `previous` is the list so far, if there is one. */
export function extendLongSkipList(
  previous: Readonly<LedgerHashes> | undefined,
  parentIndex: number,
  parentHash: Hash256,
): LedgerHashes {
  const list = previous === undefined ? newEntry(longSkipKeylet(parentIndex)) : { ...previous };
  list.Hashes = [...list.Hashes, parentHash];
  list.LastLedgerSequence = parentIndex;
  return list;
}

/** For calculations in which reserves do not count. */
export const NO_FEES: Fees = { baseDrops: 0n, reserveDrops: 0n, reserveIncrementDrops: 0n };

/** The fees that a ledger's state prescribes. */
export function ledgerFees(view: ReadView): Fees {
  return feesOf(view.read(feesKeylet()));
}

/** The fees of a ledger without `FeeSettings`, and what the reference votes for, both by its default configuration. */
export const REFERENCE_FEES: Fees = { baseDrops: 10n, reserveDrops: 10_000_000n, reserveIncrementDrops: 2_000_000n };

/** Those of `FeeSettings` in its current or its older form. */
export function feesOf(settings: Readonly<Partial<FeeSettings>> = {}): Fees {
  const { baseDrops, reserveDrops, reserveIncrementDrops } = REFERENCE_FEES;
  return {
    baseDrops: settings.BaseFeeDrops ?? settings.BaseFee ?? baseDrops,
    reserveDrops: settings.ReserveBaseDrops ?? BigInt(settings.ReserveBase ?? reserveDrops),
    reserveIncrementDrops: settings.ReserveIncrementDrops ?? BigInt(settings.ReserveIncrement ?? reserveIncrementDrops),
  };
}
