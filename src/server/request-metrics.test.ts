import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as library from 'prom-client';
import { DURATION_BOUNDS } from './durations.ts';
import { RequestMetrics } from './request-metrics.ts';

test('requests are counted as the library counts them', async () => {
  const registry = new library.Registry();
  const registers = [registry];
  const requests = new library.Counter({
    name: 'weir_requests_total',
    help: 'Requests answered, by method and outcome',
    labelNames: ['method', 'outcome'],
    registers,
  });
  const durations = new library.Histogram({
    name: 'weir_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method'],
    buckets: DURATION_BOUNDS,
    registers,
  });
  const submissions = new library.Counter({
    name: 'weir_submissions_total',
    help: 'Submitted transactions, by the result in the answer',
    labelNames: ['result'],
    registers,
  });
  const metrics = new RequestMetrics();
  assert.deepEqual(metrics.json().length, 3);
  const times = [0, 0.0001, ...DURATION_BOUNDS, ...DURATION_BOUNDS.map((bound) => bound * 1.5), 1_000];
  for (const [at, seconds] of times.entries()) {
    const method = ['submit', 'ping', 'unknown'][at % 3]!;
    const outcome = at % 5 === 0 ? 'internal' : 'success';
    const result = method === 'submit' ? `tec${at % 2}` : undefined;
    requests.inc({ method, outcome });
    durations.observe({ method }, seconds);
    if (result !== undefined) submissions.inc({ result });
    metrics.observe({ method, outcome, seconds, engineResult: result });
  }
  // As it arrives from a worker.
  const sent = structuredClone(metrics.json());
  assert.deepEqual(inOrder(sent), inOrder(await registry.getMetricsAsJSON()));
  const all = library.AggregatorRegistry.aggregate([metrics.json(), sent]);
  assert.match(await all.metrics(), new RegExp(`weir_request_duration_seconds_count{method="ping"} ${2 * 10}\n`));
});

/** The order of labels means nothing. */
function inOrder(metrics: readonly object[]): object[] {
  const plain = JSON.parse(JSON.stringify(metrics)) as { values: object[] }[];
  const place = (value: object) => JSON.stringify({ ...value, value: undefined });
  return plain.map((metric) => ({
    ...metric,
    values: metric.values.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)),
  }));
}
