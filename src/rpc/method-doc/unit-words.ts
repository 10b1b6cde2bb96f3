/**
 * Reads amounts and times of the command line. An amount needs a unit: without one, XRP and drops could be confused, a factor of a
 * million.
 */
import { timeSpan } from '../../../explorer/iso-time.js';
import { DROPS_PER_XRP, RIPPLE_EPOCH_OFFSET_SECONDS, TOTAL_DROPS } from '../../protocol/amounts/amount-math.ts';
import { usageError } from '../../util/command-error.ts';

const AMOUNT = /^(?<whole>\d{1,18})(?:\.(?<part>\d{1,18}))?\s*(?<unit>xrp|drops?)$/i;
const XRP_DECIMALS = 6;
const DURATION = /^(?<count>\d{1,10})(?<unit>[smhd])$/;
const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const MAX_UINT32 = 0xffffffff;

/** Drops of `10XRP`, `0.25XRP` or `500drops`; at least one. Throws a usage error that explains a missing unit. */
export function parseDrops(text: string): bigint {
  if (/^[\d.]+$/.test(text)) {
    throw usageError(`'${text}' has no unit: write ${text}XRP or ${text}drops (1 XRP is 1000000 drops)`);
  }
  const { whole, part = '', unit } = AMOUNT.exec(text)?.groups ?? {};
  if (whole === undefined || unit === undefined)
    throw usageError(`'${text}' is not an amount such as 10XRP or 500drops`);
  const isXrp = unit.toLowerCase() === 'xrp';
  if (part.length > (isXrp ? XRP_DECIMALS : 0)) throw usageError(`'${text}' is not a whole number of drops`);
  const drops = isXrp ? BigInt(whole) * DROPS_PER_XRP + BigInt(part.padEnd(XRP_DECIMALS, '0')) : BigInt(whole);
  if (drops === 0n) throw usageError(`'${text}' must be more than 0`);
  if (drops > TOTAL_DROPS) throw usageError(`'${text}' is more than the 100000000000 XRP that exist`);
  return drops;
}

/** Seconds of `90s`, `15m`, `1h` or `7d`. `option` is its name in the error. */
export function parseSeconds(option: string, text: string): number {
  const { count, unit } = DURATION.exec(text)?.groups ?? {};
  const seconds = count === undefined ? Number.NaN : Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (seconds <= MAX_UINT32) return seconds;
  throw usageError(`${option} must be a time like 90s, 15m, 1h or 7d, not '${text}'`);
}

/** Seconds since 2000-01-01T00:00:00Z of a time like `2026-11-20T12:00:00Z`, or of the beginning of a day like `2026-11-20`. */
export function parseTime(option: string, text: string): number {
  return ledgerSeconds(option, text, timeSpan(text)?.first);
}

/** The same, but a day means its end: what ends with a day lasts until the next one begins. */
export function parseEndTime(option: string, text: string): number {
  const { first, last } = timeSpan(text) ?? {};
  return ledgerSeconds(option, text, first === last ? first : last! + 1);
}

function ledgerSeconds(option: string, text: string, milliseconds = Number.NaN): number {
  const seconds = Math.floor(milliseconds / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS;
  if (seconds >= 0 && seconds <= MAX_UINT32) return seconds;
  throw usageError(`${option} must be a time like 2026-11-20T12:00:00Z or a date like 2026-11-20 (UTC), not '${text}'`);
}

/** A whole number of 32 bits. */
export function parseTag(option: string, text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= MAX_UINT32) return Number(text);
  throw usageError(`${option} must be a whole number from 0 to ${MAX_UINT32}, not '${text}'`);
}
