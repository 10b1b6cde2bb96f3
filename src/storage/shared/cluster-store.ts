/**
 * What the machines of a cluster have in common, whatever keeps it: the log of ledgers, the lease that says who may write
 * it, submissions that are still to get into a ledger, snapshots for followers that start, and who is there. Every backend
 * passes the suite in `test/contracts/cluster-store/`. All of it is asynchronous: no machine reads its live state from here.
 *
 * Safety rests on one thing. Whatever a leader writes is one transaction of the backend that also finds the lease at the
 * leader's **epoch**; taking the lease raises the epoch in the same place. So a leader that was paused, cut off or given up
 * cannot write any more, whatever its clock says.
 */
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import type { Hash256 } from '../../protocol/values.ts';

/** Thrown to a leader that is none any more: somebody took the lease, with a larger epoch. Nothing was written. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** Thrown when nobody can say whether a write took place, since the connection ended in the middle of it. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

/** Thrown while the backend cannot be reached, or refuses for a while; nothing was written. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** A machine of the cluster. */
export interface ClusterMember {
  /** The same for as long as its data directory lasts. */
  readonly id: string;
  /** Where its other members reach it: HOST:PORT. */
  readonly address: string;
}

export interface LeaseState {
  /** Counts the takings; 0 before the first. */
  readonly epoch: number;
  /** Who took it last, unless it was given back. */
  readonly holder: ClusterMember | undefined;
  /** How long it still runs, by the backend's clock, in milliseconds; 0 if it ran out. */
  readonly remainingMs: number;
}

/** Durations are in milliseconds and judged by the backend's clock alone. */
export interface LeaseTable {
  read(): Promise<LeaseState>;
  /**
   * Takes it if nobody has it or it ran out, or this member has it, with the next epoch, which is given. Undefined also
   * while something is written with the last epoch: that is not waited for, so that a leader's renewal may be the next.
   */
  take(member: ClusterMember, durationMs: number): Promise<number | undefined>;
  /** False for an epoch that is not the last one. */
  renew(epoch: number, durationMs: number): Promise<boolean>;
  /** Gives it back, so that others need not wait; nothing happens if the epoch is not the last one. */
  release(epoch: number): Promise<void>;
}

export interface LogEnd {
  readonly ledgerIndex: number;
  readonly hash: Hash256;
}

/** Ledgers in a form of `closed-ledger-codec.ts`. */
export interface SharedLog {
  /** The first and the last ledger; undefined before there is any. */
  range(): Promise<{ readonly first: LogEnd; readonly last: LogEnd } | undefined>;
  /**
   * Makes one ledger durable, in one transaction that finds the lease at this epoch and the parent last, by index and hash.
   * Rejects with a `FencedError`, an `UnknownOutcomeError`, an `UnreachableError`, or a `StoreError` for a ledger that
   * does not come next. `body`: its bytes, if they are to be of another form than the newest.
   */
  append(ledger: ClosedLedger, epoch: number, body?: Uint8Array): Promise<void>;
  /** The bytes of the ledgers behind this index, in order; as many as fit, but one at least if there is any. */
  read(afterIndex: number, maximumBytes: number): Promise<readonly Uint8Array[]>;
}

/** What a durable submission leaves: its id, and what the journal says of it (`node/submission-journal.ts`). */
export interface SubmissionRecord {
  readonly id: Hash256;
  readonly body: Uint8Array;
}

/** Written by the leader only; in the order in which they came. */
export interface SubmissionTable {
  all(): Promise<readonly SubmissionRecord[]>;
  /** Durable when it resolves. One that is there already stays as it is. Rejects as `SharedLog.append` does. */
  add(records: readonly SubmissionRecord[], epoch: number): Promise<void>;
  remove(ids: readonly Hash256[], epoch: number): Promise<void>;
}

/** What a chain was founded with and its ledgers do not say (`node/chain-parameters.ts`), and the key of its markers. */
export interface ChainValues {
  /** Name → text; none before the chain was founded. */
  read(): Promise<ReadonlyMap<string, string>>;
  /** Written once, with the first ledger still to come. Rejects with a `StoreError` if there are others. */
  found(values: ReadonlyMap<string, string>, epoch: number): Promise<void>;
}

export interface SnapshotInfo {
  readonly ledgerIndex: number;
  readonly hash: Hash256;
  readonly bytes: number;
}

/** Copies of a member's store, for those that start empty. */
export interface SnapshotShelf {
  newest(): Promise<SnapshotInfo | undefined>;
  /** It is there for others once it resolves; older ones than the last two go. */
  put(info: SnapshotInfo, parts: AsyncIterable<Uint8Array>): Promise<void>;
  read(ledgerIndex: number): AsyncIterable<Uint8Array>;
}

export type MemberRole = 'leader' | 'follower' | 'catching up';

/** What a member says of itself every so often. */
export interface MemberReport extends ClusterMember {
  readonly role: MemberRole;
  readonly epoch: number;
  /** The last ledger that it serves. */
  readonly ledgerIndex: number;
  readonly version: string;
  /** The newest form of closed ledgers that it can read; a leader writes none that a member cannot. */
  readonly readsLedgerVersion: number;
}

export interface MemberTable {
  report(report: MemberReport): Promise<void>;
  /** Those that reported within this time, and how long ago. */
  list(withinMs: number): Promise<readonly (MemberReport & { readonly ageMs: number })[]>;
  leave(id: string): Promise<void>;
}

export interface ClusterStore {
  readonly lease: LeaseTable;
  readonly log: SharedLog;
  readonly submissions: SubmissionTable;
  readonly chain: ChainValues;
  readonly snapshots: SnapshotShelf;
  readonly members: MemberTable;
  /** What a power loss can take, in the backend's words (PostgreSQL: `synchronous_commit` and `fsync`), once it was reached. */
  readonly durability: string;
  /** Calls back soon after a ledger was appended by anybody; only a hint, which may be missing. The returned function ends it. */
  onAppended(listener: () => void): () => void;
  close(): Promise<void>;
}
