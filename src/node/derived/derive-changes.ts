/**
 * Derives from a closed ledger what a store keeps beside it. A close has the decoded values; followers decode the bytes
 * first (`readTransaction`, `readEntries`). Both give the same changes.
 */

import { encodeHistoryFacts } from '../../history/history-facts.ts';
import { transactionSubject } from '../../history/transaction-subject.ts';
import { affectedAccounts } from '../../ledger/affected-accounts.ts';
import { affectedEntries } from '../../ledger/affected-entries.ts';
import type { TakenOffer } from '../../ledger/affected-offers.ts';
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

/** A transaction of a closed ledger, decoded. */
export interface ReadTransaction {
  readonly id: Hash256;
  readonly fields: StObject;
  readonly metadata: Uint8Array;
  /** Affected accounts, ascending. */
  readonly accounts: readonly AccountId[];
  /** The offers that it consumed; undefined if the metadata has to be decoded for them. */
  readonly takenOffers?: readonly TakenOffer[];
}

/** The input of `deriveChanges`. */
export interface DerivationInput {
  /** The parent's state; undefined for the first ledger. */
  readonly before: Pick<ReadView, 'readAny'> | undefined;
  /** In the order of the ledger. */
  readonly transactions: Iterable<ReadTransaction>;
  /** Changed entries by key; null for deleted ones. */
  readonly changedEntries: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>;
  /** The tree with the hashed changes of the ledger. The caller confirms or discards what is taken from it. */
  readonly tree: StateTree;
}

export function* deriveChanges(input: DerivationInput): Steps<DerivedChanges> {
  const transactions = Array.from(input.transactions, deriveTransaction);
  yield;
  const { insertedOrDeletedKeys } = input.tree;
  const treeChanges = yield* input.tree.takeChanges();
  const indexChanges = yield* stateIndexChanges(input.before, input.changedEntries);
  return { transactions, insertedOrDeletedKeys, treeChanges, indexChanges };
}

/**
 * The accounts whose history has the transaction, with its facts for each. The facts are encoded when they are first
 * read, while the store writes the transactions before this one.
 */
export function deriveTransaction(transaction: ReadTransaction): DerivedTransaction {
  const { id, accounts } = transaction;
  /** Undefined once the facts are encoded, since ledgers that are kept need no fields. */
  let source: ReadTransaction | undefined = transaction;
  let facts: readonly Uint8Array[] = [];
  return {
    id,
    accounts,
    get facts() {
      if (source !== undefined) facts = factsOf(source);
      source = undefined;
      return facts;
    },
  };
}

function factsOf({ fields, metadata, accounts, takenOffers }: ReadTransaction): Uint8Array[] {
  const subject = transactionSubject(fields, metadata, takenOffers);
  return accounts.map((account) => encodeHistoryFacts(subject, account));
}

/** Decodes a transaction of a store or a log. */
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

/** Index rows that a ledger adds and removes. `before` is the parent's state; a changed entry is null if deleted. */
export function* stateIndexChanges(
  before: Pick<ReadView, 'readAny'> | undefined,
  changed: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>,
): Steps<IndexChange[]> {
  const changes: IndexChange[] = [];
  for (const [key, entry] of changed) {
    // The type of an entry never changes, so only deletions need the old entry for it.
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
