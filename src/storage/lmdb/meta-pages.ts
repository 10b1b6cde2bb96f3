/**
 * The two meta pages at the start of LMDB's data file. The newer one refers to all other data. A commit ends by
 * overwriting the older one.
 *
 * Byte offsets are those of `MDB_meta` and `MDB_db` in LMDB's data format 2 with words of 64 bits, lowest byte first.
 */
import { readSync } from 'node:fs';

export const DATA_FILE = 'data.mdb';

const MAGIC = 0xbeef_c0de;
const MAGIC_AT = 24;
const PAGE_BYTES_AT = 48;
const FREE_LIST_ROOT_AT = 88;
const LAST_PAGE_AT = 144;
const TRANSACTION_AT = 152;
const META_BYTES = 168;

export interface MetaPage {
  readonly pageBytes: number;
  /** The page at which the list of free pages begins; beyond all pages if there is none. */
  readonly freeListRoot: bigint;
  readonly lastPage: number;
  readonly transaction: number;
}

/** Both pages, undefined for a file that does not begin with them. */
export function readMetaPages(file: number): readonly [MetaPage, MetaPage] | undefined {
  const first = readMetaPage(file, 0);
  const second = first && readMetaPage(file, first.pageBytes);
  return first && second && [first, second];
}

function readMetaPage(file: number, at: number): MetaPage | undefined {
  const bytes = Buffer.alloc(META_BYTES);
  if (readSync(file, bytes, 0, META_BYTES, at) < META_BYTES || bytes.readUInt32LE(MAGIC_AT) !== MAGIC) return undefined;
  return {
    pageBytes: bytes.readUInt32LE(PAGE_BYTES_AT),
    freeListRoot: bytes.readBigUInt64LE(FREE_LIST_ROOT_AT),
    lastPage: Number(bytes.readBigUInt64LE(LAST_PAGE_AT)),
    transaction: Number(bytes.readBigUInt64LE(TRANSACTION_AT)),
  };
}
