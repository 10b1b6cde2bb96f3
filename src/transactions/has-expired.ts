import type { ReadView } from '../ledger/read-view.ts';

/** True if that time, in seconds since 2000-01-01T00:00:00Z, has come; without one, never (rippled: View.cpp). */
export function hasExpired(view: ReadView, expirationSeconds: number | undefined): boolean {
  return expirationSeconds !== undefined && view.parentCloseTimeSeconds >= expirationSeconds;
}
