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
  difference: 'a ledger that is not there is never found: the answer stays the first one, without peers',
  paramDifferences: {
    ledger_index: 'as in the reference',
  },
};
