/**
 * The rule of finality: the result of a transaction is final when a validated ledger holds it, or when no later ledger
 * can. The command line, `submit` and the issuer's desk all go by it.
 */

/** Ledgers in which a transaction may still get in, as `LastLedgerSequence` says it. */
export const LEDGERS_TO_LIVE = 20;

/**
 * Why no ledger after the validated one can hold a transaction: `ledgerPassed` (its `LastLedgerSequence`),
 * `sequenceUsed` (by another transaction of its account, if no validated ledger holds this one), or undefined while one
 * can. Ask for `validated` before you look for the transaction: then one that is not found never will be.
 */
export function whyNever({ lastLedger, sequence }, validated) {
  if (lastLedger !== undefined && lastLedger <= validated.ledgerIndex) return 'ledgerPassed';
  return sequence < validated.sequence ? 'sequenceUsed' : undefined;
}
