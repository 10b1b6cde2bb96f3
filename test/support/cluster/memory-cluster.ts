/**
 * The database of a cluster in memory: each change is one synchronous step. Members access it through a
 * `MemoryClusterStore` each, which injects delays and faults of calls. Faults of the server are injected here:
 * fail-over to a standby without the last changes, a stalled standby, a changed clock.
 */
import type { ClosedLedger } from '../../../src/ledger/closed-ledger.ts';
import { encodeClosedLedger } from '../../../src/ledger/closed-ledger-codec.ts';
import type { LedgerHeader } from '../../../src/ledger/ledger-header.ts';
import type { Hash256 } from '../../../src/protocol/values.ts';
import { checkAppend } from '../../../src/storage/append-check.ts';
import { StoreError } from '../../../src/storage/ledger-store.ts';
import {
  FencedError,
  type LeaseState,
  type ListedMember,
  type LogEnd,
  type LogRange,
  type MemberProcess,
  type MemberReport,
  type SnapshotInfo,
  type SubmissionRecord,
  type Term,
} from '../../../src/storage/shared/cluster-store.ts';
import type { Clock } from '../../../src/util/clock.ts';
import { Listeners } from '../../../src/util/listeners.ts';

const SNAPSHOTS_KEPT = 2;

interface LoggedLedger {
  readonly header: LedgerHeader;
  readonly bytes: Uint8Array;
}

interface Snapshot {
  readonly info: SnapshotInfo;
  readonly parts: readonly Uint8Array[];
}

/** Everything that the server stores. A change replaces the object, so earlier states can be kept. */
interface DatabaseState {
  readonly ledgers: readonly LoggedLedger[];
  readonly submissions: ReadonlyMap<Hash256, SubmissionRecord>;
  readonly chain: ReadonlyMap<string, string>;
  readonly members: ReadonlyMap<string, StoredReport>;
  readonly snapshots: readonly Snapshot[];
  readonly epoch: number;
  readonly holder: MemberProcess | undefined;
  readonly endsMs: number;
  /** Incarnation of the server on which the lease was taken. */
  readonly incarnation: number | undefined;
  readonly isReplicated: boolean;
  readonly confirmedIndex: number;
  readonly recoverFrom: string | undefined;
}

interface StoredReport {
  readonly report: MemberReport;
  readonly atMs: number;
  readonly incarnation: number;
}

/** The server's clock, for leases and for statements that arrive late. */
export type ServerClock = Pick<Clock, 'elapsedMs'> & {
  readonly after: (delayMs: number, act: () => void) => unknown;
};

const EMPTY: DatabaseState = {
  ...{ ledgers: [], submissions: new Map(), chain: new Map(), members: new Map(), snapshots: [] },
  ...{ epoch: 0, holder: undefined, endsMs: 0, confirmedIndex: 0 },
  ...{ incarnation: undefined, isReplicated: false, recoverFrom: undefined },
};
/** As in `postgres-members.ts`. */
const NAME_MS = 3_000;
const KNOWN_MS = 60_000;
/** Writes of the lease row wait for each other. Only the first one is in the server's own log. */
interface WaitingWrite {
  readonly row: 'lease' | 'other';
  readonly apply: () => void;
}

/** How long a statement in progress may still take effect, in milliseconds. */
const GRACE_MS = 3_000;

/** Number of earlier states that are kept for a standby. */
const STATES_KEPT = 400;

/** A write on a server whose synchronous standby does not answer. */
export class StalledError extends Error {
  override readonly name = 'StalledError';
}

export class MemoryCluster {
  readonly appended = new Listeners<[]>();
  readonly #clock: ServerClock;
  #clockOffsetMs = 0;
  #state = EMPTY;
  #incarnation = 1;
  /** True: commits wait for a synchronous standby. */
  isReplicated = false;
  /** Recent states, oldest first, with the time of each one's start. */
  #earlier: { readonly state: DatabaseState; readonly sinceMs: number }[] = [];
  /** The first violation of a rule of docs/cluster-protocol.md that the server itself does not enforce. */
  violation: string | undefined;
  /** Token and epoch of the last lease, and incarnation of its server. */
  #lastTaken = '';
  /** Token and epoch of a leader → hash of its append with unknown outcome. */
  readonly #unknown = new Map<string, Hash256>();
  /** Token and epoch of a leader → time of its append that could not follow the log. */
  readonly #overtaken = new Map<string, number>();
  /** Token of a process whose reports are refused → time of the first refused report. */
  readonly #refused = new Map<string, number>();
  /** While the synchronous standby stalls: its state, and the writes that wait for it and are not visible yet. */
  #stalled: { readonly standby: DatabaseState; readonly waiting: WaitingWrite[] } | undefined;

  /** Leases use this clock only, not the clocks of the members. */
  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** Executes a statement after a delay, although its connection has ended. */
  later(delayMs: number, act: () => unknown): void {
    this.#clock.after(delayMs, () => {
      try {
        act();
      } catch {
        // The caller does not wait for it any more.
      }
    });
  }

  /** Sets the server's clock. */
  setClock(milliseconds: number): void {
    this.#clockOffsetMs += milliseconds;
  }

  /** Copies all changes to the standby. */
  completeStandby(): void {
    this.#earlier = [{ state: this.#state, sinceMs: this.#clock.elapsedMs() }];
  }

  /** Replaces the server by a standby without the changes of the last `behindMs` milliseconds. */
  promoteStandby(behindMs: number): void {
    const asOfMs = this.#clock.elapsedMs() - behindMs;
    this.#state = this.#earlier.findLast(({ sinceMs }) => sinceMs <= asOfMs)?.state ?? this.#earlier[0]?.state ?? EMPTY;
    this.#begin();
  }

  /** The server crashes, loses its last changes, and keeps its incarnation. */
  forget(changes: number): void {
    this.#state = this.#earlier.at(-1 - changes)?.state ?? EMPTY;
    const { holder, epoch, incarnation } = this.#state;
    this.#lastTaken = `${holder?.token} ${epoch} ${incarnation}`;
    this.#earlier = [];
    this.#refused.clear();
    this.#stalled = undefined;
  }

  /** From now on the synchronous standby receives nothing, so no write is answered. */
  stallStandby(): void {
    this.#stalled ??= { standby: this.#state, waiting: [] };
  }

  /** The server crashes and restarts. It now shows what its own log has. The standby still stalls. */
  restartStalled(): void {
    const waiting = this.#stalled?.waiting.splice(0) ?? [];
    const first = waiting.find(({ row }) => row === 'lease');
    for (const write of waiting) if (write.row === 'other' || write === first) write.apply();
  }

  /** Replaces the server by the stalled standby. */
  promoteStalled(): void {
    if (this.#stalled === undefined) return;
    this.#state = this.#stalled.standby;
    this.#begin();
  }

  #begin(): void {
    this.#stalled = undefined;
    this.#incarnation += 1;
    this.#refused.clear();
    this.completeStandby();
  }

  /** Records that the connection of an append has ended. */
  noteUnknown({ header }: ClosedLedger, term: Term): void {
    this.#unknown.set(nameOf(term), header.hash);
  }

  #isLong(sinceMs: number | undefined): boolean {
    return sinceMs !== undefined && this.#clock.elapsedMs() - sinceMs > GRACE_MS;
  }

  /** Applies a change of a leader, or of any member. Throws a StalledError while the standby stalls. */
  #change(row: WaitingWrite['row'], change: () => Partial<DatabaseState>, term?: Term): void {
    if (term !== undefined && this.#lastTaken !== `${nameOf(term)} ${this.#incarnation}`)
      this.violation ??= `rule 1: a write of epoch ${term.epoch} takes effect, which does not have the lease`;
    const apply = (): void => {
      this.#state = { ...this.#state, ...change() };
      this.#earlier.push({ state: this.#state, sinceMs: this.#clock.elapsedMs() });
      if (this.#earlier.length > STATES_KEPT) this.#earlier.shift();
    };
    if (this.#stalled === undefined) {
      apply();
      return;
    }
    this.#stalled.waiting.push({ row, apply });
    throw new StalledError('the standby does not answer');
  }

  #nowMs(): number {
    return this.#clock.elapsedMs() + this.#clockOffsetMs;
  }

  lease(durationMs = Number.POSITIVE_INFINITY): LeaseState {
    const { epoch, holder, endsMs, incarnation, isReplicated, recoverFrom } = this.#state;
    const leftMs = endsMs - this.#nowMs();
    const isVoid = incarnation !== undefined && incarnation !== this.#incarnation;
    const runs = holder !== undefined && !isVoid && leftMs > 0 && leftMs <= durationMs;
    const member = holder && { id: holder.id, address: holder.address };
    const server = String(this.#incarnation);
    return {
      ...{ epoch, isVoid, isReplicated, recoverFrom, holder: member },
      ...{ remainingMs: runs ? leftMs : 0, incarnation: server },
    };
  }

  take(member: MemberProcess, durationMs: number, above = 0, incarnation?: string): number | undefined {
    const { holder, recoverFrom, members } = this.#state;
    if (members.get(member.id)?.report.token !== member.token) return undefined;
    if (incarnation !== undefined && incarnation !== String(this.#incarnation)) return undefined;
    if (this.lease(durationMs).remainingMs > 0 && holder?.token !== member.token) return undefined;
    if (recoverFrom !== undefined && recoverFrom !== member.id) return undefined;
    const epoch = Math.max(this.#state.epoch, above) + 1;
    if (this.#isLong(this.#refused.get(member.token)))
      this.violation ??= `rule 4: a process takes the lease by the name ${member.id}, which another process uses`;
    const { isReplicated } = this;
    this.#change('lease', () => {
      this.#lastTaken = `${nameOf({ epoch, token: member.token })} ${this.#incarnation}`;
      return {
        ...{ epoch, isReplicated, holder: member, endsMs: this.#nowMs() + durationMs },
        ...{ incarnation: this.#incarnation, recoverFrom: undefined },
      };
    });
    return epoch;
  }

  renew(term: Term, durationMs: number, confirmedIndex: number, appendedIndex = confirmedIndex): boolean {
    const lastIndex = this.range()?.last.ledgerIndex ?? 0;
    if (!this.#isHeld(term) || lastIndex < appendedIndex) return false;
    if (this.#isLong(this.#overtaken.get(nameOf(term))))
      this.violation ??= `rule 3: the leader of epoch ${term.epoch} renews its lease after a ledger that could not follow`;
    const { isReplicated } = this;
    this.#change('lease', () => ({ isReplicated, confirmedIndex, endsMs: this.#nowMs() + durationMs }), term);
    return true;
  }

  release(term: Term): void {
    if (this.#isHeld(term)) this.#change('lease', () => ({ holder: undefined }), term);
  }

  recover(memberId: string): void {
    const members = new Map(
      [...this.#state.members].filter(([, { incarnation }]) => incarnation === this.#incarnation),
    );
    this.#change('lease', () => ({ holder: undefined, recoverFrom: memberId, members }));
  }

  range(): LogRange | undefined {
    const { ledgers, confirmedIndex } = this.#state;
    const [first, last] = [ledgers[0], ledgers.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const confirmed = Math.max(confirmedIndex, last.header.ledgerIndex - 1);
    return { first: endOf(first), last: endOf(last), confirmedIndex: confirmed };
  }

  append(ledger: ClosedLedger, term: Term, body: Uint8Array = encodeClosedLedger(ledger)): void {
    this.#checkTerm(term);
    const { header } = ledger;
    try {
      checkAppend({ last: this.#state.ledgers.at(-1)?.header, term: 0 }, header, 0);
    } catch (error) {
      if (this.#overtaken.has(nameOf(term)))
        this.violation ??= `rule 3: the leader of epoch ${term.epoch} appends again after a ledger that could not follow`;
      this.#overtaken.set(nameOf(term), this.#clock.elapsedMs());
      throw error;
    }
    if ((this.#unknown.get(nameOf(term)) ?? header.hash) !== header.hash)
      this.violation ??= `rule 2: the leader of epoch ${term.epoch} appends again after an append of unknown outcome`;
    const added = { header, bytes: Uint8Array.from(body) };
    this.#change('lease', () => ({ ledgers: [...this.#state.ledgers, added] }), term);
    this.appended.emit();
  }

  read(afterIndex: number, maximumBytes: number): readonly Uint8Array[] {
    const { ledgers } = this.#state;
    const found: Uint8Array[] = [];
    let left = maximumBytes;
    const first = ledgers[0]?.header.ledgerIndex ?? 0;
    for (const { bytes } of ledgers.slice(Math.max(0, afterIndex + 1 - first))) {
      left -= bytes.length;
      if (left < 0 && found.length > 0) break;
      found.push(Uint8Array.from(bytes));
    }
    return found;
  }

  submissions(): readonly SubmissionRecord[] {
    return [...this.#state.submissions.values()];
  }

  addSubmissions(records: readonly SubmissionRecord[], term: Term): void {
    this.#checkTerm(term);
    this.#change(
      'other',
      () => {
        const submissions = new Map(this.#state.submissions);
        for (const { id, body } of records) {
          if (!submissions.has(id)) submissions.set(id, { id, body: Uint8Array.from(body) });
        }
        return { submissions };
      },
      term,
    );
  }

  removeSubmissions(ids: readonly Hash256[], term: Term): void {
    this.#checkTerm(term);
    this.#change(
      'other',
      () => {
        const submissions = new Map(this.#state.submissions);
        for (const id of ids) submissions.delete(id);
        return { submissions };
      },
      term,
    );
  }

  chainValues(): ReadonlyMap<string, string> {
    return this.#state.chain;
  }

  found(values: ReadonlyMap<string, string>, term: Term): void {
    this.#checkTerm(term);
    const { chain } = this.#state;
    const isSame = chain.size === values.size && [...values].every(([name, text]) => chain.get(name) === text);
    if (chain.size > 0 && !isSame) throw new StoreError('another chain was founded here');
    this.#change('lease', () => ({ chain: new Map(values) }), term);
  }

  newestSnapshot(): SnapshotInfo | undefined {
    return this.#state.snapshots.at(-1)?.info;
  }

  putSnapshot(info: SnapshotInfo, parts: readonly Uint8Array[]): void {
    this.#change('other', () => {
      const others = this.#state.snapshots.filter((one) => one.info.ledgerIndex !== info.ledgerIndex);
      const all = [...others, { info, parts }].sort((one, other) => one.info.ledgerIndex - other.info.ledgerIndex);
      return { snapshots: all.slice(-SNAPSHOTS_KEPT) };
    });
  }

  snapshot(ledgerIndex: number): readonly Uint8Array[] {
    const found = this.#state.snapshots.find(({ info }) => info.ledgerIndex === ledgerIndex);
    if (found === undefined) throw new StoreError(`there is no snapshot of ledger ${ledgerIndex}`);
    return found.parts;
  }

  report(report: MemberReport): boolean {
    const nowMs = this.#nowMs();
    const before = this.#state.members.get(report.id);
    const isFresh = before !== undefined && Math.abs(nowMs - before.atMs) < NAME_MS;
    if (isFresh && !['', report.token].includes(before.report.token)) {
      if (!this.#refused.has(report.token)) this.#refused.set(report.token, this.#clock.elapsedMs());
      return false;
    }
    const isShort = before !== undefined && report.ledgerIndex < before.report.ledgerIndex;
    if (isShort && this.lease().isVoid) return false;
    this.#refused.delete(report.token);
    const { incarnation = this.#incarnation } = report;
    const stored = { report, atMs: nowMs, incarnation: Number(incarnation) };
    this.#change('other', () => ({ members: new Map(this.#state.members).set(report.id, stored) }));
    return true;
  }

  members(): readonly ListedMember[] {
    const nowMs = this.#nowMs();
    return Array.from(
      this.#state.members.values(),
      ({ report: { token: _, incarnation: __, ...report }, atMs, incarnation }) => ({
        ...report,
        ageMs: Math.max(0, nowMs - atMs),
        isKnown: atMs >= this.#state.endsMs - KNOWN_MS,
        isHere: incarnation === this.#incarnation,
      }),
    );
  }

  leave({ id, token }: Pick<MemberProcess, 'id' | 'token'>): void {
    const before = this.#state.members.get(id);
    if (before?.report.token !== token) return;
    const report = { ...before.report, role: 'left', token: '', reachedEpoch: 0 } as const;
    this.#change('other', () => ({ members: new Map(this.#state.members).set(id, { ...before, report }) }));
  }

  #isHeld({ epoch, token }: Term): boolean {
    const { holder, incarnation } = this.#state;
    return epoch > 0 && epoch === this.#state.epoch && token === holder?.token && incarnation === this.#incarnation;
  }

  #checkTerm(term: Term): void {
    if (this.#isHeld(term)) return;
    throw new FencedError(`a writer of epoch ${term.epoch} is refused: the lease is at epoch ${this.#state.epoch}`);
  }
}

function nameOf({ epoch, token }: Term): string {
  return `${token} ${epoch}`;
}

function endOf({ header: { ledgerIndex, hash } }: LoggedLedger): LogEnd {
  return { ledgerIndex, hash };
}
