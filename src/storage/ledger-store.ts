/**
 * The one door to durable data. A store keeps what it is given and knows nothing of its meaning. There is one write,
 * `commit`: atomic and durable, one closed ledger at a time, in order. Reads are synchronous and see only committed
 * ledgers. Bytes that go in or come out are never changed afterwards, by either side, and stay valid. Every backend passes
 * the suite in `contract.ts`.
 */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../history/history-query.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../protocol/values.ts';

/** Bumped whenever the layout changes; a store of another version is refused. */
export const STORE_FORMAT_VERSION = 4;

export interface StoredTransaction extends TransactionLocation {
  readonly blob: Uint8Array;
  readonly metadata: Uint8Array;
}

/**
 * Thrown when a store cannot be opened (other format, other chain, in use, damaged) or written. The message is for the
 * operator.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

export interface LedgerStore {
  /** Index of the first and the last committed ledger; undefined while empty. */
  ledgerRange(): { readonly first: number; readonly last: number } | undefined;
  header(ledgerIndex: number): LedgerHeader | undefined;
  ledgerIndexByHash(hash: Hash256): number | undefined;

  /** Bytes of the entry at `key` as of ledger `ledgerIndex`. */
  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined;
  /** Smallest key above `key` with an entry as of ledger `ledgerIndex`. What was deleted costs nothing. */
  nextEntryKey(key: Hash256, ledgerIndex: number): Hash256 | undefined;

  transaction(location: TransactionLocation): StoredTransaction | undefined;
  transactionLocation(id: Hash256): TransactionLocation | undefined;
  /** All transactions of a ledger in position order. */
  ledgerTransactions(ledgerIndex: number): Iterable<StoredTransaction>;
  /** The account's history in blocks, in the direction of the query. Lazily; the caller stops when it has enough. */
  accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock>;

  /** Record of a node of the state tree of the last committed ledger. */
  treeNode(path: string): Uint8Array | undefined;

  /**
   * Keys of a named index as of the last committed ledger that begin with `prefix` and, when given, come after `after`
   * (a key, whether or not it is there), ascending. Lazily; the caller stops when it has enough.
   */
  indexKeys(index: string, prefix: Hex, after?: Hex): Iterable<Hex>;

  /** A small named value (chain parameters); written at once and durably. */
  metaValue(name: string): string | undefined;
  setMetaValue(name: string, value: string): void;

  /**
   * Makes one ledger durable, all or nothing. Its index must follow the last one (any index in an empty store).
   * Resolves only when the data would survive a power loss. Rejects, leaving the store as it was, on any failure; another
   * may follow. Until it settles, reads show nothing of the ledger, and the ledger must not change. Commits take turns.
   */
  commit(ledger: PreparedLedger): Promise<void>;
  /** Bytes on disk (0 for memory). */
  sizeBytes(): number;
  close(): Promise<void>;
}
