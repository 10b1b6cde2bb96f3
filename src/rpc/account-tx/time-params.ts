/** `from_time` and `to_time` of `account_tx`: the ledgers that closed in a time range. */

import { timeSpan } from '../../../explorer/iso-time.js';
import type { LedgerRange } from '../../node/validated-range.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import type { HistoryStore } from '../../storage/history-store.ts';
import { partitionPoint } from '../../util/partition-point.ts';
import { invalidField } from '../method/errors.ts';
import type { ParamReader, ParamRow } from '../method/param-row.ts';
import { hasParam } from '../params/params.ts';

const NO_TIME = 'A time is a date such as 2026-01-31, the whole day in UTC, or has a zone: 2026-01-31T12:00:00Z.';

/** The first or the last millisecond of a day or time, since 1970-01-01T00:00:00Z. */
function time(end: 'first' | 'last'): ParamReader<'string', number | undefined> {
  return {
    type: 'string',
    read: ({ params }, name) => {
      if (!hasParam(params, name)) return undefined;
      const text = params[name];
      const span = typeof text === 'string' ? timeSpan(text) : undefined;
      if (span === undefined) throw invalidField(name).because(NO_TIME);
      return span[end];
    },
  };
}

export const TIME_PARAMS = [
  {
    name: 'from_time',
    ...time('first'),
    text: 'Only ledgers that closed then or later: a date (from its beginning in UTC), or a time with its zone (ISO 8601).',
  },
  {
    name: 'to_time',
    ...time('last'),
    text: 'Only ledgers that closed then or earlier: a date (to its end in UTC), or a time with its zone.',
  },
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
