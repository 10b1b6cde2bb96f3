/**
 * Counts requests by method, and knows those under way: what `server_info` says of the load, and on request of its
 * counters (rippled: PerfLogImp.cpp, JobQueue.cpp).
 */
import type { JsonObject } from '../../protocol/values.ts';
import type { Clock } from '../../util/clock.ts';

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

export class RequestTally {
  readonly #clock: Clock;
  readonly #counts = new Map<string, Count>();
  readonly #underWay = new Set<RequestUnderWay>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Notes that a request began. The returned function notes that it ended; `isFailure` says that it met a bug. Callers
   * give only names of methods that exist, so there is a bound to what is counted.
   */
  begin(method: string, kind: RequestKind): (isFailure: boolean) => void {
    const request = { method, kind, startedMs: this.#clock.elapsedMs() };
    const count = this.#countOf(method);
    count.started++;
    this.#underWay.add(request);
    return (isFailure) => {
      this.#underWay.delete(request);
      if (isFailure) count.errored++;
      else count.finished++;
      count.durationMs += this.#clock.elapsedMs() - request.startedMs;
    };
  }

  /** `load`: what is under way, by kind. There is one thread. */
  load(): JsonObject {
    const inProgress = new Map<RequestKind, number>();
    for (const { kind } of this.#underWay) inProgress.set(kind, (inProgress.get(kind) ?? 0) + 1);
    const jobTypes = Array.from(inProgress, ([kind, count]) => ({ in_progress: count, job_type: kind }));
    return { job_types: jobTypes.sort((a, b) => (a.job_type < b.job_type ? -1 : 1)), threads: 1 };
  }

  /** `counters`: each method's, and their sum. Requests are not jobs of a queue here, so that has none. */
  counters(): JsonObject {
    const total: Count = { started: 0, finished: 0, errored: 0, durationMs: 0 };
    const rpc: Record<string, JsonObject> = {};
    for (const [method, count] of this.#counts) {
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
    const methods = Array.from(this.#underWay, ({ method, startedMs }) => ({
      duration_us: microseconds(this.#clock.elapsedMs() - startedMs),
      method,
    }));
    return { jobs: [], methods };
  }

  #countOf(method: string): Count {
    let count = this.#counts.get(method);
    if (count === undefined) {
      count = { started: 0, finished: 0, errored: 0, durationMs: 0 };
      this.#counts.set(method, count);
    }
    return count;
  }
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
