/** Figures of a watch for Prometheus: what it has now, and what happened so far. */
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../protocol/amounts/amount-math.ts';
import type { WallClock } from '../util/clock.ts';
import { Counter, type Figure, figuresText, gauge } from '../util/prometheus.ts';
import type { PayeeWatch } from './payee-watch.ts';
import type { WatchEvent } from './watch-events.ts';
import { owedDrops } from './watch-json.ts';

export class WatchMetrics {
  #readings: () => Figure[] = () => [];
  readonly #claims = new Counter('weir_watch_claims_total', 'Claims that came, by verdict', 'verdict');
  readonly #submissions = new Counter('weir_watch_submissions_total', 'Redemptions sent, by first result', 'result');
  readonly #redeemed = new Counter('weir_watch_redeemed_drops_total', 'Drops that redemptions have paid');
  readonly #lost = new Counter('weir_watch_lost_drops_total', 'Drops of claims whose channels expired unpaid');
  readonly #warnings = new Counter('weir_watch_warnings_total', 'Warnings, by what they are about', 'event');

  /** Counts the events of the watch. */
  readonly observe = ({ event, isWarning, facts }: WatchEvent): void => {
    if (isWarning) this.#warnings.add(1, event);
    if (event === 'claim') this.#claims.add(1, String(facts.verdict));
    if (event === 'submitted') this.#submissions.add(1, String(facts.result));
    if (event === 'redeemed') this.#redeemed.add(Number(facts.paid));
    if (event === 'lost') this.#lost.add(Number(facts.drops));
  };

  /** Adds the readings of a watch to the text. */
  read(watch: PayeeWatch, clock: WallClock): void {
    const { state } = watch;
    const ageSeconds = () => {
      const closeTime = state.moment?.closeTimeSeconds;
      return closeTime === undefined ? Number.NaN : clock.nowMs() / 1000 - RIPPLE_EPOCH_OFFSET_SECONDS - closeTime;
    };
    this.#readings = () => [
      gauge('weir_watch_connected', '1 while there is a connection to the server', Number(watch.isConnected)),
      gauge('weir_watch_ledger_index', 'Last validated ledger', state.moment?.index ?? 0),
      gauge('weir_watch_ledger_age_seconds', 'Time since the close time of that ledger', ageSeconds()),
      gauge('weir_watch_channels', 'Channels that pay the payee', state.channels.size),
      gauge('weir_watch_claims', 'Channels with a claim', state.claims.size),
      gauge('weir_watch_owed_drops', 'Drops that redeeming all claims would pay', Number(owedDrops(watch))),
      gauge('weir_watch_in_flight', 'Redemptions on their way', state.redemptions.size),
    ];
  }

  text(): string {
    const counters = [this.#claims, this.#submissions, this.#redeemed, this.#lost, this.#warnings];
    return figuresText([...counters.map((one) => one.figure()), ...this.#readings()]);
  }
}
