/** What a check of a store finds, and what it says while it looks. */
import { assert } from '../util/assert.ts';

/** The tables in the order in which damage is blamed on them: what others derive from comes first. */
const TABLES = [
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

/** Tables that nothing else in the store could replace. */
const PRIMARY_TABLES: ReadonlySet<StoreTable> = new Set(['headers', 'transactions', 'entries']);

export interface StoreDamage {
  readonly table: StoreTable;
  /** The first ledger that it is known to affect. */
  readonly ledgerIndex: number;
  readonly problem: string;
}

/** How far a check is. */
export interface CheckStep {
  /** What it looks at, in a word or two. */
  readonly task: string;
  readonly ledgerIndex: number;
  /** 0 to 1, of the task. */
  readonly share: number;
}

export class DamageList {
  readonly #firstByTable = new Map<StoreTable, StoreDamage>();
  #count = 0;

  /** Number of damages, of which only the first of each table is kept. */
  get count(): number {
    return this.#count;
  }

  /** The first damage of each table: first by ledger, then with the tables first that others derive from. */
  get first(): StoreDamage[] {
    const byTable = TABLES.map((table) => this.#firstByTable.get(table)).filter((damage) => damage !== undefined);
    return byTable.sort((a, b) => a.ledgerIndex - b.ledgerIndex);
  }

  /** True if all that is damaged follows from what is not. */
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

  /** Does what reads a table. Whatever it throws is damage: bytes that are no longer what was written. */
  reading<Result>(table: StoreTable, ledgerIndex: number, read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      assert(error instanceof Error, 'only errors are thrown');
      this.add(table, ledgerIndex, `it cannot be read: ${error.message}`);
      return undefined;
    }
  }
}
