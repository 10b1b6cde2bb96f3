/** Why a transaction can get into no ledger any more, in words. */
import { exclusionReason } from '../../../explorer/finality.js';
import type { LedgerReader } from '../../node/ledger-node.ts';
import { accountKeylet, ticketKeylet } from '../../protocol/entries/keylets.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';

/** By the state of the validated ledger; undefined while a later one may include the transaction. */
export function impossibility(reader: LedgerReader, { fields }: Transaction): string | undefined {
  const { ledgerIndex } = reader.validated;
  const view = reader.view(ledgerIndex);
  const { LastLedgerSequence: lastLedger, Account: account } = fields;
  const { isTicket, value } = sequenceProxy(fields);
  const sequence = view?.read(accountKeylet(account))?.Sequence;
  switch (exclusionReason({ lastLedger, sequence: value }, { ledgerIndex, sequence })) {
    case undefined:
      return undefined;
    case 'ledgerPassed':
      return `No ledger up to ${lastLedger}, its LastLedgerSequence, holds it, so none ever will.`;
    case 'sequenceUsed':
      if (!isTicket) return `Another transaction of its account used the sequence number ${value}.`;
      if (view?.read(ticketKeylet(account, value)) !== undefined) return undefined;
      return `Its account has no ticket ${value} any more: another transaction used it.`;
  }
}
