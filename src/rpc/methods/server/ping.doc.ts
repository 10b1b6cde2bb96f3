/** The documentation of `ping`. */
import { hidden, type MethodDoc, shown, WEBSOCKET } from '../../method-doc/method-doc.ts';

export const pingDoc: MethodDoc = {
  summary: "Answers at once, with the caller's role if it is the operator.",
  examples: () => [shown(), hidden({}, WEBSOCKET)],
  answer: {
    role: '`admin` for the operator; absent for others.',
    unlimited: 'On a WebSocket, for the operator: true.',
  },
};
