/** Who can reach a port that listens on an address. */

import { isIP } from 'node:net';
import { isLoopback } from './caller.ts';

/**
 * `own` for addresses that only this machine reaches, `others` for those that other machines may reach, `unknown` for
 * names, which may stand for either.
 */
export type HostReach = 'own' | 'others' | 'unknown';

export function hostReach(host: string): HostReach {
  if (host === 'localhost') return 'own';
  if (isIP(host) === 0) return 'unknown';
  return isLoopback(host) ? 'own' : 'others';
}
