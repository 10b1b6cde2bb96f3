/** Reads all rows of a store, so that damage is found where nothing else reads. */

/** A few rows that were read. */
export interface CheckedRows {
  readonly rows: number;
  /** Of their keys and values. */
  readonly bytes: number;
  /** What is wrong with the row that should follow. */
  readonly damage?: Error | undefined;
}

export interface RowCheckStore {
  /** Number of rows in all tables. */
  rowCount(): number;
  /**
   * Reads all rows once, a few in each step, and checks them as every read does. After a damaged row it continues with the next
   * table. Rows that are written meanwhile may be read or not.
   */
  checkRows(): Generator<CheckedRows, void>;
}
