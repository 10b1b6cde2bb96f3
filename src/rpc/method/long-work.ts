/**
 * Schedules long requests, so that other requests need not wait for them. Their methods run in steps and pause when
 * their share of a turn is used up. A request that takes no longer than a page has no delay, and one that takes little
 * longer continues soon. Of the others only a few run at a time and a limited number waits, since each holds memory.
 */
import type { Pacer, Steps } from '../../util/steps.ts';
import { RpcError } from './errors.ts';

/** The transport's side of a request. */
export interface RequestWatch {
  /** True if the client no longer waits for the response. */
  isAbandoned(): boolean;
  /** Called at each pause of a request that takes longer than a page. */
  onPause(): void;
}

/** Ends a request whose client no longer waits. */
export class AbandonedRequestError extends Error {
  override readonly name = 'AbandonedRequestError';
}

/** One request, for the scheduler. */
export interface LongRequest<T> {
  readonly steps: Steps<T>;
  readonly watch: RequestWatch | undefined;
  /** Requests of admins are never refused as too many. */
  readonly isOperators: boolean;
  /** Called before the first pause, since the open ledger may change during it. */
  settle(): void;
}

export interface LongWorkLimits {
  /** Maximum number of requests that run in turns. */
  readonly atOnce: number;
  /** Maximum number of started requests that wait for such a place. */
  readonly waiting: number;
  /** Time for every request before its first pause, in milliseconds. */
  readonly freeMs: number;
  /** Maximum number of turns of a page. */
  readonly pageTurns: number;
  /** Turns of a request before it needs one of the places. */
  readonly freeTurns: number;
}

/** Suggested retry time if too many requests wait; their actual end is unknown. */
const RETRY_MS = 1_000;

const DEFAULT_LIMITS: LongWorkLimits = { atOnce: 4, waiting: 100, freeMs: 0.3, pageTurns: 4, freeTurns: 30 };

/** The scheduler of a server, shared by all its ports. */
export class LongWork {
  readonly #pacer: Pacer;
  readonly #limits: LongWorkLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(pacer: Pacer, limits: Partial<LongWorkLimits> = {}) {
    this.#pacer = pacer;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** The pacer for other stepwise work: undefined to continue, or a promise of the next turn. */
  get pacer(): Pacer {
    return this.#pacer;
  }

  /** Runs the steps. Throws their errors, `tooBusy`, or `AbandonedRequestError`. */
  async run<T>({ steps, watch, isOperators, settle }: LongRequest<T>): Promise<T> {
    const { freeMs, pageTurns, freeTurns } = this.#limits;
    const freeUntilMs = performance.now() + freeMs;
    let turns = 0;
    let hasPlace = false;
    try {
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        if (turns === 0 && performance.now() < freeUntilMs) continue;
        const turn = this.#pacer();
        if (turn === undefined) continue;
        if (turns === 0) settle();
        turns += 1;
        if (turns > pageTurns) watch?.onPause();
        if (turns > freeTurns && !hasPlace) {
          await this.#enter(isOperators);
          hasPlace = true;
        }
        await turn;
        if (watch?.isAbandoned() === true)
          throw new AbandonedRequestError('the client no longer waits for the response');
      }
    } finally {
      if (hasPlace) this.#leave();
    }
  }

  async #enter(isOperators: boolean): Promise<void> {
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.waiting && !isOperators) {
      throw new RpcError('tooBusy', undefined, { retry_after_ms: RETRY_MS });
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Gives the place to the first waiting request. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
