/**
 * Counts requests by method and tracks pending ones, for the load in `server_info` and its counters (rippled:
 * PerfLogImp.cpp, JobQueue.cpp).
 */
import type { JsonObject } from '../../protocol/values.ts';
import type { Clock } from '../../util/clock.ts';

/** The end of a request: `errored` by a bug, `passed on` to the engine, which counts it, or `finished`. */
export type RequestEnd = 'finished' | 'errored' | 'passed on';

/** The reference's names for requests over WebSocket and over HTTP. */
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

/** The counts of one tally, to be added to another. */
export interface TallySnapshot {
  readonly counts: readonly (readonly [method: string, count: Readonly<Count>])[];
  /** Pending requests and their durations, in milliseconds. */
  readonly underWay: readonly { readonly method: string; readonly kind: RequestKind; readonly durationMs: number }[];
}

export class RequestTally {
  readonly #clock: Clock;
  readonly #counts = new Map<string, Count>();
  readonly #underWay = new Set<RequestUnderWay>();
  readonly #others: () => Iterable<TallySnapshot>;
  #begunCount = 0;

  /** `others`: counts of the workers, which are added. */
  constructor(clock: Clock, others: () => Iterable<TallySnapshot> = () => []) {
    this.#clock = clock;
    this.#others = others;
  }

  /** The counts of this tally. */
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
   * Records the start of a request; the returned function records its end. Callers pass only names of existing methods,
   * so the number of counters is bounded.
   */
  begin(method: string, kind: RequestKind): (end: RequestEnd) => void {
    this.#begunCount += 1;
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

  /** Number of requests that have begun in this thread. */
  get begunCount(): number {
    return this.#begunCount;
  }

  /** Number of pending requests in all threads, as far as it is known here. */
  get underWayCount(): number {
    let count = this.#underWay.size;
    for (const { underWay } of this.#others()) count += underWay.length;
    return count;
  }

  /** `load`: pending requests by kind, and the number of threads that serve requests. */
  load(): JsonObject {
    const inProgress = new Map<RequestKind, number>();
    for (const { kind } of this.#all().underWay) inProgress.set(kind, (inProgress.get(kind) ?? 0) + 1);
    const jobTypes = Array.from(inProgress, ([kind, count]) => ({ in_progress: count, job_type: kind }));
    return {
      job_types: jobTypes.sort((a, b) => (a.job_type < b.job_type ? -1 : 1)),
      threads: 1 + [...this.#others()].length,
    };
  }

  /** `counters`: for each method, and their sum. Weir has no job queue, so its counters are empty. */
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

  /** `current_activities`: pending requests with their durations. */
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
