/**
 * Requests that take longer than others should wait for. A method of that kind is written in steps, and pauses between
 * two of them when its share of a turn is over. What takes no longer than a page costs its client nothing more, and what takes
 * little more soon goes on. Of all others few go on at the same time and not many may wait for it, since each holds
 * memory.
 *
 * Counts requests by method, and knows those under way: what `server_info` says of the load, and on request of its
 * counters (rippled: PerfLogImp.cpp, JobQueue.cpp).
 */
import type { JsonObject } from '../../protocol/values.ts';
import type { Clock } from '../../util/clock.ts';
import type { Pacer, Steps } from '../../util/steps.ts';
import { RpcError } from './errors.ts';

/** The transport's side of a request. */
export interface RequestWatch {
  /** True when nobody waits for the answer any more. */
  isAbandoned(): boolean;
  /** Told each time that a request which takes longer than a page makes room for others. */
  onPause(): void;
}

/** Ends a request that nobody waits for. */
export class AbandonedRequestError extends Error {
  override readonly name = 'AbandonedRequestError';
}

/** One request, as those see it who give it its turns. */
export interface LongRequest<T> {
  readonly steps: Steps<T>;
  readonly watch: RequestWatch | undefined;
  /** The operator's requests may always wait. */
  readonly isOperators: boolean;
  /** Called before the first pause, after which the open ledger may be another. */
  settle(): void;
}

export interface LongWorkLimits {
  /** Requests that go on in turns. */
  readonly atOnce: number;
  /** Requests that have begun, and wait to be among them. */
  readonly waiting: number;
  /** What every request may do before it is asked to pause, in milliseconds. */
  readonly freeMs: number;
  /** Turns that a page takes at most. */
  readonly pageTurns: number;
  /** Turns that a request takes before it is counted as one that goes on. */
  readonly freeTurns: number;
}

/** When to try again if too many wait: nobody knows when they are done. */
const RETRY_MS = 1_000;

const DEFAULT_LIMITS: LongWorkLimits = { atOnce: 4, waiting: 100, freeMs: 0.3, pageTurns: 4, freeTurns: 30 };

/** That of a whole server: all its ports share it. */
export class LongWork {
  readonly #pacer: Pacer;
  readonly #limits: LongWorkLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(pacer: Pacer, limits: Partial<LongWorkLimits> = {}) {
    this.#pacer = pacer;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Asked between two pieces of other work for a request: undefined to go on, or a promise of the next turn. */
  get pacer(): Pacer {
    return this.#pacer;
  }

  /** Does the work. Throws what it throws, `tooBusy`, or `AbandonedRequestError`. */
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
        if (watch?.isAbandoned() === true) throw new AbandonedRequestError('nobody waits for the answer');
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

  /** The place goes to whoever waits first. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}

/** What became of a request: it met a bug, or the engine counts it in place of a worker, or neither. */
export type RequestEnd = 'finished' | 'errored' | 'passed on';

/** What the reference calls requests over HTTP and those over a WebSocket. */
export type RequestKind = 'clientCommand' | 'clientRPC';

interface Count {
  started: number;
  finished: number;
  errored: number;
  durationMs: number;
}

interface RequestUnderWay {
  readonly method: string;
  readonly kind: RequestKind;
  readonly startedMs: number;
}

/** What one tally has counted so far, to be told to another. */
export interface TallySnapshot {
  readonly counts: readonly (readonly [method: string, count: Readonly<Count>])[];
  /** Those under way, and for how long, in milliseconds. */
  readonly underWay: readonly { readonly method: string; readonly kind: RequestKind; readonly durationMs: number }[];
}

export class RequestTally {
  readonly #clock: Clock;
  readonly #counts = new Map<string, Count>();
  readonly #underWay = new Set<RequestUnderWay>();
  readonly #others: () => Iterable<TallySnapshot>;

  /** `others`: what workers have counted, which goes into the sums. */
  constructor(clock: Clock, others: () => Iterable<TallySnapshot> = () => []) {
    this.#clock = clock;
    this.#others = others;
  }

  /** What was counted here. */
  snapshot(): TallySnapshot {
    const nowMs = this.#clock.elapsedMs();
    return {
      counts: Array.from(this.#counts, ([method, count]) => [method, { ...count }]),
      underWay: Array.from(this.#underWay, ({ method, kind, startedMs }) => ({
        method,
        kind,
        durationMs: nowMs - startedMs,
      })),
    };
  }

  #all(): TallySnapshot {
    const counts = new Map<string, Count>();
    const underWay: TallySnapshot['underWay'][number][] = [];
    for (const tally of [this.snapshot(), ...this.#others()]) {
      underWay.push(...tally.underWay);
      for (const [method, count] of tally.counts) counts.set(method, sumOf(count, counts.get(method) ?? NOTHING));
    }
    return { counts: [...counts], underWay };
  }

  /**
   * Notes that a request began. The returned function notes what became of it. Callers give only names of methods that
   * exist, so there is a bound to what is counted.
   */
  begin(method: string, kind: RequestKind): (end: RequestEnd) => void {
    const request = { method, kind, startedMs: this.#clock.elapsedMs() };
    const count = this.#counts.get(method) ?? { ...NOTHING };
    this.#counts.set(method, count);
    count.started++;
    this.#underWay.add(request);
    return (end) => {
      this.#underWay.delete(request);
      if (end === 'passed on') {
        count.started--;
        return;
      }
      count[end]++;
      count.durationMs += this.#clock.elapsedMs() - request.startedMs;
    };
  }

  /** `load`: what is under way, by kind, and how many threads answer requests. */
  load(): JsonObject {
    const inProgress = new Map<RequestKind, number>();
    for (const { kind } of this.#all().underWay) inProgress.set(kind, (inProgress.get(kind) ?? 0) + 1);
    const jobTypes = Array.from(inProgress, ([kind, count]) => ({ in_progress: count, job_type: kind }));
    return {
      job_types: jobTypes.sort((a, b) => (a.job_type < b.job_type ? -1 : 1)),
      threads: 1 + [...this.#others()].length,
    };
  }

  /** `counters`: each method's, and their sum. Requests are not jobs of a queue here, so that has none. */
  counters(): JsonObject {
    const total: Count = { ...NOTHING };
    const rpc: Record<string, JsonObject> = {};
    for (const [method, count] of this.#all().counts) {
      rpc[method] = countJson(count);
      total.started += count.started;
      total.finished += count.finished;
      total.errored += count.errored;
      total.durationMs += count.durationMs;
    }
    if (total.started > 0) rpc.total = countJson(total);
    return { job_queue: {}, rpc };
  }

  /** `current_activities`: requests under way and for how long. */
  current(): JsonObject {
    const methods = this.#all().underWay.map(({ method, durationMs }) => ({
      duration_us: microseconds(durationMs),
      method,
    }));
    return { jobs: [], methods };
  }
}

const NOTHING: Readonly<Count> = { started: 0, finished: 0, errored: 0, durationMs: 0 };

function sumOf(one: Readonly<Count>, other: Readonly<Count>): Count {
  return {
    started: one.started + other.started,
    finished: one.finished + other.finished,
    errored: one.errored + other.errored,
    durationMs: one.durationMs + other.durationMs,
  };
}

function countJson({ started, finished, errored, durationMs }: Count): JsonObject {
  return {
    duration_us: microseconds(durationMs),
    errored: String(errored),
    finished: String(finished),
    started: String(started),
  };
}

function microseconds(milliseconds: number): string {
  return String(Math.round(milliseconds * 1000));
}
