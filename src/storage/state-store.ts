/**
 * The state: entries as of any ledger, the order of their keys, and the state tree and the indexes as of the last one.
 * Synchronous, and local to the process that closes or follows ledgers. Reads see only committed ledgers. Returned
 * bytes never change and stay valid.
 */
import type { Hash256, Hex } from '../protocol/values.ts';
import type { LedgerRange } from './history-store.ts';

export interface StateStore {
  ledgerRange(): LedgerRange | undefined;

  /** Bytes of the entry at `key` as of ledger `ledgerIndex`. */
  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined;
  /** The last ledger up to `ledgerIndex` that created, changed or deleted the entry at `key`; undefined if none did. */
  entryLedger(key: Hash256, ledgerIndex: number): number | undefined;
  /**
   * Smallest key above `key` with an entry as of ledger `ledgerIndex`. Deleted entries cost no time. The caller does not need
   * a key that is not below `before`; a store may give such a key or undefined.
   */
  nextEntryKey(key: Hash256, ledgerIndex: number, before?: Hash256): Hash256 | undefined;

  /** Record of a node of the state tree of the last committed ledger. */
  treeNode(path: string): Uint8Array | undefined;

  /**
   * Keys of a named index as of the last committed ledger that begin with `prefix` and, when given, come after `after`
   * (a key, which need not exist), ascending. Lazy; the caller may stop early.
   */
  indexKeys(index: string, prefix: Hex, after?: Hex): Iterable<Hex>;
}
