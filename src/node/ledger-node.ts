/**
 * The interfaces of a running ledger: a reader of validated ledgers, the events and figures of one server, and the engine that
 * applies transactions. `createLedgerNode` (node.ts) makes all three on any `LedgerStore`.
 */
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { OpenView } from '../ledger/open-view.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { ForkFacts } from '../storage/fork/fork.ts';
import type { LedgerStore, ReadStore } from '../storage/ledger-store.ts';
import type { ClockReader } from './close/clock-control.ts';
import type { CloseFailureListener } from './close/close-schedule.ts';
import type {
  GivenTransaction,
  ProposedListener,
  SimulateOptions,
  SimulationResult,
  SubmitOptions,
  SubmitOutcome,
  SubmittedListener,
} from './open-ledger/submission.ts';
import type { QueueMetrics, QueueReader } from './queue/transaction-queue.ts';
import type { AlteredSince } from './test-bench/alterations.ts';
import type { TestBench } from './test-bench/test-bench.ts';

/** Called with each ledger after it is durable. `closeSeconds`: duration since the beginning of the close. */
export type ValidatedListener = (header: LedgerHeader, ledger: PreparedLedger, closeSeconds: number) => void;

/** The state of a node between two closes. Its content is internal (rewind.ts). */
export interface NodeSnapshot {
  /** The last ledger at that moment. */
  readonly header: LedgerHeader;
}

/** Called after each return to an earlier ledger, with the ledger that is the last one now and the one before the return. */
export type RevertedListener = (header: LedgerHeader, revertedFrom: LedgerHeader) => void;

/** Reads validated ledgers. Every thread of a server and every member of a cluster has one. */
export interface LedgerReader {
  /** 0 when no network id was set. */
  readonly networkId: number;
  /** True if it was given, also if it is 0. */
  readonly isNetworkIdGiven: boolean;
  /** Public key that identifies this server, 33 bytes hex; it is kept in the store. */
  readonly publicKey: string;
  /** The stored ledgers. */
  readonly store: ReadStore;
  /** Header of the last validated ledger. */
  readonly validated: LedgerHeader;
  /** Fees of the last validated ledger. The open ledger charges them. */
  readonly fees: Fees;
  /** Rules by the amendments of the last validated ledger. The open ledger follows them. */
  readonly rules: Rules;
  /** A closed ledger's state; undefined when the server does not have that ledger. */
  view(ledgerIndex: number): ReadView | undefined;
}

/** The node in the main thread of a server, with its events and figures. */
export interface LedgerNode extends LedgerReader {
  readonly store: LedgerStore;
  /** Milliseconds since the close under way started; undefined if there is none. */
  readonly closingMs: number | undefined;
  /** The clock of close times. */
  readonly clock: ClockReader;
  /** Changes that were made to the chain by hand. */
  readonly altered: AlteredSince;
  /** Where the chain begins, if it is a fork of another network. */
  readonly fork?: ForkFacts | undefined;
  /** Current metrics of the queue and of fees. */
  metrics(): QueueMetrics;
  /** Calls back after each durable ledger. The returned function unsubscribes. A listener must not throw. */
  onValidated(listener: ValidatedListener): () => void;
  /** Calls back after each failed close. The returned function unsubscribes. */
  onCloseFailed(listener: CloseFailureListener): () => void;
  /** Calls back after each return to an earlier ledger. The returned function unsubscribes. A listener must not throw. */
  onReverted(listener: RevertedListener): () => void;
  /** Calls back after each submission that was applied to the open ledger. The returned function unsubscribes. */
  onProposed(listener: ProposedListener): () => void;
  /** Calls back after each submission, with its outcome. The returned function unsubscribes. */
  onSubmitted(listener: SubmittedListener): () => void;
  /**
   * Starts to close ledgers by the close rule, first one at once if the last one is too old. Resolves when the transactions
   * that an earlier run left in the journal are submitted. Rejects with a `LedgerTooOldError` if that is not possible; then stop
   * the node.
   */
  start(): Promise<void>;
  /** Stops closing ledgers by the close rule. Resolves when no such close is under way. */
  stopClosing(): Promise<void>;
  /** Stops all closes, then closes the store and the journal. The open ledger is not closed. */
  stop(): Promise<void>;
}

/** Reads the open ledger. */
export interface OpenLedgerReader {
  /** Replaced by each close, so do not keep it. */
  readonly view: OpenView;
  /** Queued transactions, and the cost of a place in the open ledger. */
  readonly queue: QueueReader;
  /** A submitted transaction that may still get into a ledger. */
  pending(id: Hash256): Transaction | undefined;
  /** A submitted transaction that got into no ledger and is not tried any more; recent ones only. */
  abandoned(id: Hash256): Transaction | undefined;
}

/** Applies transactions and closes ledgers. There is exactly one for a chain at any time. */
export interface LedgerEngine extends LedgerReader {
  readonly openLedger: OpenLedgerReader;
  /**
   * True after another member of the cluster took the lead. Submissions are refused, and the open ledger has no effect any
   * more.
   */
  readonly isOver: boolean;
  /**
   * The ledger time for a transaction that is submitted now, in seconds since 2000-01-01T00:00:00Z: the close time of the
   * validated ledger; if ledgers close by themselves, the clock's time if that is later.
   */
  readonly nowSeconds: number;
  /**
   * Applies a transaction to the open ledger, or queues it. Its signature was verified before. While a ledger closes, submissions
   * wait for its end, in their order. If the last ledger is too old to apply the transaction to, a ledger is closed first; where
   * ledgers close by hand, only before a request to close a channel. A function is called after the wait, in the turn in which
   * its transaction is applied, so it can fill in fields from the open ledger; it must not submit anything. With a journal, the
   * outcome comes when the transaction is on disk. If there is nothing to wait for, the outcome comes at once.
   *
   * Throws, or rejects with, what the function throws, a `LedgerTooOldError`, a `NotSavedError`, or a `LeadLostError` if
   * `isOver`.
   */
  submit(given: GivenTransaction, options?: SubmitOptions): SubmitOutcome | Promise<SubmitOutcome>;
  /** Applies a transaction to a copy of the open ledger that is not kept. Waits and fails as `submit` does. */
  simulate(given: GivenTransaction, options?: SimulateOptions): SimulationResult | Promise<SimulationResult>;
  /**
   * Closes the open ledger. With `closeTimeSeconds` (since 2000-01-01T00:00:00Z) the header gets exactly that close
   * time, which must be later than the parent's (RangeError otherwise). Resolves after the ledger is durable. If ledgers
   * close by themselves, a second one may follow at once, for channel closes that were deferred.
   */
  acceptLedger(closeTimeSeconds?: number): Promise<LedgerHeader>;
}

/** This member of the cluster does not have the engine. */
export class LeadLostError extends Error {
  override readonly name = 'LeadLostError';

  constructor() {
    super('this member of the cluster does not lead, or no longer');
  }
}

/** The node with the engine. It is the only writer of its store. */
export interface ClosingNode extends LedgerNode, LedgerEngine {
  readonly store: LedgerStore;
  /** Changes by hand; undefined on a server that is no test bench. */
  readonly bench: TestBench | undefined;
  /** Closes a ledger if the last one is too old to apply transactions to. Rejects if that fails. */
  ensureRecentLedger(): Promise<void>;
  /**
   * Takes a snapshot between two closes, for `revert`. It is cheap, and valid while the chain has the ledger that is the last
   * one now.
   */
  snapshot(): Promise<NodeSnapshot>;
  /**
   * Returns to a snapshot, any number of times, or to a ledger by its index, at least 2. Everything later is deleted, from the
   * store too. After a return by index the open ledger and the queue are empty. For test benches. Rejects with a RangeError if
   * the chain does not have that ledger.
   */
  revert(target: NodeSnapshot | number): Promise<LedgerHeader>;
  /** Calls `use` with the chain up to a snapshot and its open transactions. No ledger closes until that resolves. */
  exportChain<T>(snapshot: NodeSnapshot, use: (records: Iterable<Uint8Array>) => Promise<T>): Promise<T>;
  /**
   * Replaces the chain by one from `exportChain`. Listeners are called as for a return. Rejects with a RangeError for other
   * records, or for a chain of another network.
   */
  importChain(records: readonly Uint8Array[]): Promise<LedgerHeader>;
}
