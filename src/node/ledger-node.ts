/**
 * What a running ledger is to the layers above it: a reader of validated ledgers, the events and figures of one server, and
 * the engine that takes transactions. `createLedgerNode` (node.ts) makes all three over any `LedgerStore`.
 */
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { OpenView } from '../ledger/open-view.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { Hash256 } from '../protocol/values.ts';
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

/** Told of each ledger after it became durable, and how long that took from the beginning of the close. */
export type ValidatedListener = (header: LedgerHeader, ledger: PreparedLedger, closeSeconds: number) => void;

/** A node at one moment, between two closes; what it is made of is the node's own (rewind.ts). */
export interface NodeSnapshot {
  /** The last ledger then. */
  readonly header: LedgerHeader;
}

/** Told of each return to an earlier ledger, which is the last one now, and which one was before. */
export type RevertedListener = (header: LedgerHeader, revertedFrom: LedgerHeader) => void;

/** Reads validated ledgers. Every thread of a server and every member of a cluster has one. */
export interface LedgerReader {
  /** 0 when no network id was set. */
  readonly networkId: number;
  /** True if it was set, also to 0. */
  readonly isNetworkIdGiven: boolean;
  /** Names this server among others: 33 bytes hex, the same for as long as its store lasts. */
  readonly publicKey: string;
  /** Committed history. */
  readonly store: ReadStore;
  /** Header of the last validated ledger. */
  readonly validated: LedgerHeader;
  /** Fees of the last validated ledger, which the open ledger charges. */
  readonly fees: Fees;
  /** A closed ledger's state; undefined when the server does not have that ledger. */
  view(ledgerIndex: number): ReadView | undefined;
}

/** The ledger of one server, as its main thread has it: what happens to it, and figures about it. */
export interface LedgerNode extends LedgerReader {
  readonly store: LedgerStore;
  /** How long the close under way has taken so far, in milliseconds; undefined when there is none. */
  readonly closingMs: number | undefined;
  /** What ledgers are dated by. */
  readonly clock: ClockReader;
  /** What was done to the chain by hand. */
  readonly altered: AlteredSince;
  /** What transactions cost now. */
  metrics(): QueueMetrics;
  /** Calls back after each ledger became durable. The returned function ends it. A listener must not throw. */
  onValidated(listener: ValidatedListener): () => void;
  /** Calls back after each close that failed. The returned function ends it. */
  onCloseFailed(listener: CloseFailureListener): () => void;
  /** Calls back after each return to an earlier ledger. The returned function ends it. A listener must not throw. */
  onReverted(listener: RevertedListener): () => void;
  /** Calls back after each transaction that got into the open ledger. The returned function ends it. */
  onProposed(listener: ProposedListener): () => void;
  /** Calls back after each submission, with its outcome. The returned function ends it. */
  onSubmitted(listener: SubmittedListener): () => void;
  /**
   * From now on ledgers close by themselves, if they are to; before that one is closed if the last one is too old.
   * Resolves when what an earlier run left in the journal of submissions is submitted. Rejects with a `LedgerTooOldError`
   * if it cannot be; then stop the node.
   */
  start(): Promise<void>;
  /** From now on no ledger closes by itself. Resolves when none that did is under way. */
  stopClosing(): Promise<void>;
  /** The same, for every close; then closes the store and the journal. What is open is not closed. */
  stop(): Promise<void>;
}

/** What can be read of the open ledger. */
export interface OpenLedgerReader {
  /** A new object after each close, so do not keep it. */
  readonly view: OpenView;
  /** What waits for a place in an open ledger, and what such a place costs. */
  readonly queue: QueueReader;
  /** A submitted transaction that no validated ledger holds yet, and which is still alive. */
  pending(id: Hash256): Transaction | undefined;
}

/** Applies transactions and closes ledgers. There is exactly one for a chain at any time. */
export interface LedgerEngine extends LedgerReader {
  readonly openLedger: OpenLedgerReader;
  /**
   * True after another member of the cluster took the lead. Nothing can be submitted here any more, and the open ledger is
   * of no account.
   */
  readonly isOver: boolean;
  /**
   * The time by which a transaction would be judged that is submitted now, in seconds since 2000-01-01T00:00:00Z: the close
   * time of the validated ledger; the clock's, if that is later and ledgers close by themselves.
   */
  readonly nowSeconds: number;
  /**
   * Applies a transaction to the open ledger, or queues it. Its signature was verified before. If the last ledger is too old
   * to apply transactions to, a ledger is closed first, and submissions wait for that in their order; where ledgers close
   * by hand there is never such a wait. A function is called after the wait, in the turn in which its transaction is applied,
   * so it can fill in fields from the open ledger; it must not submit anything. With a journal, the outcome comes when the
   * transaction is on disk. If there is nothing to wait for, the outcome comes at once.
   *
   * Throws, or rejects with, what the function throws, a `LedgerTooOldError`, a `NotSavedError`, or a `LeadLostError` if
   * `isOver`.
   */
  submit(given: GivenTransaction, options?: SubmitOptions): SubmitOutcome | Promise<SubmitOutcome>;
  /** Applies a transaction to a copy of the open ledger that is not kept. Waits and fails as `submit` does. */
  simulate(given: GivenTransaction, options?: SimulateOptions): SimulationResult | Promise<SimulationResult>;
  /**
   * Closes the open ledger. With `closeTimeSeconds` (since 2000-01-01T00:00:00Z) the header gets exactly that close
   * time, which must be later than the parent's (RangeError otherwise). Resolves after the ledger is durable. Where
   * ledgers close by themselves a second one may follow at once, for requests to close a channel that came too late.
   */
  acceptLedger(closeTimeSeconds?: number): Promise<LedgerHeader>;
}

/** Another member of the cluster has the engine now. */
export class LeadLostError extends Error {
  override readonly name = 'LeadLostError';

  constructor() {
    super('this member of the cluster does not lead, or no longer');
  }
}

/** The node that has the engine, and so has the store to itself. */
export interface ClosingNode extends LedgerNode, LedgerEngine {
  readonly store: LedgerStore;
  /** What the operator may change by hand; undefined except on a test bench. */
  readonly bench: TestBench | undefined;
  /** Closes a ledger if the last one is too old to apply transactions to. Rejects if that fails. */
  ensureRecentLedger(): Promise<void>;
  /**
   * Everything as it is between two closes, for `revert`: cheap, and good for as long as the node keeps the ledger that
   * is the last one now.
   */
  snapshot(): Promise<NodeSnapshot>;
  /**
   * Returns to a snapshot, as often as one likes: what has happened since is gone for good, from the store too. Or to a
   * ledger by its index, 2 at least: then the open ledger is empty and nothing waits, as after a start. For test benches.
   * Rejects with a RangeError if that ledger is not there, or is not the snapshot's any more.
   */
  revert(target: NodeSnapshot | number): Promise<LedgerHeader>;
  /** Hands the whole chain up to a snapshot to `use`, and what was in no ledger then. No ledger closes until that is done. */
  exportChain<T>(snapshot: NodeSnapshot, use: (records: Iterable<Uint8Array>) => Promise<T>): Promise<T>;
  /**
   * Puts a chain that `exportChain` gave, here or elsewhere, into the place of this one; listeners hear of it as of a
   * return. Rejects with a RangeError for what is no such chain, or that of another network.
   */
  importChain(records: readonly Uint8Array[]): Promise<LedgerHeader>;
}
