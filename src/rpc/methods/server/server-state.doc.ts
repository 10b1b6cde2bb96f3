/** What the documents and the command line say of `server_state`. */
import { hidden, type MethodDoc, shown } from '../../../cli/request/method-doc.ts';
import { COUNTERS, serverTexts } from './server-info.doc.ts';

export const serverStateDoc: MethodDoc = {
  summary: 'Describes the server and its last validated ledger in machine units.',
  commandLine: COUNTERS,
  examples: () => [shown(), hidden({ counters: true })],
  answer: {
    state: 'The description.',
    weir: 'What only Weir says.',
    'weir.version': "Weir's own version.",
    'weir.test_bench': 'True where the operator may move the clock and change the ledger by hand; absent elsewhere.',
    ...serverTexts('state'),
  },
  placeholders: { 'state.state_accounting': '<state>' },
  difference: 'what there is of a server on its own',
};
