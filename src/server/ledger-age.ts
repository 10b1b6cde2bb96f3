/**
 * How long ago the last ledger closed. Neither the clock nor the close time says that: the clock may jump, and a close
 * time may be any that `ledger_accept` was given. Only for the ledger that was there at the start there is nothing
 * better.
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
