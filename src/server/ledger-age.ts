/**
 * How long ago the last ledger closed. The clock may jump, and `ledger_accept` may set any close time, so closes are timed here. Only for
 * the last ledger before the start, the age comes from its close time.
 */
import type { LedgerNode } from '../node/ledger-node.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../protocol/amounts/amount-math.ts';
import type { Clock } from '../util/clock.ts';

export interface LedgerAgeSources {
  readonly node: LedgerNode;
  readonly clock: Clock;
}

export class LedgerAge {
  readonly #clock: Clock;
  #closedMs: number;

  constructor({ node, clock }: LedgerAgeSources) {
    this.#clock = clock;
    const ageMs = clock.nowMs() - (RIPPLE_EPOCH_OFFSET_SECONDS + node.validated.closeTimeSeconds) * 1000;
    this.#closedMs = clock.elapsedMs() - Math.max(0, ageMs);
    node.onValidated(() => {
      this.#closedMs = clock.elapsedMs();
    });
  }

  get seconds(): number {
    return (this.#clock.elapsedMs() - this.#closedMs) / 1000;
  }
}
