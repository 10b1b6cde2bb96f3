/** The documentation of `unsubscribe`. */
import { type MethodDoc, shown, WEBSOCKET } from '../../method-doc/method-doc.ts';

export const unsubscribeDoc: MethodDoc = {
  summary: 'Ends subscriptions of this WebSocket.',
  examples: () => [shown({ streams: ['server'] }, WEBSOCKET)],
  paramDifferences: {
    account_history_tx_stream: 'checked: such subscriptions do not exist',
    url: 'such subscriptions do not exist; `noPermission` for users, as in the reference',
  },
};
