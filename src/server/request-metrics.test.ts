import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as library from 'prom-client';
import { RequestMetrics, recordRequest, requestInstruments, SECONDS } from './request-metrics.ts';

test('a worker counts as the library does', async () => {
  const registry = new library.Registry();
  const instruments = requestInstruments(library, [registry]);
  const metrics = new RequestMetrics();
  assert.deepEqual(metrics.json().length, 3);
  const times = [0, 0.0001, ...SECONDS, ...SECONDS.map((bound) => bound * 1.5), 1_000];
  for (const [at, seconds] of times.entries()) {
    const method = ['submit', 'ping', 'unknown'][at % 3]!;
    const outcome = at % 5 === 0 ? 'internal' : 'success';
    const observation = { method, outcome, seconds, engineResult: method === 'submit' ? `tec${at % 2}` : undefined };
    recordRequest(instruments, observation);
    metrics.observe(observation);
  }
  // As it arrives at the engine.
  const sent = structuredClone(metrics.json());
  assert.deepEqual(inOrder(sent), inOrder(await registry.getMetricsAsJSON()));
  const all = library.AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), sent]);
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
