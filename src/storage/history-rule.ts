/** How much history a store keeps when the archive has the rest. */

/** Smallest allowed number of ledgers: the next ledger's state lists the hashes of 256 ledgers. */
export const LEAST_LEDGERS = 300;

/** Named value that marks a store that has deleted old ledgers. */
export const FORGOT_LEDGERS = 'forgot_ledgers';

export interface HistoryRule {
  /** At least this many of the last ledgers are kept. */
  readonly ledgers: number;
  /** The last ledger that may be deleted, since it is archived. */
  mayForgetUntil(): number;
}

export interface ForgettingStore {
  /** From now on each append deletes some ledgers that the rule does not keep. */
  keepLast(rule: HistoryRule): void;
}
