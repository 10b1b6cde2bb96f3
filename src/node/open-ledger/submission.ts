/** A submission to the open ledger: its options, its provisional outcome, and the listeners that are called with it. */
import type { TransactionLocation } from '../../history/history-query.ts';
import type { TransactionMetadata } from '../../ledger/metadata.ts';
import type { OpenView } from '../../ledger/open-view.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { Explanation } from '../../transactions/explain/explanation.ts';
import type { Shortfall } from '../../transactions/explain/shortfalls.ts';

/** A transaction, or a function that makes one from the open ledger in the turn in which it is applied. */
export type GivenTransaction = Transaction | (() => Transaction);

export interface SubmitOptions {
  /** With `fail_hard` a failed transaction is neither kept for a retry nor charged. */
  readonly failHard?: boolean;
  /** Admin submissions skip load scaling of the fee. */
  readonly isAdmin?: boolean;
  /** The span of the request, if it is traced (`util/tracer.ts`). */
  readonly traceparent?: string | undefined;
}

/** The provisional outcome of a submission, with what the open ledger said about it right after it was applied. */
export interface SubmitOutcome {
  readonly transaction: Transaction;
  readonly result: Ter;
  /** Why it failed, or what it did not do, in one line. */
  readonly reason?: string | undefined;
  /** What it did not do although it succeeded. */
  readonly shortfalls?: readonly Shortfall[] | undefined;
  readonly applied: boolean;
  readonly broadcast: boolean;
  readonly queued: boolean;
  readonly kept: boolean;
  /** Absent when the transaction was refused before it met the open ledger. */
  readonly ledgerState: OpenLedgerState | undefined;
  /** Id of the payment channel that it created in the open ledger. */
  readonly channelId?: Hash256 | undefined;
  /** How full the open ledger is; absent unless the transaction did not get in because of that. */
  readonly fullness?: OpenLedgerFullness | undefined;
  /** The validated ledger that holds the transaction already. */
  readonly location?: TransactionLocation | undefined;
}

/** How the open ledger looks to the sender of a transaction. */
export interface OpenLedgerState {
  /** Fee that would get this kind of transaction into the open ledger now. */
  readonly openLedgerCostDrops: bigint;
  /** Next sequence of the account; the second counts queued transactions too. 0 for an account that does not exist. */
  readonly accountSequenceNext: number;
  readonly accountSequenceAvailable: number;
  readonly validatedLedgerIndex: number;
}

/** Numbers of transactions. */
export interface OpenLedgerFullness {
  readonly openLedgerCount: number;
  /** So many the open ledger takes at the base fee. */
  readonly expectedLedgerCount: number;
}

export interface SimulateOptions {
  /** True: the result has an explanation. */
  readonly isExplained?: boolean;
}

export interface SimulationResult {
  readonly transaction: Transaction;
  readonly result: Ter;
  /** Absent when the transaction would not get into a ledger. */
  readonly metadata: TransactionMetadata | undefined;
  /** Of the open ledger that it was applied to. */
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds: number;
  readonly explanation: Explanation | undefined;
}

/** Called for each transaction that got into the open ledger by submission, with its provisional result. */
export type ProposedListener = (transaction: Transaction, result: Ter, openView: OpenView) => void;

/** Called after each submission, with its outcome. */
export type SubmittedListener = (outcome: SubmitOutcome, options: SubmitOptions) => void;
