/** How much of its history a store keeps itself, where something else has the rest. */

/** The least that a rule may say: the next ledger's state lists the hashes of 256 ledgers. */
export const LEAST_LEDGERS = 300;

export interface HistoryRule {
  /** At least so many of the last ledgers stay. */
  readonly ledgers: number;
  /** The last ledger that may go, since it is elsewhere too. */
  mayForgetUntil(): number;
}

export interface ForgettingStore {
  /** From now on ledgers go that the rule does not keep, some with each append. */
  keepLast(rule: HistoryRule): void;
}
