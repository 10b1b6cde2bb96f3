/**
 * A table of the store. LMDB has no checksums, so each value ends with one, over the table's name, the key and the rest of the
 * value. All rows are read and written here: none gets out without this check.
 *
 * "There is no such row" is an answer that damage can change, too. LMDB finds a row by comparing keys, page by page. If one key
 * on the way is damaged, the search ends beside it, or between rows that do not enclose the key it looks for. So a search that
 * finds no row is confirmed by the rows on both sides of the gap: they must be intact and in order.
 *
 * Reads never leave an LMDB cursor or read transaction open behind them.
 */
import { crc32 } from 'node:zlib';
import type { Database, Transaction } from 'lmdb';
import { nativeCall } from '../../util/native-calls.ts';
import { DamagedRowError } from '../damaged-row-error.ts';

/** LMDB's library returns a value in memory that its next read overwrites. Its types lack the transaction parameter. */
type LibraryTable = Database<Uint8Array, Uint8Array> & {
  getBinaryFast(key: Uint8Array, options: { readonly transaction: Transaction | undefined }): Buffer | undefined;
};

/** A table in its current state, or as a transaction sees it. */
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

export interface TableOptions {
  /** False for a store of a format before checksums. */
  readonly hasChecksums: boolean;
  /** The ledger that wrote the row with this key; undefined if the key does not say it. */
  readonly ledgerOf: (key: Buffer) => number | undefined;
  /** Called with each damaged row that is met, in addition to the error. */
  readonly onDamage: (error: DamagedRowError) => void;
}

export const CHECKSUM_BYTES = 4;
/**
 * LMDB's MDB_PAGE_NOTFOUND, MDB_CORRUPTED and MDB_PROBLEM, and MDB_BAD_TXN, with which all later reads of the same transaction
 * fail.
 */
const PAGE_FAULTS: ReadonlySet<unknown> = new Set([-30_797, -30_796, -30_779, -30_782]);
/** Batches grow from the first size to the last, since most readers stop early. */
const FIRST_BATCH_ROWS = 4;
const LAST_BATCH_ROWS = 64;

export class Table {
  readonly name: string;
  readonly #rows: LibraryTable;
  readonly #options: TableOptions;
  readonly #seed: number;
  readonly #upward: LibraryRange;
  readonly #downward: LibraryRange;

  constructor(name: string, rows: Database<Uint8Array, Uint8Array>, options: TableOptions) {
    this.name = name;
    this.#rows = rows as LibraryTable;
    this.#options = options;
    this.#seed = crc32(name);
    this.#upward = new LibraryRange(rows, false);
    this.#downward = new LibraryRange(rows, true);
  }

  /** Number of rows. With a transaction it passes over all of them. */
  count(transaction?: Transaction): number {
    if (transaction === undefined) return (this.#rows.getStats() as { entryCount: number }).entryCount;
    return this.#rows.getKeysCount({ transaction });
  }

  /** Sizes of the table's tree, for measurements. */
  get stats(): object {
    return this.#rows.getStats();
  }

  put(key: Uint8Array, value: Uint8Array): void {
    this.#rows.putSync(key, this.#options.hasChecksums ? this.#withChecksum(key, value) : value);
  }

  remove(key: Uint8Array): void {
    this.#rows.removeSync(key);
  }

  clear(): void {
    this.#rows.clearSync();
  }

  /** A copy of the value in pooled memory, which is several times cheaper than memory of its own. */
  get(key: Uint8Array, transaction?: Transaction): Buffer | undefined {
    return this.#reading(key, () => {
      const stored = this.#rows.getBinaryFast(key, { transaction });
      if (stored === undefined) {
        this.#confirmGap(key, this.#nearest(this.#upward, key, transaction), this.#downward, transaction);
        return undefined;
      }
      const checked = this.#checked(key, stored.subarray(0, stored.length));
      const value = Buffer.allocUnsafe(checked.length);
      value.set(checked);
      return value;
    });
  }

  /** The first row within the bounds. */
  first(bounds: Bounds, transaction?: Transaction): Row | undefined {
    return this.batch(bounds, 1, false, transaction)[0];
  }

  /** Up to `limit` rows within the bounds; `isAfterKnown`: those after `start`, which is a row that was read before. */
  batch(bounds: Bounds, limit: number, isAfterKnown: boolean, transaction?: Transaction): Row[] {
    return this.#reading(bounds.start, () => this.#read({ ...bounds, limit, isAfterKnown }, transaction));
  }

  /** A read of the library. It finds a page by its number in another page, which may be wrong. */
  #reading<Result>(key: Uint8Array, read: () => Result): Result {
    try {
      return nativeCall(read);
    } catch (error) {
      if (PAGE_FAULTS.has((error as { code?: unknown }).code)) throw this.#damaged(key);
      throw error;
    }
  }

  #read(
    { start, end, reverse = false, exclusiveStart = false, limit, isAfterKnown }: BatchBounds,
    transaction: Transaction | undefined,
  ): Row[] {
    const [along, back] = reverse ? [this.#downward, this.#upward] : [this.#upward, this.#downward];
    const found: Row[] = [];
    let first: Row | undefined;
    let last: Uint8Array | undefined;
    for (const { key, value } of along.from(start, transaction)) {
      const row = { key, value: this.#checked(key, value) };
      first ??= row;
      if (last !== undefined) this.#requireOrder(last, key, reverse);
      last = key;
      if (isBeyond(key, end, reverse)) break;
      if (row === first && (exclusiveStart || isAfterKnown) && Buffer.compare(key, start) === 0) continue;
      if (found.push(row) === limit) break;
    }
    // The first read has ended here: a cursor beside an open one costs as much as both reads.
    const isStartThere = first !== undefined && Buffer.compare(first.key, start) === 0;
    if (!isStartThere && isAfterKnown) throw this.#damaged(start);
    if (!isStartThere) this.#confirmGap(start, first, back, transaction);
    return found;
  }

  /** Confirms that there is no row with this key: `found` is the nearest on one side, and `back` leads to the other side. */
  #confirmGap(key: Uint8Array, found: Row | undefined, back: LibraryRange, transaction: Transaction | undefined): void {
    if (!this.#options.hasChecksums) return;
    const isUpper = back === this.#downward;
    if (found !== undefined) this.#requireOrder(key, found.key, !isUpper);
    const other = this.#nearest(back, key, transaction);
    if (other !== undefined) this.#requireOrder(key, other.key, isUpper);
  }

  #nearest(range: LibraryRange, key: Uint8Array, transaction: Transaction | undefined): Row | undefined {
    for (const row of range.from(key, transaction)) return { key: row.key, value: this.#checked(row.key, row.value) };
    return undefined;
  }

  /** @throws DamagedRowError if the second key is not after the first in this direction */
  #requireOrder(first: Uint8Array, second: Uint8Array, reverse: boolean): void {
    const order = Buffer.compare(first, second);
    if (this.#options.hasChecksums && (reverse ? order <= 0 : order >= 0)) throw this.#damaged(second);
  }

  #withChecksum(key: Uint8Array, value: Uint8Array): Buffer {
    const stored = Buffer.allocUnsafe(value.length + CHECKSUM_BYTES);
    stored.set(value);
    stored.writeUInt32LE(this.#checksum(key, value), value.length);
    return stored;
  }

  /** The value without its checksum; shares the memory. */
  #checked(key: Uint8Array, stored: Uint8Array): Uint8Array {
    if (!this.#options.hasChecksums) return stored;
    const bytes = asBuffer(stored);
    const length = bytes.length - CHECKSUM_BYTES;
    if (length < 0) throw this.#damaged(key);
    const value = bytes.subarray(0, length);
    if (this.#checksum(key, value) !== bytes.readUInt32LE(length)) throw this.#damaged(key);
    return value;
  }

  #checksum(key: Uint8Array, value: Uint8Array): number {
    return crc32(value, crc32(key, this.#seed));
  }

  #damaged(bytes: Uint8Array): DamagedRowError {
    const key = asBuffer(bytes);
    const ledgerIndex = this.#options.ledgerOf(key);
    const error = new DamagedRowError({ table: this.name, key: key.toString('hex').toUpperCase(), ledgerIndex });
    this.#options.onDamage(error);
    return error;
  }
}

interface BatchBounds extends Bounds {
  readonly limit: number;
  readonly isAfterKnown: boolean;
}

function isBeyond(key: Uint8Array, end: Uint8Array, reverse: boolean): boolean {
  const order = Buffer.compare(key, end);
  return reverse ? order < 0 : order > 0;
}

/**
 * The rows from a key on, in one direction, as LMDB's library has them. One range serves all reads of a table, since making one
 * takes half the time of a read; so a read must end before the next one begins.
 */
class LibraryRange {
  readonly #range: Iterable<Row>;
  /** The library reads them when a read begins. */
  readonly #options: { start: Uint8Array | undefined; transaction: Transaction | undefined };

  constructor(rows: Database<Uint8Array, Uint8Array>, reverse: boolean) {
    const options = { start: undefined, end: undefined, transaction: undefined, reverse };
    this.#options = options;
    this.#range = rows.getRange(options as object);
  }

  from(start: Uint8Array, transaction: Transaction | undefined): Iterable<Row> {
    this.#options.start = start;
    this.#options.transaction = transaction;
    return this.#range;
  }
}

export function valueAt({ table, transaction }: TableView, key: Uint8Array): Buffer | undefined {
  return table.get(key, transaction);
}

export function rowCount({ table, transaction }: TableView): number {
  return table.count(transaction);
}

export function firstRow({ table, transaction }: TableView, bounds: Bounds): Row | undefined {
  return table.first(bounds, transaction);
}

/** All rows within the bounds, read in batches; `view` is called for each, so a closed store throws. */
export function* rows(view: () => TableView, bounds: Bounds): Generator<Row> {
  let next: Bounds | undefined = bounds;
  let limit = FIRST_BATCH_ROWS;
  while (next !== undefined) {
    const { table, transaction }: TableView = view();
    const batch = table.batch(next, limit, next !== bounds, transaction);
    yield* batch;
    const last = batch[limit - 1];
    next = last && { ...bounds, start: last.key };
    limit = Math.min(limit * 2, LAST_BATCH_ROWS);
  }
}

export const LOWEST_KEY = Buffer.from([0]);
/** Above all keys of all tables. */
export const HIGHEST_KEY = Buffer.alloc(256, 0xff);

/** All rows of a table in its current state. */
export function allRows(table: Table): Generator<Row> {
  return rows(() => ({ table }), { start: LOWEST_KEY, end: HIGHEST_KEY });
}

export function asBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
