/** The documentation of `server_state`. */
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { COUNTERS, serverTexts } from './server-info.doc.ts';

export const serverStateDoc: MethodDoc = {
  summary: 'Describes the server and its last validated ledger in machine units.',
  commandLine: COUNTERS,
  examples: () => [shown(), hidden({ counters: true })],
  answer: {
    state: 'The description.',
    ...serverTexts('state'),
  },
  placeholders: { 'state.state_accounting': '<state>' },
  difference: 'what there is of a server on its own',
};
