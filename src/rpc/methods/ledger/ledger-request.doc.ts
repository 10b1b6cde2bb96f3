/** The documentation of `ledger_request`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { ONE_LEDGER } from '../../method-doc/positional-form.ts';
import { HEADER_TEXTS } from './ledger-header.doc.ts';

export const ledgerRequestDoc: MethodDoc = {
  summary: 'Shows the header of a closed ledger that the server has.',
  commandLine: ONE_LEDGER,
  examples: ({ ledgerHash }) => [shown({ ledger_hash: ledgerHash })],
  answer: {
    ...HEADER_TEXTS,
  },
  difference: 'without peers a missing ledger is never found, and the answer does not change',
  paramDifferences: {
    ledger_index: 'as in the reference',
  },
};
