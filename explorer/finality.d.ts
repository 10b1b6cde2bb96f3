/** The types of `finality.js`, for the command line and the server. */

export const LEDGERS_TO_LIVE: number;

export interface MortalTransaction {
  /** `LastLedgerSequence`; undefined if it has none. */
  readonly lastLedger?: number | undefined;
  readonly sequence: number;
}

/** What the last validated ledger says about the account of the transaction. */
export interface ValidatedAccount {
  readonly ledgerIndex: number;
  /** Its next sequence number; undefined if there is no such account. */
  readonly sequence: number | undefined;
}

export function exclusionReason(
  transaction: MortalTransaction,
  validated: ValidatedAccount,
): 'ledgerPassed' | 'sequenceUsed' | undefined;
