/** The documentation of `subscribe`. */
import { hidden, type MethodDoc, shown, WEBSOCKET } from '../../method-doc/method-doc.ts';

export const subscribeDoc: MethodDoc = {
  summary: 'Subscribes this WebSocket to ledgers, transactions and other streams.',
  examples: () => [
    shown({ streams: ['ledger', 'server'] }, WEBSOCKET),
    hidden({ streams: ['transactions'], start_ledger: 3 }, WEBSOCKET),
  ],
  answer: {
    stand_alone: 'With `server`: always true.',
    server_status: 'With `server`: `full`.',
    ledger_index: 'With `ledger`: index of the last validated ledger.',
    ledger_hash: 'With `ledger`: its hash.',
    fee_base: 'With `ledger`: base fee in drops.',
    reserve_base: 'With `ledger`: reserve of an account in drops.',
    reserve_inc: 'With `ledger`: reserve of an object in drops.',
    validated_ledgers: 'With `ledger`: ledgers that the server has.',
    start_ledger: 'With `start_ledger`: the ledger whose messages come first.',
  },
  paramDifferences: {
    start_ledger: 'Weir only: begins with a past ledger',
  },
};
