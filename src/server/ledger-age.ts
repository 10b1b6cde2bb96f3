/**
 * How long ago the last ledger closed. Neither the clock nor the close time can tell: the clock may jump, and a close time
 * may be any that `ledger_accept` was given. Only for the ledger that was there at the start there is nothing better.
 */
import type { LedgerNode } from '../node/ledger-node.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../protocol/amounts/fees.ts';
import type { Clock } from '../util/clock.ts';

export interface LedgerAgeSources {
  readonly services: { readonly node: LedgerNode; readonly clock: Clock };
  /** Counts milliseconds, whatever becomes of the clock. */
  readonly now?: () => number;
}

export class LedgerAge {
  readonly #now: () => number;
  #closedMs: number;

  constructor({ services: { node, clock }, now = () => performance.now() }: LedgerAgeSources) {
    this.#now = now;
    const ageMs = clock.nowMs() - (RIPPLE_EPOCH_OFFSET_SECONDS + node.validated.closeTimeSeconds) * 1000;
    this.#closedMs = now() - Math.max(0, ageMs);
    node.onValidated(() => {
      this.#closedMs = now();
    });
  }

  get seconds(): number {
    return (this.#now() - this.#closedMs) / 1000;
  }
}
