/** The documentation of `unsubscribe`. */
import { type MethodDoc, shown, WEBSOCKET } from '../../method-doc/method-doc.ts';

export const unsubscribeDoc: MethodDoc = {
  summary: 'Ends subscriptions of this WebSocket.',
  examples: () => [shown({ streams: ['server'] }, WEBSOCKET)],
  paramDifferences: {
    account_history_tx_stream: 'checked: there never is such a subscription',
    url: 'there never is such a subscription; `noPermission` for users, as in the reference',
  },
};
