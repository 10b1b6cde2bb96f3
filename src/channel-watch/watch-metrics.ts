/** Prometheus metrics of a watch: its current state, and counts of its events. */
import { Counter, Gauge, Registry } from 'prom-client';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../protocol/amounts/amount-math.ts';
import type { WallClock } from '../util/clock.ts';
import type { PayeeWatch } from './payee-watch.ts';
import type { WatchEvent } from './watch-events.ts';
import { owedDrops } from './watch-json.ts';

export class WatchMetrics {
  readonly #registry = new Registry();
  readonly #claims = this.#counter('weir_watch_claims_total', 'Claims received, by verdict', 'verdict');
  readonly #submissions = this.#counter('weir_watch_submissions_total', 'Redemptions sent, by first result', 'result');
  readonly #redeemed = this.#counter('weir_watch_redeemed_drops_total', 'Drops that redemptions have paid');
  readonly #lost = this.#counter('weir_watch_lost_drops_total', 'Drops of claims whose channels expired unpaid');
  readonly #warnings = this.#counter('weir_watch_warnings_total', 'Warnings, by event', 'event');

  /** Counts an event. */
  readonly observe = ({ event, isWarning, facts }: WatchEvent): void => {
    if (isWarning) this.#warnings.inc({ event });
    if (event === 'claim') this.#claims.inc({ verdict: String(facts.verdict) });
    if (event === 'submitted') this.#submissions.inc({ result: String(facts.result) });
    if (event === 'redeemed') this.#redeemed.inc(Number(facts.paid));
    if (event === 'lost') this.#lost.inc(Number(facts.drops));
  };

  /** Registers the gauges of a watch. They are read on each scrape. */
  read(watch: PayeeWatch, clock: WallClock): void {
    const { state } = watch;
    this.#gauge('weir_watch_connected', '1 while there is a connection to the server', () => Number(watch.isConnected));
    this.#gauge('weir_watch_ledger_index', 'Last validated ledger', () => state.moment?.index ?? 0);
    const ageSeconds = () => {
      const closeTime = state.moment?.closeTimeSeconds;
      return closeTime === undefined ? Number.NaN : clock.nowMs() / 1000 - RIPPLE_EPOCH_OFFSET_SECONDS - closeTime;
    };
    this.#gauge('weir_watch_ledger_age_seconds', 'Time since the close time of that ledger', ageSeconds);
    this.#gauge('weir_watch_channels', 'Channels that pay the payee', () => state.channels.size);
    this.#gauge('weir_watch_claims', 'Channels with a claim', () => state.claims.size);
    this.#gauge('weir_watch_owed_drops', 'Drops that redeeming all claims would pay', () => Number(owedDrops(watch)));
    this.#gauge('weir_watch_in_flight', 'Pending redemptions', () => state.redemptions.size);
  }

  async text(): Promise<{ readonly text: string; readonly contentType: string }> {
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }

  #counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }
}
