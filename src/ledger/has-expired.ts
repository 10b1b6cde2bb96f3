/** Expiration of entries, decided by the parent ledger's close time alone (rippled: View.cpp). */
import type { ReadView } from './read-view.ts';

/** True at the expiration time and later. Seconds since 2000-01-01T00:00:00Z; undefined never expires. */
export function hasExpired(view: ReadView, expirationSeconds: number | undefined): boolean {
  if (expirationSeconds === undefined) return false;
  view.trace?.fact('expiration', { expirationSeconds, nowSeconds: view.parentCloseTimeSeconds });
  return view.parentCloseTimeSeconds >= expirationSeconds;
}
