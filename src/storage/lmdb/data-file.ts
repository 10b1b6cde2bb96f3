/**
 * Checks a data file before LMDB maps it into memory: reading beyond the end of a truncated file would crash the
 * process. An intact file may be shorter than its last page number says, but only by free pages that the last
 * transaction allocated, freed and never wrote. So missing pages are looked up in LMDB's list of free pages, a small
 * separate tree. Byte offsets are those of `MDB_page_header` and `MDB_node` with words of 64 bits.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../ledger-store.ts';
import { DATA_FILE, type MetaPage, readMetaPages } from './meta-pages.ts';

const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const PAGE_HEADER_BYTES = 24;
const PAGE_FLAGS_AT = 18;
/** End of a page's list of node offsets. */
const PAGE_LOWER_AT = 20;
const BRANCH = 1;
const NODE_HEADER_BYTES = 8;
/** Flag of a node whose data is on overflow pages. */
const IS_ELSEWHERE = 1;
const WORD_BYTES = 8;

/**
 * Whether there is a data file, and whether it has content. A server may be writing it.
 * @throws StoreError if it is not LMDB's: opening it could crash LMDB
 */
export function dataFileState(directory: string): 'none' | 'empty' | 'filled' {
  if (!existsSync(join(directory, DATA_FILE))) return 'none';
  return reading(directory, (_file, newest) => (newest === undefined || newest.transaction === 0 ? 'empty' : 'filled'));
}

/**
 * The file must exist, and no server may write it.
 * @throws StoreError if used pages are missing
 */
export function checkDataFile(directory: string): void {
  reading(directory, (file, newest) => {
    if (newest === undefined || isWhole(file, newest)) return;
    const neededBytes = (newest.lastPage + 1) * newest.pageBytes;
    const { size } = fstatSync(file);
    throw new StoreError(
      `the data directory ${directory} is damaged: ${DATA_FILE} has ${size} of ${neededBytes} bytes; restore a backup`,
    );
  });
}

/** Reads the file with the newer of its two meta pages; an empty file has none. */
function reading<Result>(directory: string, read: (file: number, newest: MetaPage | undefined) => Result): Result {
  const path = join(directory, DATA_FILE);
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).size === 0) return read(file, undefined);
    const metaPages = readMetaPages(file);
    if (metaPages === undefined)
      throw new StoreError(`the data directory ${directory} is damaged: ${path} is no data file`);
    const [a, b] = metaPages;
    return read(file, a.transaction > b.transaction ? a : b);
  } finally {
    closeSync(file);
  }
}

function isWhole(file: number, { pageBytes, lastPage, freeListRoot }: MetaPage): boolean {
  const pagesThere = Math.floor(fstatSync(file).size / pageBytes);
  const missing = new Set<number>();
  for (let page = pagesThere; page <= lastPage && missing.size <= pagesThere; page++) missing.add(page);
  if (missing.size === 0) return true;
  if (freeListRoot === NO_PAGE) return false;
  const reader = new FreeListReader(file, pageBytes, pagesThere);
  try {
    for (const page of reader.pages(Number(freeListRoot))) missing.delete(page);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
  return missing.size === 0;
}

/** Reads beyond the end of the file throw a `RangeError`. */
class FreeListReader {
  readonly #file: number;
  readonly #pageBytes: number;
  /** Upper bound against cycles: a tree has no more pages than the file. */
  #readsLeft: number;

  constructor(file: number, pageBytes: number, pagesThere: number) {
    this.#file = file;
    this.#pageBytes = pageBytes;
    this.#readsLeft = pagesThere;
  }

  /** Numbers of free pages, from the page of the tree with this number downward. */
  *pages(treePage: number): Generator<number> {
    const page = this.#read(treePage, this.#pageBytes);
    const isBranch = (page.readUInt16LE(PAGE_FLAGS_AT) & BRANCH) !== 0;
    const end = PAGE_HEADER_BYTES + page.readUInt16LE(PAGE_LOWER_AT);
    for (let at = PAGE_HEADER_BYTES; at < end; at += 2) {
      const node = page.subarray(PAGE_HEADER_BYTES + page.readUInt16LE(at));
      if (isBranch) yield* this.pages(node.readUIntLE(0, 6));
      else yield* pagesIn(this.#nodeData(node));
    }
  }

  #nodeData(node: Buffer): Buffer {
    const length = node.readUInt32LE(0);
    const start = NODE_HEADER_BYTES + node.readUInt16LE(6);
    const isElsewhere = (node.readUInt16LE(4) & IS_ELSEWHERE) !== 0;
    if (!isElsewhere) return node.subarray(start, start + length);
    const page = Number(node.readBigUInt64LE(start));
    return this.#read(page, PAGE_HEADER_BYTES + length).subarray(PAGE_HEADER_BYTES);
  }

  #read(page: number, length: number): Buffer {
    if (this.#readsLeft-- === 0) throw new RangeError('the list of free pages runs in circles');
    const available = fstatSync(this.#file).size - page * this.#pageBytes;
    if (length > available) throw new RangeError('the list of free pages is cut off');
    const bytes = Buffer.alloc(length);
    readSync(this.#file, bytes, 0, length, page * this.#pageBytes);
    return bytes;
  }
}

/** A list is its length, then pages; a negative number is that many pages from the next number on. */
function* pagesIn(list: Buffer): Generator<number> {
  const end = (1 + Number(list.readBigUInt64LE(0))) * WORD_BYTES;
  for (let at = WORD_BYTES; at < end; at += WORD_BYTES) {
    const entry = Number(list.readBigInt64LE(at));
    if (entry > 0) yield entry;
    if (entry >= 0) continue;
    at += WORD_BYTES;
    const first = Number(list.readBigInt64LE(at));
    for (let page = first; page < first - entry; page++) yield page;
  }
}
