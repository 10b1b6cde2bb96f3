/** `from_time` and `to_time` of `account_tx`: the ledgers that closed in a time range. */

import type { LedgerRange } from '../../node/validated-range.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import type { HistoryStore } from '../../storage/history-store.ts';
import { partitionPoint } from '../../util/partition-point.ts';
import { invalidField } from '../method/errors.ts';
import type { ParamReader, ParamRow } from '../method/param-row.ts';
import { hasParam } from '../params/params.ts';

/** ISO 8601: a date, or a date and time with its zone. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Milliseconds since 1970-01-01T00:00:00Z. */
const time: ParamReader<'string', number | undefined> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return undefined;
    const text = params[name];
    const milliseconds = typeof text === 'string' && ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(milliseconds)) throw invalidField(name);
    return milliseconds;
  },
};

export const TIME_PARAMS = [
  { name: 'from_time', ...time, text: 'Only ledgers that closed then or later (ISO 8601).' },
  { name: 'to_time', ...time, text: 'Only ledgers that closed then or earlier.' },
] as const satisfies readonly ParamRow[];

/** The ledgers of the range that closed between two times, both inclusive; empty if `min` is above `max`. */
export function narrowToTimes(
  range: LedgerRange,
  store: HistoryStore,
  from: number | undefined,
  to: number | undefined,
): LedgerRange {
  const closesBefore = (limitMs: number) => (ledgerIndex: number) => closeTimeMs(store, ledgerIndex) < limitMs;
  const min = from === undefined ? range.min : firstLedger(range, closesBefore(from));
  const max = to === undefined ? range.max : firstLedger(range, closesBefore(to + 1)) - 1;
  return { min, max };
}

function closeTimeMs(store: HistoryStore, ledgerIndex: number): number {
  return ((store.header(ledgerIndex)?.closeTimeSeconds ?? 0) + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000;
}

/** First ledger of the range for which `isBefore` is false, or the one after the range. */
function firstLedger(range: LedgerRange, isBefore: (ledgerIndex: number) => boolean): number {
  return range.min + partitionPoint(range.max + 1 - range.min, (at) => isBefore(range.min + at));
}
