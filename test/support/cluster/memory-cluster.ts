/**
 * What the machines of a cluster share, in this process's memory: each change is one synchronous step. Machines reach it
 * by a `MemoryClusterStore` each, which has the delays and the faults.
 */
import type { ClosedLedger } from '../../../src/ledger/closed-ledger.ts';
import { encodeClosedLedger } from '../../../src/ledger/closed-ledger-codec.ts';
import type { LedgerHeader } from '../../../src/ledger/ledger-header.ts';
import type { Hash256 } from '../../../src/protocol/values.ts';
import { checkAppend } from '../../../src/storage/append-check.ts';
import { StoreError } from '../../../src/storage/ledger-store.ts';
import {
  type ClusterMember,
  FencedError,
  type LeaseState,
  type LogEnd,
  type MemberReport,
  type SnapshotInfo,
  type SubmissionRecord,
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

export class MemoryCluster {
  readonly appended = new Listeners<[]>();
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  readonly #ledgers: LoggedLedger[] = [];
  readonly #submissions = new Map<Hash256, SubmissionRecord>();
  readonly #chain = new Map<string, string>();
  readonly #members = new Map<string, { readonly report: MemberReport; readonly atMs: number }>();
  #snapshots: readonly Snapshot[] = [];
  #epoch = 0;
  #holder: ClusterMember | undefined;
  #endsMs = 0;

  /** Leases run by this clock, whatever those of the machines say. */
  constructor(clock: Pick<Clock, 'elapsedMs'>) {
    this.#clock = clock;
  }

  lease(): LeaseState {
    const remainingMs = this.#holder === undefined ? 0 : Math.max(0, this.#endsMs - this.#clock.elapsedMs());
    return { epoch: this.#epoch, holder: this.#holder, remainingMs };
  }

  take(member: ClusterMember, durationMs: number): number | undefined {
    const { holder, remainingMs } = this.lease();
    if (remainingMs > 0 && holder?.id !== member.id) return undefined;
    this.#epoch += 1;
    this.#holder = { id: member.id, address: member.address };
    this.#endsMs = this.#clock.elapsedMs() + durationMs;
    return this.#epoch;
  }

  renew(epoch: number, durationMs: number): boolean {
    if (epoch !== this.#epoch || this.#holder === undefined) return false;
    this.#endsMs = this.#clock.elapsedMs() + durationMs;
    return true;
  }

  release(epoch: number): void {
    if (epoch === this.#epoch) this.#holder = undefined;
  }

  range(): { readonly first: LogEnd; readonly last: LogEnd } | undefined {
    const [first, last] = [this.#ledgers[0], this.#ledgers.at(-1)];
    return first && last && { first: endOf(first), last: endOf(last) };
  }

  append(ledger: ClosedLedger, epoch: number, body: Uint8Array = encodeClosedLedger(ledger)): void {
    this.#checkEpoch(epoch);
    const { header } = ledger;
    checkAppend({ last: this.#ledgers.at(-1)?.header, term: 0 }, header, 0);
    this.#ledgers.push({ header, bytes: Uint8Array.from(body) });
    this.appended.emit();
  }

  read(afterIndex: number, maximumBytes: number): readonly Uint8Array[] {
    const found: Uint8Array[] = [];
    let left = maximumBytes;
    const first = this.#ledgers[0]?.header.ledgerIndex ?? 0;
    for (const { bytes } of this.#ledgers.slice(Math.max(0, afterIndex + 1 - first))) {
      left -= bytes.length;
      if (left < 0 && found.length > 0) break;
      found.push(Uint8Array.from(bytes));
    }
    return found;
  }

  submissions(): readonly SubmissionRecord[] {
    return [...this.#submissions.values()];
  }

  addSubmissions(records: readonly SubmissionRecord[], epoch: number): void {
    this.#checkEpoch(epoch);
    for (const { id, body } of records) {
      if (!this.#submissions.has(id)) this.#submissions.set(id, { id, body: Uint8Array.from(body) });
    }
  }

  removeSubmissions(ids: readonly Hash256[], epoch: number): void {
    this.#checkEpoch(epoch);
    for (const id of ids) this.#submissions.delete(id);
  }

  chainValues(): ReadonlyMap<string, string> {
    return new Map(this.#chain);
  }

  found(values: ReadonlyMap<string, string>, epoch: number): void {
    this.#checkEpoch(epoch);
    const isSame =
      this.#chain.size === values.size && [...values].every(([name, text]) => this.#chain.get(name) === text);
    if (this.#chain.size > 0 && !isSame) throw new StoreError('another chain was founded here');
    for (const [name, text] of values) this.#chain.set(name, text);
  }

  newestSnapshot(): SnapshotInfo | undefined {
    return this.#snapshots.at(-1)?.info;
  }

  putSnapshot(info: SnapshotInfo, parts: readonly Uint8Array[]): void {
    const others = this.#snapshots.filter((one) => one.info.ledgerIndex !== info.ledgerIndex);
    const all = [...others, { info, parts }].sort((one, other) => one.info.ledgerIndex - other.info.ledgerIndex);
    this.#snapshots = all.slice(-SNAPSHOTS_KEPT);
  }

  snapshot(ledgerIndex: number): readonly Uint8Array[] {
    const found = this.#snapshots.find(({ info }) => info.ledgerIndex === ledgerIndex);
    if (found === undefined) throw new StoreError(`there is no snapshot of ledger ${ledgerIndex}`);
    return found.parts;
  }

  report(report: MemberReport): void {
    this.#members.set(report.id, { report, atMs: this.#clock.elapsedMs() });
  }

  members(withinMs: number): readonly (MemberReport & { readonly ageMs: number })[] {
    const nowMs = this.#clock.elapsedMs();
    const all = Array.from(this.#members.values(), ({ report, atMs }) => ({ ...report, ageMs: nowMs - atMs }));
    return all.filter(({ ageMs }) => ageMs <= withinMs);
  }

  leave(id: string): void {
    this.#members.delete(id);
  }

  #checkEpoch(epoch: number): void {
    if (epoch !== this.#epoch || epoch === 0) {
      throw new FencedError(`a writer of epoch ${epoch} is refused: the lease is at epoch ${this.#epoch}`);
    }
  }
}

function endOf({ header: { ledgerIndex, hash } }: LoggedLedger): LogEnd {
  return { ledgerIndex, hash };
}
