/**
 * Fills the archive from the log, on any cluster member, preferably a follower: the leader's append stays one small
 * row, and derived data is computed where no client waits for it. Several members may do so at once: each batch names
 * the ledger that it follows, and only one such batch is accepted.
 */
import { decodeClosedLedger } from '../ledger/closed-ledger-codec.ts';
import type { LedgerRange } from '../storage/history-store.ts';
import type { SharedLog } from '../storage/shared/cluster-store.ts';
import type { LedgerArchive, LedgerToArchive } from '../storage/shared/ledger-archive.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import { type Pacer, paceSteps } from '../util/steps.ts';
import { takeLedgerApart } from './take-ledger-apart.ts';

/** Bytes of the log in one batch; the archive's rows take several times as much. */
const BATCH_BYTES = 1 << 20;
/**
 * Pauses when there is nothing to do, while other members should archive, after another member was faster, and after a
 * failure.
 */
const PAUSES_MS = { idle: 500, 'not now': 1_000, overtaken: 5_000, failed: 2_000 } as const;

/** The log is looked at so often for ledgers to remove. */
const TRIM_PAUSE_MS = 60_000;

export interface ArchivistOptions {
  readonly log: SharedLog;
  readonly archive: LedgerArchive;
  readonly clock: Clock;
  readonly pacer: Pacer;
  /** Called repeatedly with the ledgers that the archive has. */
  readonly onRange: (range: LedgerRange | undefined) => void;
  /** Called for each failure; the work is tried again. */
  readonly onFailure: (error: unknown) => void;
}

export class Archivist {
  readonly #options: ArchivistOptions;
  #timer: ClockTimer | undefined;
  #working: Promise<void> = Promise.resolve();
  #isOthersTurn: () => boolean = () => false;
  #isActive = false;
  #lastIndex = 0;
  #nextTrimMs = 0;

  constructor(options: ArchivistOptions) {
    this.#options = options;
  }

  /** The last ledger known to be archived. */
  get lastIndex(): number {
    return this.#lastIndex;
  }

  /** `isOthersTurn`: true while other members should archive; then this one only reads their progress. */
  start(isOthersTurn: () => boolean): void {
    if (this.#isActive) return;
    this.#isOthersTurn = isOthersTurn;
    this.#isActive = true;
    this.#working = this.#working.then(() => this.#goOn());
  }

  /** Resolves when it has stopped; it can be started again. */
  async stop(): Promise<void> {
    this.#isActive = false;
    this.#timer?.cancel();
    await this.#working;
  }

  /** Archives one batch. */
  async step(): Promise<'done' | 'idle' | 'not now' | 'overtaken'> {
    const { log, archive, pacer, onRange } = this.#options;
    const range = await archive.range();
    const afterIndex = range?.last ?? 0;
    this.#lastIndex = afterIndex;
    onRange(range);
    if (this.#isOthersTurn()) return 'not now';
    const batch = await log.read(afterIndex, BATCH_BYTES);
    if (batch.length === 0) return (await this.#trim()) ? 'done' : 'idle';
    const ledgers: LedgerToArchive[] = [];
    for (const bytes of batch) ledgers.push(await paceSteps(takeLedgerApart(decodeClosedLedger(bytes)), pacer));
    if (!(await archive.append(ledgers, afterIndex))) return 'overtaken';
    const [first, last] = [ledgers[0]!, ledgers.at(-1)!].map(({ header }) => header.ledgerIndex) as [number, number];
    // First, since listeners may then read there what stores delete from now on.
    onRange({ first: range?.first ?? first, last });
    this.#lastIndex = last;
    return 'done';
  }

  /** True if it removed ledgers from the log, and may remove more now. */
  async #trim(): Promise<boolean> {
    const { archive, clock } = this.#options;
    if (clock.elapsedMs() < this.#nextTrimMs) return false;
    if ((await archive.trimLog()) > 0) return true;
    this.#nextTrimMs = clock.elapsedMs() + TRIM_PAUSE_MS;
    return false;
  }

  async #goOn(): Promise<void> {
    let outcome: 'done' | keyof typeof PAUSES_MS = 'done';
    while (this.#isActive && outcome === 'done') {
      try {
        outcome = await this.step();
      } catch (error) {
        outcome = 'failed';
        this.#options.onFailure(error);
      }
    }
    if (!this.#isActive || outcome === 'done') return;
    this.#timer = this.#options.clock
      .after(PAUSES_MS[outcome], () => {
        this.#working = this.#goOn();
      })
      .unref();
  }
}
