/** The damage that a check of a store finds, and the progress of a check. */
import { DamagedRowError } from '../storage/damaged-row-error.ts';
import { assert } from '../util/assert.ts';

/** Tables in order of derivation: source tables first. Damage is attributed to the first one. */
const TABLES = [
  'meta',
  'headers',
  'transactions',
  'entries',
  'ledger_hashes',
  'transaction_ids',
  'account_history',
  'key_tree',
  'tree',
  'indexes',
] as const;

export type StoreTable = (typeof TABLES)[number];

/** Tables that cannot be rebuilt from others. */
const PRIMARY_TABLES: ReadonlySet<StoreTable> = new Set(['meta', 'headers', 'transactions', 'entries']);

export interface StoreDamage {
  readonly table: StoreTable;
  /** The first ledger that it affects. */
  readonly ledgerIndex: number;
  readonly problem: string;
}

/** Progress of a check. */
export interface CheckStep {
  /** What is checked, in one or two words. */
  readonly task: string;
  readonly ledgerIndex: number;
  /** Share of the task that is done, from 0 to 1. */
  readonly share: number;
}

export class DamageList {
  readonly #firstByTable = new Map<StoreTable, StoreDamage>();
  #count = 0;

  /** Number of damages found. Only the first of each table is kept. */
  get count(): number {
    return this.#count;
  }

  /** The first damage of each table, sorted by ledger, then in order of derivation. */
  get first(): StoreDamage[] {
    const byTable = TABLES.map((table) => this.#firstByTable.get(table)).filter((damage) => damage !== undefined);
    return byTable.sort((a, b) => a.ledgerIndex - b.ledgerIndex);
  }

  /** True if only tables are damaged that can be rebuilt. */
  get isRepairable(): boolean {
    return !this.#firstByTable.keys().some((table) => PRIMARY_TABLES.has(table));
  }

  has(table: StoreTable): boolean {
    return this.#firstByTable.has(table);
  }

  add(table: StoreTable, ledgerIndex: number, problem: string): void {
    this.#count++;
    const known = this.#firstByTable.get(table);
    if (known !== undefined && known.ledgerIndex <= ledgerIndex) return;
    this.#firstByTable.set(table, { table, ledgerIndex, problem });
  }

  /** What a read of a table threw. */
  addError(table: StoreTable, ledgerIndex: number, error: unknown): void {
    assert(error instanceof Error, 'only errors are thrown');
    if (error instanceof DamagedRowError) this.add(error.row.table as StoreTable, ledgerIndex, error.message);
    else this.add(table, ledgerIndex, `it cannot be read: ${error.message}`);
  }

  /** Reads a table. Any error counts as damage, since the bytes are not what was written. */
  reading<Result>(table: StoreTable, ledgerIndex: number, read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      this.addError(table, ledgerIndex, error);
      return undefined;
    }
  }
}
