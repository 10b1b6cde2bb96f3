/** `ping`: checks the connection and returns the client's role (rippled: Ping.cpp). */
import { defineMethod } from '../../method/define-method.ts';

export const ping = defineMethod({
  name: 'ping',
  role: 'user',
  needs: 'nothing',
  run({ role, subscription }) {
    if (role !== 'admin') return {};
    // `unlimited` is reported on WebSocket connections only.
    return subscription === undefined ? { role } : { role, unlimited: true };
  },
});
