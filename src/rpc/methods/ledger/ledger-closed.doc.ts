/** The documentation of `ledger_closed`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const ledgerClosedDoc: MethodDoc = {
  summary: 'Returns index and hash of the last closed ledger.',
  examples: () => [shown()],
  answer: {
    ledger_index: 'Index of the last closed ledger.',
    ledger_hash: 'Its hash.',
  },
};
