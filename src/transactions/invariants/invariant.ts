/**
 * An invariant checks a transaction's changes independently of the transaction's own code. Changes are grouped by entry
 * type once, so that an invariant without relevant changes costs nothing (rippled: InvariantCheck.h).
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

/** One changed entry; `after` is the last state, also of an erased entry. */
export interface Change<Entry extends LedgerEntry = LedgerEntry> {
  readonly isErased: boolean;
  readonly before: Readonly<Entry> | undefined;
  readonly after: Readonly<Entry>;
}

export interface InvariantInput {
  readonly changes: readonly Change[];
  /** The changes to entries of one type. */
  readonly changesOf: <Name extends EntryName>(type: Name) => readonly Change<LedgerEntries[Name]>[];
  /** The ledger after the transaction. */
  readonly view: Sandbox;
  readonly transaction: Transaction;
  readonly result: Ter;
  readonly feeDrops: bigint;
}

/** True if the invariant holds. */
export type Invariant = (input: InvariantInput) => boolean;

type Outcome = Omit<InvariantInput, 'changesOf'>;

const NONE: readonly Change[] = [];

/** Groups a sandbox's changes by entry type on first use. An entry whose type changed is in no group. */
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

/** Whether the transaction type may create an account or a pseudo-account, or must remove one. */
export function accountsRule(transaction: Transaction): TransactionTypeRecord['accounts'] {
  return recordOf(transaction).accounts;
}

/** Whether the transaction type must or may change a vault. */
export function vaultsRule(transaction: Transaction): TransactionTypeRecord['vaults'] {
  return recordOf(transaction).vaults;
}

/** What the transaction type may do to MPT issuances and MPTokens. */
export function mptRules(transaction: Transaction): readonly MptRule[] {
  return recordOf(transaction).mpts ?? [];
}

function recordOf({ fields }: Transaction): TransactionTypeRecord {
  return TRANSACTION_TYPES[fields.TransactionType as TransactionTypeName];
}
