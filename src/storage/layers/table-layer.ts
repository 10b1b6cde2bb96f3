/**
 * One of the sets of tables that a store's data is in. Usually there is just one, the lowest. For a cheap return to a
 * ledger another is laid on top: what is appended from then on goes there, and to return is to empty it.
 *
 * A layer answers for the ledgers that were written to it. It tells "gone" from "not touched here", where the layers
 * below have the answer: gone is no bytes, or null; not touched is undefined.
 */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';
import type { KeyTreeNode } from '../../util/key-tree.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';

/** A key that a layer puts into an index, or takes out. */
export interface IndexRow {
  readonly key: Hex;
  readonly isPresent: boolean;
}

export interface TableLayer {
  /** The ledgers that were written here. */
  range(): LedgerRange | undefined;
  header(ledgerIndex: number): LedgerHeader | undefined;
  ledgerIndexByHash(hash: Hash256): number | undefined;
  /** The newest version that a ledger up to this one wrote. */
  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined;
  /** The ledger that wrote it. */
  entryLedger(key: Hash256, ledgerIndex: number): number | undefined;
  /** The one that this very ledger wrote. */
  entryVersion(key: Hash256, ledgerIndex: number): Uint8Array | undefined;
  /** The newest version of a node of the order of keys that a ledger up to this one wrote. */
  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | null | undefined;
  transaction(location: TransactionLocation): StoredTransaction | undefined;
  transactionLocation(id: Hash256): TransactionLocation | undefined;
  ledgerTransactions(ledgerIndex: number): Iterable<StoredTransaction>;
  accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock>;
  /** Record of a node of the state tree of the last ledger. */
  treeNode(path: string): Uint8Array | undefined;
  /** Rows with that prefix behind `after`, ascending. */
  indexRows(index: string, prefix: Hex, after: Hex | undefined): Iterable<IndexRow>;
}
