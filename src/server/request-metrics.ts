/**
 * Figures of requests for Prometheus: each thread that answers requests has its own, and they are put together when
 * somebody reads them.
 */
import type { Counter, Histogram, Registry } from 'prom-client';
import type { RequestObservation } from '../rpc/method/request-observer.ts';

/** Bounds of durations. */
export const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const REQUESTS = { name: 'weir_requests_total', help: 'Requests answered, by method and outcome' };
const DURATIONS = { name: 'weir_request_duration_seconds', help: 'Time to answer a request' };
const SUBMISSIONS = {
  name: 'weir_submissions_total',
  help: 'Submitted transactions, by the result in the answer',
};

type Library = typeof import('prom-client');

export interface RequestInstruments {
  readonly requests: Counter<'method' | 'outcome'>;
  readonly durations: Histogram<'method'>;
  readonly submissions: Counter<'result'>;
}

export function requestInstruments({ Counter, Histogram }: Library, registers: Registry[]): RequestInstruments {
  return {
    requests: new Counter({ ...REQUESTS, labelNames: ['method', 'outcome'], registers }),
    durations: new Histogram({ ...DURATIONS, labelNames: ['method'], buckets: SECONDS, registers }),
    submissions: new Counter({ ...SUBMISSIONS, labelNames: ['result'], registers }),
  };
}

export function recordRequest(instruments: RequestInstruments, observation: RequestObservation): void {
  const { method, outcome, seconds, engineResult } = observation;
  instruments.requests.inc({ method, outcome });
  instruments.durations.observe({ method }, seconds);
  if (engineResult !== undefined) instruments.submissions.inc({ result: engineResult });
}

interface MethodFigures {
  readonly outcomes: Map<string, number>;
  /** How many took longer than the bound before, and no longer than this one; the last has no bound. */
  readonly durations: number[];
  sumSeconds: number;
}

/** Those of a worker, which counts by itself: the library makes texts of labels for each request. */
export class RequestMetrics {
  readonly #methods = new Map<string, MethodFigures>();
  readonly #results = new Map<string, number>();

  readonly observe = ({ method, outcome, seconds, engineResult }: RequestObservation): void => {
    let figures = this.#methods.get(method);
    if (figures === undefined) {
      figures = { outcomes: new Map(), durations: Array<number>(SECONDS.length + 1).fill(0), sumSeconds: 0 };
      this.#methods.set(method, figures);
    }
    addOne(figures.outcomes, outcome);
    let at = 0;
    while (at < SECONDS.length && seconds > SECONDS[at]!) at += 1;
    figures.durations[at]! += 1;
    figures.sumSeconds += seconds;
    if (engineResult !== undefined) addOne(this.#results, engineResult);
  };

  /** All figures in the library's JSON. */
  json(): object[] {
    const methods = [...this.#methods];
    const requests = methods.flatMap(([method, { outcomes }]) =>
      Array.from(outcomes, ([outcome, value]) => ({ value, labels: { method, outcome } })),
    );
    const durations = methods.flatMap(([method, figures]) => durationValues(method, figures));
    const submissions = Array.from(this.#results, ([result, value]) => ({ value, labels: { result } }));
    return [
      { ...REQUESTS, type: 'counter', values: requests, aggregator: 'sum' },
      { ...DURATIONS, type: 'histogram', values: durations, aggregator: 'sum' },
      { ...SUBMISSIONS, type: 'counter', values: submissions, aggregator: 'sum' },
    ];
  }
}

function addOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Each bound counts all that took no longer. */
function durationValues(method: string, { durations, sumSeconds }: MethodFigures): object[] {
  let count = 0;
  const buckets = durations.map((more, at) => {
    count += more;
    const labels = { le: SECONDS[at] ?? '+Inf', method };
    return { value: count, metricName: `${DURATIONS.name}_bucket`, exemplar: null, labels };
  });
  return [
    ...buckets,
    { value: sumSeconds, metricName: `${DURATIONS.name}_sum`, labels: { method } },
    { value: count, metricName: `${DURATIONS.name}_count`, labels: { method } },
  ];
}
