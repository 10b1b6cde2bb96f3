/** Whether other machines can reach a port that listens on an address. */

import { isIP } from 'node:net';
import { isLoopback } from './caller.ts';

/** `own`: only this machine; `others`: other machines too; `unknown`: a name, which may mean either. */
export type HostReach = 'own' | 'others' | 'unknown';

export function hostReach(host: string): HostReach {
  if (host === 'localhost') return 'own';
  if (isIP(host) === 0) return 'unknown';
  return isLoopback(host) ? 'own' : 'others';
}
