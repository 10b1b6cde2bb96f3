/** The documentation of `ledger_data`. */
import { hidden, type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';

export const ledgerDataDoc: MethodDoc = {
  summary: "Lists a ledger's entries.",
  examples: () => [
    shown({ ...VALIDATED, type: 'payment_channel' }),
    hidden({ ...VALIDATED, limit: 2 }),
    hidden({ ...VALIDATED, limit: 2, binary: true }),
  ],
  answer: {
    ledger: 'Header of the ledger, on the first page.',
    state: 'The entries of this page.',
    'state[]': 'An entry of the ledger; with `binary` its bytes (`data`) and key (`index`).',
  },
  whole: ['state[]', 'ledger'],
};
