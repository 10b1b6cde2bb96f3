/**
 * The shared storage of a cluster: the log of ledgers, the lease that determines the writer, submissions that are not
 * in a ledger yet, snapshots for starting followers, and the members. Every backend passes the suite in
 * `test/contracts/cluster-store/`. All calls are asynchronous: no member reads its live state from here.
 *
 * Safety rests on one rule. Every write of a leader is one backend transaction that also checks the leader's **epoch**
 * in the lease; taking the lease raises the epoch there. So a leader that was paused, cut off or replaced cannot write,
 * independent of its clock.
 */
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { StoreError } from '../ledger-store.ts';

/** Thrown to a former leader: another member took the lease with a larger epoch. Nothing was written. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** Thrown when it is unknown whether a write took place, since the connection ended during it. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

/** Thrown while the backend is unreachable or refuses temporarily; nothing was written. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Thrown for a row that no member of this cluster wrote. The message names the row. */
export class ForgedRowError extends StoreError {}

/** A machine of the cluster. */
export interface ClusterMember {
  /** Constant for its data directory. */
  readonly id: string;
  /** HOST:PORT at which other members reach it. */
  readonly address: string;
}

export interface LeaseState {
  /** Number of times the lease was taken; 0 before the first. */
  readonly epoch: number;
  /** The last member to take it, unless it was released. */
  readonly holder: ClusterMember | undefined;
  /** Remaining time by the backend's clock, in milliseconds; 0 if expired. */
  readonly remainingMs: number;
}

/** Durations are in milliseconds, measured by the backend's clock alone. */
export interface LeaseTable {
  read(): Promise<LeaseState>;
  /**
   * Takes the lease if it is free or expired, or this member has it; returns the next epoch. Returns undefined
   * otherwise, and also while a write with the last epoch is in progress: it does not wait for that, so that the
   * leader's renewal comes next.
   */
  take(member: ClusterMember, durationMs: number): Promise<number | undefined>;
  /** False unless this is the last epoch. */
  renew(epoch: number, durationMs: number): Promise<boolean>;
  /** Releases it, so that others need not wait; does nothing unless this is the last epoch. */
  release(epoch: number): Promise<void>;
}

export interface LogEnd {
  readonly ledgerIndex: number;
  readonly hash: Hash256;
}

/** Ledgers in the form of `closed-ledger-codec.ts`. */
export interface SharedLog {
  /** The first and the last ledger; undefined if empty. */
  range(): Promise<{ readonly first: LogEnd; readonly last: LogEnd } | undefined>;
  /**
   * Makes one ledger durable, in one transaction that checks the lease's epoch and that the parent is the last ledger,
   * by index and hash. Rejects with a `FencedError`, an `UnknownOutcomeError`, an `UnreachableError`, or a `StoreError`
   * for a ledger that does not follow. `body`: its bytes, if not in the newest form.
   */
  append(ledger: ClosedLedger, epoch: number, body?: Uint8Array): Promise<void>;
  /** The bytes of the ledgers after this index, in order: as many as fit, at least one if any exists. */
  read(afterIndex: number, maximumBytes: number): Promise<readonly Uint8Array[]>;
}

/** The record of a durable submission: its id and its journal entry (`node/submission-journal.ts`). */
export interface SubmissionRecord {
  readonly id: Hash256;
  readonly body: Uint8Array;
}

/** Written by the leader only; in order of arrival. */
export interface SubmissionTable {
  all(): Promise<readonly SubmissionRecord[]>;
  /** Durable when it resolves. Existing records are kept. Rejects as `SharedLog.append` does. */
  add(records: readonly SubmissionRecord[], epoch: number): Promise<void>;
  remove(ids: readonly Hash256[], epoch: number): Promise<void>;
}

/** Chain parameters that are not in its ledgers (`node/chain-parameters.ts`), and the key of its markers. */
export interface ChainValues {
  /** Name → text; empty before the chain is created. */
  read(): Promise<ReadonlyMap<string, string>>;
  /** Written once, before the first ledger. Rejects with a `StoreError` if other values exist. */
  found(values: ReadonlyMap<string, string>, epoch: number): Promise<void>;
}

export interface SnapshotInfo {
  readonly ledgerIndex: number;
  readonly hash: Hash256;
  readonly bytes: number;
}

/** Copies of a member's store, for members that start empty. */
export interface SnapshotStore {
  newest(): Promise<SnapshotInfo | undefined>;
  /** Visible to others once it resolves; only the last two are kept. */
  put(info: SnapshotInfo, parts: AsyncIterable<Uint8Array>): Promise<void>;
  read(ledgerIndex: number): AsyncIterable<Uint8Array>;
}

export type MemberRole = 'leader' | 'follower' | 'catching up';

/** The periodic report of a member. */
export interface MemberReport extends ClusterMember {
  readonly role: MemberRole;
  readonly epoch: number;
  /** The last ledger that it serves. */
  readonly ledgerIndex: number;
  readonly version: string;
  /** The newest closed-ledger version that it can read; a leader writes only versions that all members can read. */
  readonly readsLedgerVersion: number;
}

export interface MemberTable {
  report(report: MemberReport): Promise<void>;
  /** Members that reported within this time, with the age of the report. */
  list(withinMs: number): Promise<readonly (MemberReport & { readonly ageMs: number })[]>;
  leave(id: string): Promise<void>;
}

export interface ClusterStore {
  readonly lease: LeaseTable;
  readonly log: SharedLog;
  readonly submissions: SubmissionTable;
  readonly chain: ChainValues;
  readonly snapshots: SnapshotStore;
  readonly members: MemberTable;
  /** The backend's durability settings (PostgreSQL: `synchronous_commit` and `fsync`), once it was reached. */
  readonly durability: string;
  /**
   * Calls the listener soon after any member appended a ledger; only a hint, which may be missing. The returned
   * function removes the listener.
   */
  onAppended(listener: () => void): () => void;
  close(): Promise<void>;
}
