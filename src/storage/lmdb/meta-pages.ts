/**
 * The two meta pages at the start of LMDB's data file. The newer one refers to all other data. A commit ends by
 * overwriting the older one.
 *
 * Byte offsets are those of `MDB_meta` and `MDB_db` in LMDB's data format 2 with words of 64 bits, lowest byte first.
 */
import { readSync } from 'node:fs';

export const DATA_FILE = 'data.mdb';

const MAGIC = 0xbeef_c0de;
const FORMAT = 2;
const FLAGS_AT = 18;
/** Flag of a meta page. */
const META = 8;
const MAGIC_AT = 24;
const FORMAT_AT = 28;
const FREE_PAGES_AT = 48;
const TABLES_AT = 96;
const LAST_PAGE_AT = 144;
const TRANSACTION_AT = 152;
const META_BYTES = 168;
const LEAST_PAGE_BYTES = 256;
const MOST_PAGE_BYTES = 65_536;

/** A tree of pages. */
export interface TreeRecord {
  /** Levels of pages; 0 if it is empty. */
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  /** Pages of values that are longer than a page. */
  readonly overflowPages: number;
  readonly entries: number;
  /** Beyond all pages if it is empty. */
  readonly root: bigint;
}

export interface MetaPage {
  readonly pageBytes: number;
  readonly freePages: TreeRecord;
  /** The names of the tables, with their trees. */
  readonly tables: TreeRecord;
  readonly lastPage: number;
  readonly transaction: number;
}

/** Both pages, undefined for a file that does not begin with them. */
export function readMetaPages(file: number): readonly [MetaPage, MetaPage] | undefined {
  const first = readMetaPage(file, 0, 0);
  const second = first && readMetaPage(file, 1, first.pageBytes);
  return second?.pageBytes === first?.pageBytes ? first && second && [first, second] : undefined;
}

/** Transactions write the pages in turn; a copied file has one transaction. */
export function areSuccessive([{ transaction: even }, { transaction: odd }]: readonly [MetaPage, MetaPage]): boolean {
  if (even === odd) return even <= 1;
  if (even % 2 !== 0 || (odd % 2 === 0 && odd !== 0)) return false;
  return Math.abs(even - odd) === 1 || Math.min(even, odd) === 0;
}

function readMetaPage(file: number, number: number, at: number): MetaPage | undefined {
  const bytes = Buffer.alloc(META_BYTES);
  if (readSync(file, bytes, 0, META_BYTES, at) < META_BYTES) return undefined;
  const pageBytes = bytes.readUInt32LE(FREE_PAGES_AT);
  const isMeta =
    bytes.readBigUInt64LE(0) === BigInt(number) &&
    bytes.readUInt16LE(FLAGS_AT) === META &&
    bytes.readUInt32LE(MAGIC_AT) === MAGIC &&
    bytes.readUInt32LE(FORMAT_AT) === FORMAT &&
    pageBytes >= LEAST_PAGE_BYTES &&
    pageBytes <= MOST_PAGE_BYTES &&
    (pageBytes & (pageBytes - 1)) === 0;
  if (!isMeta) return undefined;
  const lastPage = Number(bytes.readBigUInt64LE(LAST_PAGE_AT));
  if (lastPage < 1) return undefined;
  return {
    pageBytes,
    freePages: treeRecordAt(bytes, FREE_PAGES_AT),
    tables: treeRecordAt(bytes, TABLES_AT),
    lastPage,
    transaction: Number(bytes.readBigUInt64LE(TRANSACTION_AT)),
  };
}

/** Reads an `MDB_db`. */
export function treeRecordAt(bytes: Buffer, at: number): TreeRecord {
  return {
    depth: bytes.readUInt16LE(at + 6),
    branchPages: Number(bytes.readBigUInt64LE(at + 8)),
    leafPages: Number(bytes.readBigUInt64LE(at + 16)),
    overflowPages: Number(bytes.readBigUInt64LE(at + 24)),
    entries: Number(bytes.readBigUInt64LE(at + 32)),
    root: bytes.readBigUInt64LE(at + 40),
  };
}
