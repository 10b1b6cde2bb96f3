/** How much of its history a store keeps itself, where something else has the rest. */

/** The least that a rule may say: the next ledger's state lists the hashes of 256 ledgers. */
export const LEAST_LEDGERS = 300;

/** The named value of a store that has forgotten ledgers. */
export const FORGOT_LEDGERS = 'forgot_ledgers';

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
