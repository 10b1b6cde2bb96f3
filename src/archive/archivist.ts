/**
 * Fills the archive behind the log, on any machine of a cluster, best on one that does not lead: the leader's append stays
 * one small row, and what follows from a ledger is worked out where nobody waits for it. Several may be at work: each batch
 * says which ledger it follows, and only one such batch is taken.
 */
import { decodeClosedLedger } from '../ledger/closed-ledger-codec.ts';
import type { LedgerRange } from '../storage/history-store.ts';
import type { SharedLog } from '../storage/shared/cluster-store.ts';
import type { LedgerArchive, LedgerToArchive } from '../storage/shared/ledger-archive.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import { type Pacer, paceSteps } from '../util/steps.ts';
import { takeLedgerApart } from './take-ledger-apart.ts';

/** Of the log, in one batch; taken apart it is several times as much. */
const BATCH_BYTES = 1 << 20;
/** After there was nothing to do, while it is others' turn, after somebody else had done it, and after a failure. */
const PAUSES_MS = { idle: 500, 'not now': 1_000, overtaken: 5_000, failed: 2_000 } as const;

export interface ArchivistOptions {
  readonly log: SharedLog;
  readonly archive: LedgerArchive;
  readonly clock: Clock;
  readonly pacer: Pacer;
  /** Told, again and again, which ledgers the archive has. */
  readonly onRange: (range: LedgerRange | undefined) => void;
  /** Told of what fails; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

export class Archivist {
  readonly #options: ArchivistOptions;
  #timer: ClockTimer | undefined;
  #working: Promise<void> = Promise.resolve();
  #isOthersTurn: () => boolean = () => false;
  #isActive = false;
  #lastIndex = 0;

  constructor(options: ArchivistOptions) {
    this.#options = options;
  }

  /** The last ledger that it knows to be archived. */
  get lastIndex(): number {
    return this.#lastIndex;
  }

  /** `isOthersTurn`: true while other members should archive; then this one only reads how far they are. */
  start(isOthersTurn: () => boolean): void {
    if (this.#isActive) return;
    this.#isOthersTurn = isOthersTurn;
    this.#isActive = true;
    this.#working = this.#working.then(() => this.#goOn());
  }

  /** Resolves when it does nothing any more; it can be started again. */
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
    if (batch.length === 0) return 'idle';
    const ledgers: LedgerToArchive[] = [];
    for (const bytes of batch) ledgers.push(await paceSteps(takeLedgerApart(decodeClosedLedger(bytes)), pacer));
    if (!(await archive.append(ledgers, afterIndex))) return 'overtaken';
    const [first, last] = [ledgers[0]!, ledgers.at(-1)!].map(({ header }) => header.ledgerIndex) as [number, number];
    // First: who hears of it may look there for what others forget from now on.
    onRange({ first: range?.first ?? first, last });
    this.#lastIndex = last;
    return 'done';
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
