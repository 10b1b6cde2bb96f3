/** Figures of requests. Each thread that answers requests has its own; they are added when the figures are read. */
import type { RequestObservation } from '../rpc/method/request-observer.ts';
import { Counter, type Figure, Histogram } from '../util/prometheus.ts';

/** Bounds of durations. */
export const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class RequestMetrics {
  readonly #requests = new Counter(
    'weir_requests_total',
    'Requests answered, by method and outcome',
    'method',
    'outcome',
  );
  readonly #durations = new Histogram('weir_request_duration_seconds', 'Time to answer a request', SECONDS, 'method');
  readonly #submissions = new Counter(
    'weir_submissions_total',
    'Submitted transactions, by the result in the answer',
    'result',
  );

  readonly observe = ({ method, outcome, seconds, engineResult }: RequestObservation): void => {
    this.#requests.add(1, method, outcome);
    this.#durations.observe(seconds, method);
    if (engineResult !== undefined) this.#submissions.add(1, engineResult);
  };

  figures(): Figure[] {
    return [this.#requests.figure(), this.#durations.figure(), this.#submissions.figure()];
  }
}
