/** Counts of the spans of one thread, in the JSON of the library `prom-client`. */
import type { Tracer } from '../util/tracer.ts';

export function traceMetrics(tracer: Tracer | undefined): object[] {
  if (tracer === undefined) return [];
  const { sent, dropped } = tracer.counts;
  return [
    {
      name: 'weir_trace_spans_total',
      help: 'Spans that the collector has taken, and that were dropped',
      type: 'counter',
      aggregator: 'sum',
      values: [
        { value: sent, labels: { outcome: 'sent' } },
        { value: dropped, labels: { outcome: 'dropped' } },
      ],
    },
  ];
}
