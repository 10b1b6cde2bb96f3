/** The documentation of `ledger_current`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const ledgerCurrentDoc: MethodDoc = {
  summary: 'Returns the index of the open ledger.',
  examples: () => [shown()],
  answer: {
    ledger_current_index: 'Index of the open ledger.',
  },
};
