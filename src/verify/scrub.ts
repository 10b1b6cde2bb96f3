/**
 * Reads all rows of the store in the background, again and again, so that damage in rows that are rarely read is found while a backup
 * is still good. It works in slices between requests: a slice ends when a request arrives, and none begins while one is in progress.
 */
import type { CheckedRows, RowCheckStore } from '../storage/row-check.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import type { Pacer } from '../util/steps.ts';

/** Time from the start to the first pass. */
const FIRST_PASS_MS = 60_000;
/** Time from the beginning of a pass to that of the next one, which waits for the end of the pass. */
const PASS_INTERVAL_MS = 86_400_000;
const SLICE_INTERVAL_MS = 100;

export interface ScrubOptions {
  readonly store: RowCheckStore;
  readonly clock: Clock;
  /** Lets requests run between two steps. */
  readonly pacer: Pacer;
  /** Read in a second at most; 0: none. */
  readonly bytesPerSecond: number;
}

/** What the server does beside the scrub. */
export interface ServerActivity {
  /** Changes with each request. */
  readonly begunCount: number;
  /** Requests in progress. */
  readonly underWayCount: number;
}

export interface ScrubProgress {
  /** Since the start. */
  readonly rows: number;
  readonly bytes: number;
  readonly damages: number;
  /** How much of the current pass is done, from 0 to 1; 0 between two passes. */
  readonly passShare: number;
  /** When the last full pass ended, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly lastPassMs: number | undefined;
}

interface Pass {
  readonly steps: Generator<CheckedRows, void>;
  readonly rowCount: number;
  rows: number;
  readonly startedMs: number;
}

export class Scrub {
  readonly #options: ScrubOptions;
  #timer: ClockTimer | undefined;
  #slice: Promise<void> = Promise.resolve();
  #isStopped = false;
  #pass: Pass | undefined;
  #rows = 0;
  #bytes = 0;
  #damages = 0;
  #lastPassMs: number | undefined;

  constructor(options: ScrubOptions) {
    this.#options = options;
  }

  get progress(): ScrubProgress {
    const pass = this.#pass;
    // Rows that were written since the pass began may be read too.
    const passShare = pass === undefined ? 0 : Math.min(1, pass.rows / Math.max(1, pass.rowCount));
    return { rows: this.#rows, bytes: this.#bytes, damages: this.#damages, passShare, lastPassMs: this.#lastPassMs };
  }

  start(activity: ServerActivity): void {
    if (this.#options.bytesPerSecond > 0) this.#continueIn(FIRST_PASS_MS, activity);
  }

  /** Resolves when it reads no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#slice;
  }

  #continueIn(delayMs: number, activity: ServerActivity): void {
    if (this.#isStopped) return;
    const next = () => {
      this.#slice = this.#runSlice(activity).then((pauseMs) => this.#continueIn(pauseMs, activity));
    };
    this.#timer = this.#options.clock.after(delayMs, next).unref();
  }

  /** Gives the time until the next slice. */
  async #runSlice(activity: ServerActivity): Promise<number> {
    const { store, clock, pacer, bytesPerSecond } = this.#options;
    this.#pass ??= { steps: store.checkRows(), rowCount: store.rowCount(), rows: 0, startedMs: clock.elapsedMs() };
    const pass = this.#pass;
    const { begunCount } = activity;
    const isDisturbed = () => this.#isStopped || activity.underWayCount > 0 || activity.begunCount !== begunCount;
    const endBytes = this.#bytes + (bytesPerSecond * SLICE_INTERVAL_MS) / 1_000;
    while (this.#bytes < endBytes && !isDisturbed()) {
      const { done, value } = pass.steps.next();
      if (done === true) return this.#endPass(pass);
      this.#note(pass, value);
      await pacer();
    }
    return SLICE_INTERVAL_MS;
  }

  #note(pass: Pass, { rows, bytes, damage }: CheckedRows): void {
    pass.rows += rows;
    this.#rows += rows;
    this.#bytes += bytes;
    if (damage !== undefined) this.#damages += 1;
  }

  #endPass({ startedMs }: Pass): number {
    const { clock } = this.#options;
    this.#pass = undefined;
    this.#lastPassMs = clock.nowMs();
    return Math.max(SLICE_INTERVAL_MS, startedMs + PASS_INTERVAL_MS - clock.elapsedMs());
  }
}
