/** The documentation of `transaction_entry`. */
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { LEDGER_WORD } from '../../method-doc/positional-form.ts';
import { ledgerParams } from '../../method-doc/positional-words.ts';

export const transactionEntryDoc: MethodDoc = {
  summary: 'Shows a transaction of a given ledger.',
  commandLine: {
    usage: '<tx_hash> <ledger>',
    min: 2,
    max: 2,
    words: [
      { name: 'tx_hash' },
      { ...LEDGER_WORD, text: 'The ledger that it is in: validated, closed, its index or its hash.' },
    ],
    parse: ([hash, ledgerWord]) => ({ tx_hash: hash!, ...ledgerParams(ledgerWord!) }),
  },
  examples: ({ paymentHash, ledgerHash }) => [
    shown({ tx_hash: paymentHash, ledger_hash: ledgerHash }),
    hidden({ tx_hash: paymentHash, ledger_hash: ledgerHash }, { apiVersion: 2 }),
  ],
};
