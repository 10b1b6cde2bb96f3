/** A submission to the open ledger: its options, its provisional outcome, and the listeners that are called with it. */
import type { TransactionMetadata } from '../../ledger/metadata.ts';
import type { OpenView } from '../../ledger/open-view.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';

export interface SubmitOptions {
  /** With `fail_hard` a failed transaction is neither kept for a retry nor charged. */
  readonly failHard?: boolean;
  /** Admin submissions skip load scaling of the fee. */
  readonly isAdmin?: boolean;
}

/** The provisional outcome of a submission, with what the reference's `submit` says about it. */
export interface SubmitOutcome {
  readonly result: Ter;
  /** Why it failed, in one line; absent for success. */
  readonly reason?: string | undefined;
  readonly applied: boolean;
  readonly broadcast: boolean;
  readonly queued: boolean;
  readonly kept: boolean;
  /** Absent when the transaction was refused before it met the open ledger. */
  readonly ledgerState: OpenLedgerState | undefined;
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

export interface SimulationResult {
  readonly result: Ter;
  /** Absent when the transaction would not get into a ledger. */
  readonly metadata: TransactionMetadata | undefined;
}

/** Called for each transaction that got into the open ledger by submission, with its provisional result. */
export type ProposedListener = (transaction: Transaction, result: Ter, openView: OpenView) => void;

/** Told of each submission, and what became of it. */
export type SubmittedListener = (transaction: Transaction, outcome: SubmitOutcome, options: SubmitOptions) => void;
