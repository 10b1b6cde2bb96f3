/** A hint for clients about a full open ledger, which surprises those that submit many transactions for one ledger. */
import type { OpenLedgerFullness } from '../../node/open-ledger/submission.ts';

export function fullLedgerHint({ openLedgerCount, expectedLedgerCount }: OpenLedgerFullness): string {
  return (
    `The open ledger holds ${openLedgerCount} transactions and takes ${expectedLedgerCount} at the base fee; more cost more, ` +
    'or wait. Pay more (fee_mult_max allows it where the server fills in the fee), or submit to the next ledger ' +
    '(ledger_accept closes this one). A server has more room with --dev, or with open_ledger_size in --limits.'
  );
}
