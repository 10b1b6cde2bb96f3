/**
 * The rule of finality: the result of a transaction is final when a validated ledger holds it, or when no later ledger
 * can. Used by the command line, `submit` and the issuer's desk.
 */

/** Number of ledgers until `LastLedgerSequence`. */
export const LEDGERS_TO_LIVE = 20;

/**
 * Why no ledger after the validated one can contain a transaction: `ledgerPassed` (its `LastLedgerSequence`),
 * `sequenceUsed` (by another transaction of its account, if no validated ledger contains this one), or undefined while
 * one can. Read `validated` before you look up the transaction: then a transaction that is not found is final.
 */
export function exclusionReason({ lastLedger, sequence }, validated) {
  if (lastLedger !== undefined && lastLedger <= validated.ledgerIndex) return 'ledgerPassed';
  return sequence < validated.sequence ? 'sequenceUsed' : undefined;
}
