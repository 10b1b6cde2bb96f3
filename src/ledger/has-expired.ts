/** The one clock that decides whether an entry's time is over: when the parent ledger closed (rippled: View.cpp). */
import type { ReadView } from './read-view.ts';

/** True from the moment of the expiration on, in seconds since 2000-01-01T00:00:00Z; what has none never expires. */
export function hasExpired(view: ReadView, expirationSeconds: number | undefined): boolean {
  if (expirationSeconds === undefined) return false;
  view.trace?.fact('expiration', { expirationSeconds, nowSeconds: view.parentCloseTimeSeconds });
  return view.parentCloseTimeSeconds >= expirationSeconds;
}
