/** Counts the requests that a thread answers. The counts of all threads are added up when Prometheus reads them. */
import type { RequestObservation } from '../rpc/method/request-observer.ts';
import { Durations } from './durations.ts';

const REQUESTS = { name: 'weir_requests_total', help: 'Requests answered, by method and outcome' };
const DURATIONS = { name: 'weir_request_duration_seconds', help: 'Time to answer a request' };
const SUBMISSIONS = { name: 'weir_submissions_total', help: 'Submitted transactions, by the result in the answer' };

interface MethodMetrics {
  readonly outcomes: Map<string, number>;
  readonly durations: Durations;
}

export class RequestMetrics {
  readonly #methods = new Map<string, MethodMetrics>();
  readonly #results = new Map<string, number>();

  readonly observe = ({ method, outcome, seconds, engineResult }: RequestObservation): void => {
    let metrics = this.#methods.get(method);
    if (metrics === undefined) {
      metrics = { outcomes: new Map(), durations: new Durations() };
      this.#methods.set(method, metrics);
    }
    addOne(metrics.outcomes, outcome);
    metrics.durations.add(seconds);
    if (engineResult !== undefined) addOne(this.#results, engineResult);
  };

  /** All metrics in the JSON of the library `prom-client`. */
  json(): object[] {
    const methods = [...this.#methods];
    const requests = methods.flatMap(([method, { outcomes }]) =>
      Array.from(outcomes, ([outcome, value]) => ({ value, labels: { method, outcome } })),
    );
    const durations = methods.flatMap(([method, metrics]) => metrics.durations.values(DURATIONS.name, { method }));
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
