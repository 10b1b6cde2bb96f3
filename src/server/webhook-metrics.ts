/** Figures of the webhooks, in the JSON of the library `prom-client`. */
import type { Outbox } from '../webhooks/outbox.ts';

export function webhookMetrics(outbox: Outbox | undefined): object[] {
  if (outbox === undefined) return [];
  const all = [...outbox.endpoints.values()];
  const counts = all.flatMap(({ settings: { name: endpoint }, counts: { delivered, failed, dead } }) => [
    { value: delivered, labels: { endpoint, outcome: 'delivered' } },
    { value: failed, labels: { endpoint, outcome: 'failed' } },
    { value: dead, labels: { endpoint, outcome: 'dead' } },
  ]);
  const gauge = (name: string, help: string, read: (endpoint: (typeof all)[number]) => number) => ({
    name,
    help,
    type: 'gauge',
    aggregator: 'sum',
    values: all.map((one) => ({ value: read(one), labels: { endpoint: one.settings.name } })),
  });
  return [
    {
      name: 'weir_webhook_events_total',
      help: 'Events that were delivered, attempts that failed, and events that became dead letters',
      type: 'counter',
      aggregator: 'sum',
      values: counts,
    },
    gauge('weir_webhook_lag_ledgers', 'Validated ledgers whose events are not delivered yet', (one) => one.lagLedgers),
    gauge('weir_webhook_dead_letters', 'Events that were given up', (one) => one.deadLetters.length),
  ];
}
