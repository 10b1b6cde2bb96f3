/**
 * Stops calls to a server that does not answer: they fail at once instead of one after the other. After a pause one call is
 * sent as a probe. If it fails, the next pause is twice as long.
 */
import type { Clock } from '../util/clock.ts';

const LONGEST_PAUSE_MS = 60_000;

export interface BreakerOptions {
  readonly clock: Pick<Clock, 'elapsedMs'>;
  readonly firstPauseMs: number;
  /** Called with the reason when it opens, and with undefined when it closes. */
  readonly onChange: (problem: string | undefined) => void;
}

export class Breaker {
  readonly #options: BreakerOptions;
  /** Undefined while calls are sent. */
  #open: { readonly reason: string; readonly pauseMs: number; readonly untilMs: number } | undefined;
  #isProbing = false;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Undefined for a call that may be sent; otherwise why not. */
  refusal(): string | undefined {
    if (this.#open === undefined) return undefined;
    const leftMs = this.#open.untilMs - this.#options.clock.elapsedMs();
    if (leftMs <= 0 && !this.#isProbing) {
      this.#isProbing = true;
      return undefined;
    }
    const next = this.#isProbing ? 'it is asked again now' : `it is asked again in ${Math.ceil(leftMs / 1000)} s`;
    return `${this.#open.reason}; ${next}`;
  }

  noteSuccess(): void {
    if (this.#open === undefined) return;
    this.#open = undefined;
    this.#isProbing = false;
    this.#options.onChange(undefined);
  }

  /** A call was given up. */
  noteFailure(reason: string): void {
    const { clock, firstPauseMs, onChange } = this.#options;
    // A call that was sent before it opened does not make the pause longer.
    if (this.#open !== undefined && !this.#isProbing) return;
    const pauseMs = this.#open === undefined ? firstPauseMs : Math.min(2 * this.#open.pauseMs, LONGEST_PAUSE_MS);
    const wasOpen = this.#open !== undefined;
    this.#open = { reason, pauseMs, untilMs: clock.elapsedMs() + pauseMs };
    this.#isProbing = false;
    if (!wasOpen) onChange(reason);
  }
}
