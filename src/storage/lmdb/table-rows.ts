/** Range reads that never leave an LMDB cursor or read transaction open behind them. */
import type { Table } from './layout.ts';

export interface Row {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Both bounds are inclusive; `start` is the upper one when reversed. */
export interface Bounds {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
  readonly reverse?: boolean;
  readonly exclusiveStart?: boolean;
}

/** Batches grow from the first to the last of these: most readers soon have enough. */
const FIRST_BATCH_ROWS = 8;
const LAST_BATCH_ROWS = 64;

export function firstRow(table: Table, bounds: Bounds): Row | undefined {
  for (const row of table.getRange({ ...bounds, inclusiveEnd: true, limit: 1 })) return row;
  return undefined;
}

/** All rows within the bounds, read batch by batch; `table` is asked for each time, so a closed store throws. */
export function* rows(table: () => Table, bounds: Bounds): Generator<Row> {
  let next: Bounds | undefined = bounds;
  let limit = FIRST_BATCH_ROWS;
  while (next !== undefined) {
    const batch: Row[] = [...table().getRange({ ...next, inclusiveEnd: true, limit })];
    yield* batch;
    const last = batch[limit - 1];
    next = last && { ...bounds, start: last.key, exclusiveStart: true };
    limit = Math.min(limit * 2, LAST_BATCH_ROWS);
  }
}
