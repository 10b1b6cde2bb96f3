/**
 * Partitions the archive's large tables by ledger, if the engine supports it: indexes stay small where rows are added, and old
 * partitions can be moved to other disks. A new partition gets as many ledgers as hold a fixed number of rows, by the number of rows
 * in the ledgers that are archived now.
 */
import type { Connection } from './connection.ts';
import { settle } from './migrate.ts';

/** Rows of account history in one partition, some 5 GB with their index and their transactions. */
const ROWS = 10_000_000;
const LEAST_LEDGERS = 1;
const MOST_LEDGERS = 1_000_000;

export class Partitions {
  readonly #connection: Connection;
  readonly #rows: number;
  #endIndex = 0;
  #isPartitioned: boolean | undefined;

  constructor(connection: Connection, rows = ROWS) {
    this.#connection = connection;
    this.#rows = rows;
  }

  /** Creates the missing partitions for `count` ledgers up to this one, which have so many rows. */
  async ensure(lastIndex: number, count: number, rows: number): Promise<void> {
    if (lastIndex < this.#endIndex) return;
    this.#isPartitioned ??= await this.#readIsPartitioned();
    if (!this.#isPartitioned) return;
    const ledgers = Math.round((this.#rows * count) / Math.max(1, rows));
    const length = Math.min(MOST_LEDGERS, Math.max(LEAST_LEDGERS, ledgers));
    await settle(this.#connection, `SELECT weir.add_partitions(${lastIndex}, ${length})`);
    const [row] = await this.#connection.run({
      text: 'SELECT max(end_index) AS end_index FROM weir.archive_partitions',
      effect: 'reads',
    });
    this.#endIndex = Number(row!.end_index);
  }

  async #readIsPartitioned(): Promise<boolean> {
    const rows = await this.#connection.run({
      text: "SELECT relkind FROM pg_class WHERE oid = to_regclass('weir.archive_rows')",
      effect: 'reads',
    });
    return rows[0]?.relkind === 'p';
  }
}
