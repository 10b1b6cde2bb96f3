/**
 * Partitions the archive's large tables by ledger, if the engine supports it: indexes stay small where rows are added,
 * and old partitions can be moved to other disks. A partition is created with its first ledger.
 */
import type { Connection } from './connection.ts';
import { settle } from './migrate.ts';

/** Ledgers of one partition. It must never change, since partitions are named by it. */
const LEDGERS = 1_000_000;
const TABLES = ['archive_transactions', 'archive_rows'];

export class Partitions {
  readonly #connection: Connection;
  readonly #known = new Set<number>();
  #isPartitioned: boolean | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates the missing partitions for these ledgers. */
  async ensure(first: number, last: number): Promise<void> {
    this.#isPartitioned ??= await this.#readIsPartitioned();
    if (!this.#isPartitioned) return;
    for (let range = Math.floor(first / LEDGERS); range <= Math.floor(last / LEDGERS); range++) {
      if (this.#known.has(range)) continue;
      for (const table of TABLES) await this.#make(table, range);
      this.#known.add(range);
    }
  }

  async #readIsPartitioned(): Promise<boolean> {
    const rows = await this.#connection.run({
      text: "SELECT relkind FROM pg_class JOIN pg_namespace AS room ON room.oid = relnamespace WHERE nspname = 'weir' AND relname = $1",
      values: [TABLES[0]],
      effect: 'reads',
    });
    return rows[0]?.relkind === 'p';
  }

  async #make(table: string, range: number): Promise<void> {
    await settle(
      this.#connection,
      `CREATE TABLE IF NOT EXISTS weir.${table}_${range} PARTITION OF weir.${table}
      FOR VALUES FROM (${range * LEDGERS}) TO (${(range + 1) * LEDGERS})`,
    );
  }
}
