/**
 * A `ClusterStore` of one member on a `MemoryCluster`, for tests and for the simulation. Calls take as long as the test
 * sets, and fail as calls over a network do: before they arrive, during execution, or before the answer arrives.
 */
import type { ClosedLedger } from '../../../src/ledger/closed-ledger.ts';
import type { Hash256 } from '../../../src/protocol/values.ts';
import {
  type ChainValues,
  type ClusterStore,
  type LeaseTable,
  type MemberTable,
  type SharedLog,
  type SnapshotInfo,
  type SnapshotStore,
  type SubmissionTable,
  UnknownOutcomeError,
  UnreachableError,
} from '../../../src/storage/shared/cluster-store.ts';
import type { Clock } from '../../../src/util/clock.ts';
import { type MemoryCluster, StalledError } from './memory-cluster.ts';

/** A call by table and method: `log.append`. */
export type ClusterCall = `${'lease' | 'log' | 'submissions' | 'chain' | 'snapshots' | 'members'}.${string}`;

/** Delays and outcome of a call. */
export interface CallOutcome {
  /** Delay of the call and of its answer, in milliseconds. */
  readonly thereMs?: number;
  readonly backMs?: number;
  /**
   * `refused`: it never arrives. `cut before`, `cut after`: the connection ends before or after it takes effect.
   * `late`: the connection ends, and the call takes effect `lateMs` afterwards.
   */
  readonly ending?: 'answered' | 'refused' | 'cut before' | 'cut after' | 'late';
  /** Milliseconds from the end of the connection until a late call takes effect. */
  readonly lateMs?: number;
}

/** Returns the outcome of each call when it is made. */
export type OutcomeOfCall = (call: ClusterCall) => CallOutcome;

/** Calls that change something. If their connection ends, the outcome is unknown. */
const WRITES: ReadonlySet<ClusterCall> = new Set([
  'lease.take',
  'lease.renew',
  'lease.release',
  'lease.recover',
  'log.append',
  'submissions.add',
  'submissions.remove',
  'chain.found',
  'snapshots.put',
  'members.report',
  'members.leave',
]);

/** Timeout of a call that is not answered. */
const ANSWER_MS = 5_000;

export interface MemoryClusterStoreOptions {
  readonly cluster: MemoryCluster;
  /** Measures the delays. */
  readonly clock: Pick<Clock, 'after'>;
  /** If absent, all calls are answered at once. */
  readonly outcomeOf?: OutcomeOfCall;
}

export class MemoryClusterStore implements ClusterStore {
  readonly durability = 'memory: lost with the process';
  /** True: no call arrives and no answer returns. Calls in progress fail. */
  isCutOff = false;
  readonly #cluster: MemoryCluster;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #outcomeOf: OutcomeOfCall;
  readonly #hints = new Set<() => void>();
  /** The highest epoch of which this process has an answer. */
  #knownEpoch = 0;
  #isClosed = false;

  constructor({ cluster, clock, outcomeOf = () => ({}) }: MemoryClusterStoreOptions) {
    this.#cluster = cluster;
    this.#clock = clock;
    this.#outcomeOf = outcomeOf;
  }

  readonly lease: LeaseTable = {
    read: async (durationMs) => {
      const lease = await this.#call('lease.read', () => this.#cluster.lease(durationMs));
      this.#noteEpoch(lease.epoch);
      return lease;
    },
    take: async (...taking) => {
      const epoch = await this.#call('lease.take', () => this.#cluster.take(...taking));
      if (epoch !== undefined && epoch <= this.#knownEpoch)
        this.#cluster.violation ??= `rule 1: epoch ${epoch} is given to a process that knows epoch ${this.#knownEpoch}`;
      this.#noteEpoch(epoch ?? 0);
      return epoch;
    },
    renew: (...renewal) => this.#call('lease.renew', () => this.#cluster.renew(...renewal)),
    release: (term) => this.#call('lease.release', () => this.#cluster.release(term)),
    recover: (memberId) => this.#call('lease.recover', () => this.#cluster.recover(memberId)),
  };

  readonly log: SharedLog = {
    range: () => this.#call('log.range', () => this.#cluster.range()),
    append: (ledger: ClosedLedger, term, body) =>
      this.#call('log.append', () => this.#cluster.append(ledger, term, body)).catch((error) => {
        if (error instanceof UnknownOutcomeError) this.#cluster.noteUnknown(ledger, term);
        throw error;
      }),
    read: (afterIndex, maximumBytes) => this.#call('log.read', () => this.#cluster.read(afterIndex, maximumBytes)),
  };

  readonly submissions: SubmissionTable = {
    all: () => this.#call('submissions.all', () => this.#cluster.submissions()),
    add: (records, term) => this.#call('submissions.add', () => this.#cluster.addSubmissions(records, term)),
    remove: (ids: readonly Hash256[], term) =>
      this.#call('submissions.remove', () => this.#cluster.removeSubmissions(ids, term)),
  };

  readonly chain: ChainValues = {
    read: () => this.#call('chain.read', () => this.#cluster.chainValues()),
    found: (values, term) => this.#call('chain.found', () => this.#cluster.found(values, term)),
  };

  readonly snapshots: SnapshotStore = {
    newest: () => this.#call('snapshots.newest', () => this.#cluster.newestSnapshot()),
    put: (info, parts) => this.#putSnapshot(info, parts),
    read: (ledgerIndex) => this.#readSnapshot(ledgerIndex),
  };

  readonly members: MemberTable = {
    report: (report) => this.#call('members.report', () => this.#cluster.report(report)),
    list: () => this.#call('members.list', () => this.#cluster.members()),
    leave: (member) => this.#call('members.leave', () => this.#cluster.leave(member)),
  };

  #noteEpoch(epoch: number): void {
    this.#knownEpoch = Math.max(this.#knownEpoch, epoch);
  }

  onAppended(listener: () => void): () => void {
    const end = this.#cluster.appended.add(() => {
      if (this.isCutOff || this.#isClosed) return;
      this.#clock.after(0, () => {
        if (this.#hints.has(end)) listener();
      });
    });
    this.#hints.add(end);
    return () => {
      this.#hints.delete(end);
      end();
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#hints) end();
    this.#hints.clear();
  }

  async #putSnapshot(info: SnapshotInfo, parts?: AsyncIterable<Uint8Array>): Promise<void> {
    const kept: Uint8Array[] = [];
    for await (const part of parts ?? []) kept.push(Uint8Array.from(part));
    await this.#call('snapshots.put', () => this.#cluster.putSnapshot(info, kept));
  }

  async *#readSnapshot(ledgerIndex: number): AsyncGenerator<Uint8Array> {
    const parts = await this.#call('snapshots.read', () => this.#cluster.snapshot(ledgerIndex));
    for (const part of parts) yield Uint8Array.from(part);
  }

  async #call<T>(call: ClusterCall, act: () => T): Promise<T> {
    if (this.#isClosed) throw new UnreachableError(`${call}: this store was closed`);
    const { thereMs = 0, backMs = 0, ending = 'answered', lateMs = 0 } = this.#outcomeOf(call);
    const isDoubtful = WRITES.has(call);
    await this.#pass(thereMs);
    if (this.isCutOff || ending === 'refused') throw new UnreachableError(`${call} did not arrive`);
    if (ending === 'cut before') throw cutError(call, isDoubtful);
    if (ending === 'late') {
      this.#cluster.later(lateMs, act);
      throw cutError(call, isDoubtful);
    }
    const answer = attempt(act);
    if (answer === 'stalled') {
      await this.#pass(ANSWER_MS);
      throw cutError(call, isDoubtful);
    }
    await this.#pass(backMs);
    if (this.isCutOff || ending === 'cut after') throw cutError(call, isDoubtful);
    return answer();
  }

  #pass(milliseconds: number): Promise<void> {
    if (milliseconds === 0) return Promise.resolve();
    return new Promise((resolve) => void this.#clock.after(milliseconds, resolve));
  }
}

/** Executes the call now. The returned function returns its value or throws its error. */
function attempt<T>(act: () => T): (() => T) | 'stalled' {
  try {
    const value = act();
    return () => value;
  } catch (error) {
    if (error instanceof StalledError) return 'stalled';
    return () => {
      throw error;
    };
  }
}

function cutError(call: ClusterCall, isDoubtful: boolean): Error {
  const message = `the connection ended during ${call}`;
  return isDoubtful ? new UnknownOutcomeError(message) : new UnreachableError(message);
}
