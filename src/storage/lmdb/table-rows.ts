/** Reads that never leave an LMDB cursor or read transaction open behind them. */
import type { Transaction } from 'lmdb';
import type { Table } from './layout.ts';

/** A table as it is now, or as the transaction sees it. */
export interface TableView {
  readonly table: Table;
  readonly transaction?: Transaction;
}

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

export function valueAt(view: TableView, key: Uint8Array): Uint8Array | undefined {
  return view.table.get(key, view);
}

export function firstRow(view: TableView, bounds: Bounds): Row | undefined {
  for (const row of range(view, bounds, 1)) return row;
  return undefined;
}

/** All rows within the bounds, read batch by batch; `view` is asked for each time, so a closed store throws. */
export function* rows(view: () => TableView, bounds: Bounds): Generator<Row> {
  let next: Bounds | undefined = bounds;
  let limit = FIRST_BATCH_ROWS;
  while (next !== undefined) {
    const batch: Row[] = [...range(view(), next, limit)];
    yield* batch;
    const last = batch[limit - 1];
    next = last && { ...bounds, start: last.key, exclusiveStart: true };
    limit = Math.min(limit * 2, LAST_BATCH_ROWS);
  }
}

function range({ table, transaction }: TableView, bounds: Bounds, limit: number): Iterable<Row> {
  const options = { ...bounds, inclusiveEnd: true, limit };
  return table.getRange(transaction === undefined ? options : { ...options, transaction });
}
