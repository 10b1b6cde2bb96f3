/**
 * Figures of requests for Prometheus: each thread that answers requests has its own, and they are put together when
 * somebody reads them.
 */
import type { Counter, Histogram, Registry } from 'prom-client';
import type { RequestObservation } from '../rpc/method/request-observer.ts';

/** Bounds of durations. */
export const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Requests that are kept before the library is loaded for them. */
const MAX_WAITING = 1_000;

type Library = typeof import('prom-client');

export interface RequestInstruments {
  readonly requests: Counter<'method' | 'outcome'>;
  readonly durations: Histogram<'method'>;
  readonly submissions: Counter<'result'>;
}

export function requestInstruments({ Counter, Histogram }: Library, registers: Registry[]): RequestInstruments {
  return {
    requests: new Counter({
      name: 'weir_requests_total',
      help: 'Requests answered, by method and outcome',
      labelNames: ['method', 'outcome'],
      registers,
    }),
    durations: new Histogram({
      name: 'weir_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method'],
      buckets: SECONDS,
      registers,
    }),
    submissions: new Counter({
      name: 'weir_submissions_total',
      help: 'Submitted transactions, by the result in the answer',
      labelNames: ['result'],
      registers,
    }),
  };
}

export function recordRequest(instruments: RequestInstruments, observation: RequestObservation): void {
  const { method, outcome, seconds, engineResult } = observation;
  instruments.requests.inc({ method, outcome });
  instruments.durations.observe({ method }, seconds);
  if (engineResult !== undefined) instruments.submissions.inc({ result: engineResult });
}

/** Those of a front end. The library is loaded when many requests have come together, or somebody reads. */
export class RequestMetrics {
  #waiting: RequestObservation[] = [];
  #loaded: { readonly registry: Registry; readonly instruments: RequestInstruments } | undefined;
  #loading: Promise<void> | undefined;

  readonly observe = (observation: RequestObservation): void => {
    if (this.#loaded !== undefined) {
      recordRequest(this.#loaded.instruments, observation);
      return;
    }
    this.#waiting.push(observation);
    if (this.#waiting.length >= MAX_WAITING) void this.#load();
  };

  /** All figures in the library's JSON. */
  async json(): Promise<object[]> {
    await this.#load();
    return this.#loaded!.registry.getMetricsAsJSON();
  }

  #load(): Promise<void> {
    this.#loading ??= import('prom-client').then((library) => {
      const registry = new library.Registry();
      const instruments = requestInstruments(library, [registry]);
      this.#loaded = { registry, instruments };
      for (const observation of this.#waiting) recordRequest(instruments, observation);
      this.#waiting = [];
    });
    return this.#loading;
  }
}
