/** `unsubscribe`: ends subscriptions (rippled: Unsubscribe.cpp). Ending one that does not exist is no error. */
import { defineMethod } from '../../method/define-method.ts';
import { endedStreams, namesCallback, requireSubscription } from '../../streams/stream-params.ts';

export const unsubscribe = defineMethod({
  name: 'unsubscribe',
  role: 'user',
  needs: 'nothing',
  onlyFails: 'without WebSocket',
  params: [
    { name: 'streams', ...endedStreams, text: 'Streams to unsubscribe from.' },
    { name: 'accounts', type: 'array', readWith: 'streams', text: 'Addresses to unsubscribe from.' },
    {
      name: 'accounts_proposed',
      type: 'array',
      readWith: 'streams',
      text: 'The same for transactions that are not validated yet.',
    },
    {
      name: 'books',
      type: 'array',
      readWith: 'streams',
      text: 'Order books to unsubscribe from, as in `subscribe`.',
    },
  ],
  run(context, read) {
    const { params, role } = context;
    // Callbacks are not supported, so there is nothing to end.
    if (namesCallback(params, role)) return {};
    requireSubscription(context).unsubscribe(read('streams'));
    return {};
  },
});
