/**
 * An invariant is a question about what a transaction did, asked of the changes and of nothing that the transaction
 * decided. The changes are sorted by entry type once, so that an invariant costs nothing when nothing of its concern
 * changed (rippled: InvariantCheck.h).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type {
  AccountRoot,
  DirectoryNode,
  EntryName,
  LedgerEntry,
  MPToken,
  MPTokenIssuance,
  Offer,
  RippleState,
} from '../../protocol/entries/entries.ts';
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
  readonly accounts: readonly Change<AccountRoot>[];
  readonly directories: readonly Change<DirectoryNode>[];
  readonly lines: readonly Change<RippleState>[];
  readonly offers: readonly Change<Offer>[];
  readonly mptIssuances: readonly Change<MPTokenIssuance>[];
  readonly mptokens: readonly Change<MPToken>[];
  /** The ledger as the transaction leaves it. */
  readonly view: Sandbox;
  readonly transaction: Transaction;
  readonly result: Ter;
  readonly feeDrops: bigint;
}

/** True if the invariant holds. */
export type Invariant = (input: InvariantInput) => boolean;

/** Sorts a sandbox's changes for the invariants. An entry whose type changed is in no list but the first. */
export function invariantInput(view: Sandbox, transaction: Transaction, result: Ter, feeDrops: bigint): InvariantInput {
  const changes: Change[] = [];
  const byType = {
    AccountRoot: [],
    DirectoryNode: [],
    RippleState: [],
    Offer: [],
    MPTokenIssuance: [],
    MPToken: [],
  } as ChangesByType;
  for (const { action, before, after } of view.changes()) {
    const change = { isErased: action === 'erase', before, after };
    changes.push(change);
    const { LedgerEntryType: type } = after;
    if (before === undefined || before.LedgerEntryType === type) byType[type]?.push(change);
  }
  return {
    changes,
    accounts: byType.AccountRoot as Change<AccountRoot>[],
    directories: byType.DirectoryNode as Change<DirectoryNode>[],
    lines: byType.RippleState as Change<RippleState>[],
    offers: byType.Offer as Change<Offer>[],
    mptIssuances: byType.MPTokenIssuance as Change<MPTokenIssuance>[],
    mptokens: byType.MPToken as Change<MPToken>[],
    view,
    transaction,
    result,
    feeDrops,
  };
}

type ChangesByType = Partial<Record<EntryName, Change[]>>;

/** Whether the transaction's type may make an account, or must remove one. */
export function accountsRule(transaction: Transaction): TransactionTypeRecord['accounts'] {
  return recordOf(transaction).accounts;
}

/** What the transaction's type may do to multi-purpose tokens and their holdings. */
export function mptRules(transaction: Transaction): readonly MptRule[] {
  return recordOf(transaction).mpts ?? [];
}

function recordOf({ fields }: Transaction): TransactionTypeRecord {
  return TRANSACTION_TYPES[fields.TransactionType as TransactionTypeName];
}
