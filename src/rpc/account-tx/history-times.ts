/** `from_time` and `to_time`: a span of time as the ledgers that closed in it. */

import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/fees.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { HistoryStore } from '../../storage/history-store.ts';
import { partitionPoint } from '../../util/partition-point.ts';
import type { LedgerRange } from '../json/validated-range.ts';
import { invalidField } from '../method/errors.ts';
import { hasParam } from '../params/params.ts';

export const TIME_PARAMS = ['from_time', 'to_time'] as const;

/** ISO 8601: a date, or a date and time with its zone. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Those ledgers of the range that closed from `from_time` to `to_time`, both inclusive; empty if `min` is above `max`. */
export function narrowToTimes(params: JsonObject, range: LedgerRange, store: HistoryStore): LedgerRange {
  const from = readTime(params, 'from_time');
  const to = readTime(params, 'to_time');
  const closesBefore = (limitMs: number) => (ledgerIndex: number) => closeTimeMs(store, ledgerIndex) < limitMs;
  const min = from === undefined ? range.min : firstLedger(range, closesBefore(from));
  const max = to === undefined ? range.max : firstLedger(range, closesBefore(to + 1)) - 1;
  return { min, max };
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
function readTime(params: JsonObject, name: (typeof TIME_PARAMS)[number]): number | undefined {
  if (!hasParam(params, name)) return undefined;
  const text = params[name];
  const time = typeof text === 'string' && ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalidField(name);
  return time;
}

function closeTimeMs(store: HistoryStore, ledgerIndex: number): number {
  return ((store.header(ledgerIndex)?.closeTimeSeconds ?? 0) + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000;
}

/** First ledger of the range for which that is false, or the one behind the range. */
function firstLedger(range: LedgerRange, isBefore: (ledgerIndex: number) => boolean): number {
  return range.min + partitionPoint(range.max + 1 - range.min, (at) => isBefore(range.min + at));
}
