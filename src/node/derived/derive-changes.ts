/**
 * What follows from a closed ledger. A close has the values at hand, decoded; code that has only the ledger's bytes
 * decodes them first (`readTransaction`, `readEntries`), and gets the same.
 */

import { encodeHistoryFacts } from '../../history/history-facts.ts';
import { transactionSubject } from '../../history/transaction-subject.ts';
import { affectedAccounts } from '../../ledger/affected-accounts.ts';
import { affectedEntries } from '../../ledger/affected-entries.ts';
import type { ClosedLedger, ClosedTransaction } from '../../ledger/closed-ledger.ts';
import type { DerivedChanges, DerivedTransaction, IndexChange } from '../../ledger/derived-changes.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import { transactionIdOf } from '../../protocol/transaction/transaction.ts';
import type { AccountId, Hash256, StObject } from '../../protocol/values.ts';
import type { StateTree } from '../../shamap/state-tree.ts';
import type { Steps } from '../../util/steps.ts';
import { ORDER_BOOK_INDEX } from './order-book-index.ts';
import { TRUST_LINE_INDEX } from './trust-line-index.ts';

/** A transaction of a closed ledger, decoded as far as anything derives from it. */
export interface ReadTransaction {
  readonly id: Hash256;
  readonly fields: StObject;
  readonly metadata: Uint8Array;
  /** The accounts that it affected, ascending. */
  readonly accounts: readonly AccountId[];
}

/** What everything else derives from. */
export interface DerivationInput {
  /** The parent's state; undefined for the first ledger. */
  readonly before: Pick<ReadView, 'readAny'> | undefined;
  /** In their order. */
  readonly transactions: Iterable<ReadTransaction>;
  /** Entries that changed: key → entry, or null for one that is gone. */
  readonly changedEntries: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>;
  /** Has the ledger's changes, hashed. What is taken from it is to be confirmed or discarded. */
  readonly tree: StateTree;
}

export function* deriveChanges(input: DerivationInput): Steps<DerivedChanges> {
  const transactions: DerivedTransaction[] = [];
  for (const transaction of input.transactions) {
    transactions.push(deriveTransaction(transaction));
    yield;
  }
  const { insertedOrDeletedKeys } = input.tree;
  const treeChanges = yield* input.tree.takeChanges();
  const indexChanges = yield* stateIndexChanges(input.before, input.changedEntries);
  return { transactions, insertedOrDeletedKeys, treeChanges, indexChanges };
}

/** Whose history a transaction belongs to, and what is said about it there. */
export function deriveTransaction({ id, fields, metadata, accounts }: ReadTransaction): DerivedTransaction {
  const subject = transactionSubject(fields, metadata);
  return { id, accounts, facts: accounts.map((account) => encodeHistoryFacts(subject, account)) };
}

/** Decodes what a store or a log has of a transaction. */
export function readTransaction({ blob, metadata }: ClosedTransaction): ReadTransaction {
  const accounts = affectedAccounts(affectedEntries(metadata));
  return { id: transactionIdOf(blob), fields: decodeObject(blob) as StObject, metadata, accounts };
}

/** Decodes the entries that a ledger changed. */
export function* readEntries({ stateChanges }: ClosedLedger): Steps<Map<Hash256, Readonly<LedgerEntry> | null>> {
  const entries = new Map<Hash256, Readonly<LedgerEntry> | null>();
  for (const [key, bytes] of stateChanges) {
    entries.set(key, bytes === undefined ? null : ({ ...decodeObject(bytes), index: key } as LedgerEntry));
    yield;
  }
  return entries;
}

/** How a ledger changes the indexes: `before` is the parent's state, `changed` what differs (null: gone). */
export function* stateIndexChanges(
  before: Pick<ReadView, 'readAny'> | undefined,
  changed: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>,
): Steps<IndexChange[]> {
  const changes: IndexChange[] = [];
  for (const [key, entry] of changed) {
    // What an entry is never changes, so only deletions need a look at what was there.
    const type = (entry ?? before?.readAny(key))?.LedgerEntryType;
    for (const { name, types, rowsOf: rows } of [TRUST_LINE_INDEX, ORDER_BOOK_INDEX]) {
      if (type === undefined || !types.includes(type)) continue;
      const parent = before?.readAny(key);
      const old = parent === undefined ? [] : rows(parent);
      const now = entry === null ? [] : rows(entry);
      for (const row of old) if (!now.includes(row)) changes.push({ index: name, key: row, isPresent: false });
      for (const row of now) if (!old.includes(row)) changes.push({ index: name, key: row, isPresent: true });
      yield;
    }
  }
  return changes;
}
