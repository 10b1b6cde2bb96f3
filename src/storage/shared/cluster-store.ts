/**
 * The shared storage of a cluster: the log of ledgers, the lease that determines the writer, submissions that are not
 * in a ledger yet, snapshots for starting followers, and the members. Every backend passes the suite in
 * `test/contracts/cluster-store/`. All calls are asynchronous: no member reads its live state from here.
 *
 * Every write of a leader is one backend transaction that also checks its **term** in the lease, and that the backend is the
 * same server as when the lease was taken. So a leader that was paused, cut off or replaced cannot write, independent of its
 * clock (docs/cluster-protocol.md).
 */
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { StoreError } from '../ledger-store.ts';

/** Thrown to a former leader: its term is not the last one, or the backend is another server. Nothing was written. */
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

/** A process of a member. Two processes of one name have two tokens. */
export interface MemberProcess extends ClusterMember {
  /** Random. */
  readonly token: string;
}

/** One taking of the lease. */
export interface Term {
  readonly epoch: number;
  /** Of the process that took it. */
  readonly token: string;
}

export interface LeaseState {
  /** Raised each time the lease is taken; 0 before the first. */
  readonly epoch: number;
  /** The last member to take it, unless it was released. */
  readonly holder: ClusterMember | undefined;
  /** Remaining time by the backend's clock, in milliseconds; 0 if it has expired, or is void. */
  readonly remainingMs: number;
  /** True if it was taken on another server than this one: before a failover or a restore. */
  readonly isVoid: boolean;
  /** True if the commits of its holder waited for a synchronous standby. */
  readonly isReplicated: boolean;
  /** Which server this is. */
  readonly incarnation: string;
  /** The member that may take it next, by the operator's decision. */
  readonly recoverFrom: string | undefined;
}

/** Durations are in milliseconds, measured by the backend's clock alone. */
export interface LeaseTable {
  /** `durationMs`: the longest time that a lease can run. One that seems to run longer has expired. */
  read(durationMs?: number): Promise<LeaseState>;
  /**
   * Takes the lease if it is free, expired or void, or this process has it, and the last report with the member's name is of
   * this process; returns the next epoch, which is larger than `above`, 0 if absent. `incarnation`: only on this server, if
   * given. Returns undefined otherwise, and also while a write of the last term is in progress: it does not wait for that, so
   * that the leader's renewal comes next. It ends a decision of the operator for this member.
   */
  take(member: MemberProcess, durationMs: number, above?: number, incarnation?: string): Promise<number | undefined>;
  /**
   * False unless this is the last term and the log has `appendedIndex`, the last ledger that the leader appended; `confirmedIndex` if
   * absent. `confirmedIndex`: the last ledger of the log that followers may serve.
   */
  renew(term: Term, durationMs: number, confirmedIndex: number, appendedIndex?: number): Promise<boolean>;
  /** Releases it, so that others need not wait; does nothing unless this is the last term. */
  release(term: Term): Promise<void>;
  /**
   * Only this member may take the lease next, without waiting for others. The running lease ends, and reports to another server
   * are removed.
   */
  recover(memberId: string): Promise<void>;
}

export interface LogEnd {
  readonly ledgerIndex: number;
  readonly hash: Hash256;
}

export interface LogRange {
  readonly first: LogEnd;
  readonly last: LogEnd;
  /** The last ledger that is confirmed by the log itself; the last one may be confirmed too. */
  readonly confirmedIndex: number;
}

/** Ledgers in the form of `closed-ledger-codec.ts`. */
export interface SharedLog {
  /** Undefined if empty. */
  range(): Promise<LogRange | undefined>;
  /**
   * Makes one ledger durable, in one transaction that checks the term and that the parent is the last ledger,
   * by index and hash. Rejects with a `FencedError`, an `UnknownOutcomeError`, an `UnreachableError`, or a `StoreError`
   * for a ledger that does not follow. `body`: its bytes, if not in the newest form.
   */
  append(ledger: ClosedLedger, term: Term, body?: Uint8Array): Promise<void>;
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
  add(records: readonly SubmissionRecord[], term: Term): Promise<void>;
  remove(ids: readonly Hash256[], term: Term): Promise<void>;
}

/** Chain parameters that are not in its ledgers (`node/chain-parameters.ts`), and the key of its markers. */
export interface ChainValues {
  /** Name → text; empty before the chain is created. */
  read(): Promise<ReadonlyMap<string, string>>;
  /** Written once, before the first ledger. Rejects with a `StoreError` if other values exist. */
  found(values: ReadonlyMap<string, string>, term: Term): Promise<void>;
}

export interface SnapshotInfo {
  readonly ledgerIndex: number;
  readonly hash: Hash256;
  readonly bytes: number;
  /** Where the copy is, if the database has only this note of it. */
  readonly elsewhere?: SnapshotPlace;
}

export interface SnapshotPlace {
  readonly directory: string;
  /** SHA-256 of the data file, in hexadecimal. */
  readonly digest: string;
}

/** Copies of a member's store, for members that start empty. */
export interface SnapshotStore {
  newest(): Promise<SnapshotInfo | undefined>;
  /** Visible to others once it resolves; only the last two are kept. Without `parts` it is a note of a copy elsewhere. */
  put(info: SnapshotInfo, parts?: AsyncIterable<Uint8Array>): Promise<void>;
  read(ledgerIndex: number): AsyncIterable<Uint8Array>;
}

/** The states of docs/cluster-protocol.md; `left`: it was stopped in order. */
export type MemberRole = 'leader' | 'follower' | 'catching up' | 'ahead' | 'apart' | 'damaged' | 'left';

/** The periodic report of a member. */
export interface MemberReport extends MemberProcess {
  readonly role: MemberRole;
  readonly epoch: number;
  /** The last ledger that it has on disk. */
  readonly ledgerIndex: number;
  readonly hash: Hash256;
  /** The epoch of the leader that it has reached through the link; 0 if it has reached none. */
  readonly reachedEpoch: number;
  readonly version: string;
  /** The newest closed-ledger version that it can read; a leader writes only versions that all members can read. */
  readonly readsLedgerVersion: number;
  /** The server that the member knew when it sent this: a report that arrives late counts for no other server. The present one if absent. */
  readonly incarnation?: string | undefined;
}

export interface ListedMember extends Omit<MemberReport, 'token' | 'incarnation'> {
  readonly ageMs: number;
  /** True if it reported within the last minute of the last lease. */
  readonly isKnown: boolean;
  /** True if it reported to this server, not to another one before a failover or a restore. */
  readonly isHere: boolean;
}

export interface MemberTable {
  /** False if another process of this name has reported within the last seconds. Then nothing is written. */
  report(report: MemberReport): Promise<boolean>;
  /** All members. Those that have left still have their ledgers. */
  list(): Promise<readonly ListedMember[]>;
  /** Ends the reports of this process: another one may have its name. Its last report stays, as of a member that left. */
  leave(member: Pick<MemberProcess, 'id' | 'token'>): Promise<void>;
}

export interface ClusterStore {
  readonly lease: LeaseTable;
  readonly log: SharedLog;
  readonly submissions: SubmissionTable;
  readonly chain: ChainValues;
  readonly snapshots: SnapshotStore;
  readonly members: MemberTable;
  /** The backend's durability settings (PostgreSQL: `synchronous_commit` and `fsync`), as of the last read of the lease. */
  readonly durability: string;
  /**
   * Calls the listener soon after any member appended a ledger; only a hint, which may be missing. The returned
   * function removes the listener.
   */
  onAppended(listener: () => void): () => void;
  close(): Promise<void>;
}
