/** The documentation of `path_find`. */
import { hidden, type MethodDoc, shown, WEBSOCKET } from '../../method-doc/method-doc.ts';
import { examplePath } from './ripple-path-find.doc.ts';

export const pathFindDoc: MethodDoc = {
  summary: 'Sends, with each ledger, how one account can pay another; over a WebSocket.',
  examples: (chain) => [
    shown({ subcommand: 'create', ...examplePath(chain) }, WEBSOCKET),
    hidden({ subcommand: 'close' }, WEBSOCKET),
  ],
  answer: {
    alternatives: 'The paths found.',
    'alternatives[]': 'One alternative.',
    'alternatives[].source_amount': 'The cost: drops as a string, or a token amount.',
    'alternatives[].paths_computed': 'The paths, as `Paths` of a Payment takes them.',
    destination_amount: 'Amount to deliver.',
    full_reply: 'False in the first answer, true in later ones; all are complete searches.',
    closed: 'With `close`: true.',
  },
  difference: 'longer paths, and bounds ([compatibility.md](compatibility.md#path-finding))',
};
