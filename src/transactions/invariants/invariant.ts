/**
 * An invariant is a question about what a transaction did, asked of the changes and of nothing that the transaction
 * decided. The changes are sorted by entry type once, so that an invariant costs nothing when nothing of its concern
 * changed. (Reference: InvariantCheck.h.)
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type {
  AccountRoot,
  DirectoryNode,
  EntryName,
  LedgerEntries,
  LedgerEntry,
  Offer,
  RippleState,
} from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import {
  TRANSACTION_TYPES,
  type TransactionTypeName,
  type TransactionTypeRecord,
} from '../../protocol/tables/transaction-types.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';

/** One changed entry; `after` is the last form, of an erased entry too. */
export interface Change<Entry extends LedgerEntry = LedgerEntry> {
  readonly isErased: boolean;
  readonly before: Readonly<Entry> | undefined;
  readonly after: Readonly<Entry>;
}

export interface InvariantInput {
  readonly changes: readonly Change[];
  readonly accounts: readonly Change<AccountRoot>[];
  readonly directories: readonly Change<DirectoryNode>[];
  readonly lines: readonly Change<RippleState>[];
  readonly offers: readonly Change<Offer>[];
  /** The ledger as the transaction leaves it. */
  readonly view: Sandbox;
  readonly transaction: Transaction;
  readonly result: Ter;
  readonly feeDrops: bigint;
}

/** True if the invariant holds. */
export type Invariant = (input: InvariantInput) => boolean;

/** Sorts a sandbox's changes for the invariants. */
export function invariantInput(view: Sandbox, transaction: Transaction, result: Ter, feeDrops: bigint): InvariantInput {
  const changes = view.changes().map(({ action, before, after }) => ({ isErased: action === 'erase', before, after }));
  return {
    changes,
    accounts: changesOf(changes, 'AccountRoot'),
    directories: changesOf(changes, 'DirectoryNode'),
    lines: changesOf(changes, 'RippleState'),
    offers: changesOf(changes, 'Offer'),
    view,
    transaction,
    result,
    feeDrops,
  };
}

/** An entry whose type changed is in no list; `entriesKeepTheirType` refuses it. */
function changesOf<Name extends EntryName>(changes: readonly Change[], type: Name): Change<LedgerEntries[Name]>[] {
  const isOfType = ({ before, after }: Change): boolean =>
    after.LedgerEntryType === type && (before === undefined || before.LedgerEntryType === type);
  return changes.filter(isOfType) as Change<LedgerEntries[Name]>[];
}

/** Whether the transaction's type may make an account, or must remove one. */
export function accountsRule({ fields }: Transaction): TransactionTypeRecord['accounts'] {
  const record: TransactionTypeRecord = TRANSACTION_TYPES[fields.TransactionType as TransactionTypeName];
  return record.accounts;
}
