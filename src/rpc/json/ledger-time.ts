/**
 * Ledger times as text in the three formats of the reference, from seconds since 2000-01-01T00:00:00Z (rippled:
 * chrono.h, to_string and toStringIso).
 */
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `2026-11-20T12:12:38Z`, of seconds since 2000-01-01T00:00:00Z. */
export function ledgerTimeToIso(seconds: number): string {
  return `${toDate(seconds).toISOString().slice(0, 19)}Z`;
}

/** `2026-11-20T12:12:38+0000`, of seconds since 2000-01-01T00:00:00Z (rippled: AMMInfo.cpp, toIso8601). */
export function ledgerTimeToOffsetIso(seconds: number): string {
  return `${toDate(seconds).toISOString().slice(0, 19)}+0000`;
}

/** `2026-Nov-20 12:12:38.000000000 UTC`, of seconds since 2000-01-01T00:00:00Z. */
export function ledgerTimeToText(seconds: number): string {
  return spell(toDate(seconds), '000000000');
}

/** `2026-Nov-20 12:12:38.425000 UTC`, of milliseconds since 1970-01-01T00:00:00Z. */
export function wallTimeToText(milliseconds: number): string {
  const date = new Date(milliseconds);
  return spell(date, `${String(date.getUTCMilliseconds()).padStart(3, '0')}000`);
}

function toDate(seconds: number): Date {
  return new Date((seconds + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000);
}

function spell(date: Date, fraction: string): string {
  const iso = date.toISOString();
  return `${iso.slice(0, 4)}-${MONTHS[date.getUTCMonth()]}-${iso.slice(8, 10)} ${iso.slice(11, 19)}.${fraction} UTC`;
}
