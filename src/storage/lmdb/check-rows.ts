/** Reads all rows of the tables, a few at a time, for a check in the background. */
import type { CheckedRows } from '../row-check.ts';
import { HIGHEST_KEY, LOWEST_KEY, type Row, type TableView } from './table.ts';

/** Reading so many takes some 100 microseconds. */
const ROWS_A_STEP = 64;

/** All rows of a table; `view` is called for each step, since the table may be written in between. */
export function* checkTable(view: () => TableView): Generator<CheckedRows, void> {
  let last: Row | undefined;
  for (;;) {
    let batch: readonly Row[];
    try {
      const { table, transaction } = view();
      const bounds = { start: last?.key ?? LOWEST_KEY, end: HIGHEST_KEY };
      batch = table.batch(bounds, ROWS_A_STEP, last !== undefined, transaction);
    } catch (error) {
      yield { rows: 0, bytes: 0, damage: error as Error };
      return;
    }
    yield { rows: batch.length, bytes: batch.reduce((sum, { key, value }) => sum + key.length + value.length, 0) };
    last = batch[ROWS_A_STEP - 1];
    if (last === undefined) return;
  }
}
