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

const BATCH_ROWS = 64;

export function firstRow(table: Table, bounds: Bounds): Row | undefined {
  for (const row of table.getRange({ ...bounds, inclusiveEnd: true, limit: 1 })) return row;
  return undefined;
}

/** All rows within the bounds, read batch by batch; `table` is asked for each time, so a closed store throws. */
export function* rows(table: () => Table, bounds: Bounds): Generator<Row> {
  let next: Bounds | undefined = bounds;
  while (next !== undefined) {
    const batch: Row[] = [...table().getRange({ ...next, inclusiveEnd: true, limit: BATCH_ROWS })];
    yield* batch;
    const last = batch[BATCH_ROWS - 1];
    next = last && { ...bounds, start: last.key, exclusiveStart: true };
  }
}
