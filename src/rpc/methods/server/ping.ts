/** `ping`: is the server there, and who am I to it? (rippled: Ping.cpp). */
import { defineMethod } from '../../method/define-method.ts';

export const ping = defineMethod({
  name: 'ping',
  role: 'user',
  needs: 'nothing',
  run({ role, subscription }) {
    if (role !== 'admin') return {};
    // That nothing counts what a connection asks for is said on connections only.
    return subscription === undefined ? { role } : { role, unlimited: true };
  },
});
