/**
 * An invariant is a question about what a transaction did, asked of the changes and of nothing that the transaction
 * decided. The changes are sorted by entry type once, so that an invariant costs nothing when nothing of its concern
 * changed (rippled: InvariantCheck.h).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { EntryName, LedgerEntries, LedgerEntry } from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import {
  type MptRule,
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
  /** Those of one entry type. */
  readonly changesOf: <Name extends EntryName>(type: Name) => readonly Change<LedgerEntries[Name]>[];
  /** The ledger as the transaction leaves it. */
  readonly view: Sandbox;
  readonly transaction: Transaction;
  readonly result: Ter;
  readonly feeDrops: bigint;
}

/** True if the invariant holds. */
export type Invariant = (input: InvariantInput) => boolean;

/** Sorts a sandbox's changes for the invariants. An entry whose type changed is only among all changes. */
export function invariantInput(view: Sandbox, transaction: Transaction, result: Ter, feeDrops: bigint): InvariantInput {
  const changes: Change[] = [];
  const byType = new Map<EntryName, Change[]>();
  for (const { action, before, after } of view.changes()) {
    const change = { isErased: action === 'erase', before, after };
    changes.push(change);
    const { LedgerEntryType: type } = after;
    if (before !== undefined && before.LedgerEntryType !== type) continue;
    const ofType = byType.get(type);
    if (ofType === undefined) byType.set(type, [change]);
    else ofType.push(change);
  }
  const changesOf = <Name extends EntryName>(type: Name) =>
    (byType.get(type) ?? []) as unknown as readonly Change<LedgerEntries[Name]>[];
  return { changes, changesOf, view, transaction, result, feeDrops };
}

/** Whether the transaction's type may make an account, or one of a ledger object, or must remove one. */
export function accountsRule(transaction: Transaction): TransactionTypeRecord['accounts'] {
  return recordOf(transaction).accounts;
}

/** Whether the transaction's type changes a vault, or may. */
export function vaultsRule(transaction: Transaction): TransactionTypeRecord['vaults'] {
  return recordOf(transaction).vaults;
}

/** What the transaction's type may do to multi-purpose tokens and their holdings. */
export function mptRules(transaction: Transaction): readonly MptRule[] {
  return recordOf(transaction).mpts ?? [];
}

function recordOf({ fields }: Transaction): TransactionTypeRecord {
  return TRANSACTION_TYPES[fields.TransactionType as TransactionTypeName];
}
