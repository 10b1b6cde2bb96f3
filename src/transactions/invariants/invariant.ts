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

/** What is known of a transaction before its changes are sorted. */
type Outcome = Omit<InvariantInput, 'changesOf'>;

const NONE: readonly Change[] = [];

/** Sorts a sandbox's changes for the invariants, if one asks for it. An entry whose type changed is only among all changes. */
export function invariantInput({ changes, view, transaction, result, feeDrops }: Outcome): InvariantInput {
  let byType: ReadonlyMap<EntryName, readonly Change[]> | undefined;
  const changesOf = <Name extends EntryName>(type: Name) => {
    byType ??= sortedByType(changes);
    return (byType.get(type) ?? NONE) as unknown as readonly Change<LedgerEntries[Name]>[];
  };
  return { changes, changesOf, view, transaction, result, feeDrops };
}

function sortedByType(changes: readonly Change[]): ReadonlyMap<EntryName, readonly Change[]> {
  const byType = new Map<EntryName, Change[]>();
  for (const change of changes) {
    const { LedgerEntryType: type } = change.after;
    if (change.before !== undefined && change.before.LedgerEntryType !== type) continue;
    const ofType = byType.get(type);
    if (ofType === undefined) byType.set(type, [change]);
    else ofType.push(change);
  }
  return byType;
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
