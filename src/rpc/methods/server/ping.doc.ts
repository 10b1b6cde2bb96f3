/** What the documents and the command line say of `ping`. */
import { hidden, type MethodDoc, shown, WEBSOCKET } from '../../method-doc/method-doc.ts';

export const pingDoc: MethodDoc = {
  summary: 'Answers at once, and tells the operator that they are one.',
  examples: () => [shown(), hidden({}, WEBSOCKET)],
  answer: {
    role: '`admin` for the operator; absent for others.',
    unlimited: 'On a WebSocket, for the operator: true.',
  },
};
