/**
 * The state: entries as of any ledger, the order of their keys, and the state tree and the indexes as of the last one.
 * Synchronous, and local to the process that closes ledgers or follows them. Reads see only committed ledgers. Bytes
 * that come out never change afterwards, and stay valid.
 */
import type { Hash256, Hex } from '../protocol/values.ts';
import type { LedgerRange } from './history-store.ts';

export interface StateStore {
  ledgerRange(): LedgerRange | undefined;

  /** Bytes of the entry at `key` as of ledger `ledgerIndex`. */
  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined;
  /** The last ledger up to `ledgerIndex` that made, changed or deleted the entry at `key`; undefined if none did. */
  entryLedger(key: Hash256, ledgerIndex: number): number | undefined;
  /** Smallest key above `key` with an entry as of ledger `ledgerIndex`. What was deleted costs nothing. */
  nextEntryKey(key: Hash256, ledgerIndex: number): Hash256 | undefined;

  /** Record of a node of the state tree of the last committed ledger. */
  treeNode(path: string): Uint8Array | undefined;

  /**
   * Keys of a named index as of the last committed ledger that begin with `prefix` and, when given, come after `after`
   * (a key, whether or not it is there), ascending. Lazily; the caller stops when it has enough.
   */
  indexKeys(index: string, prefix: Hex, after?: Hex): Iterable<Hex>;
}
