/** What the documents and the command line say of `path_find`. */
import { hidden, type MethodDoc, shown, WEBSOCKET } from '../../method-doc/method-doc.ts';
import { examplePath } from './ripple-path-find.doc.ts';

export const pathFindDoc: MethodDoc = {
  summary: 'Keeps a WebSocket connection informed, with each ledger, how one account can pay another.',
  examples: (chain) => [
    shown({ subcommand: 'create', ...examplePath(chain) }, WEBSOCKET),
    hidden({ subcommand: 'close' }, WEBSOCKET),
  ],
  answer: {
    alternatives: 'The ways to pay that were found.',
    'alternatives[]': 'One way to pay.',
    'alternatives[].source_amount': 'What it would cost: drops as a string, or a token amount.',
    'alternatives[].paths_computed': 'The paths, as `Paths` of a Payment takes them.',
    destination_amount: 'What is to arrive.',
    full_reply: 'False in the first answer, true in those that follow; all of them are whole searches.',
    closed: 'With `close`: true.',
  },
  difference: 'longer paths, and bounds ([compatibility.md](compatibility.md#path-finding))',
};
