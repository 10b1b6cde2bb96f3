/**
 * Checks the pages of a data file, and the checksum of each row, without LMDB. LMDB trusts its pages: a wrong number in one makes
 * it end the process, read outside the page, or overwrite a page that is in use. A file is one snapshot: the newer of two meta
 * pages leads to the tree of free pages and to that of the tables' names, which leads to the tree of each table. Every page after
 * the meta pages is in exactly one tree, belongs to a value that is longer than a page, or is free.
 *
 * Byte offsets are those of `MDB_page_header`, `MDB_node`, `MDB_ovpage`, `MDB_db` and `MDB_meta` in LMDB's data format 2 with words
 * of 64 bits, lowest byte first.
 */
import { fstatSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { DamagedRow } from '../damaged-row-error.ts';
import { FORMAT_KEY, writingLedger } from './layout.ts';
import { type MetaPage, type TreeRecord, treeRecordAt } from './meta-pages.ts';
import { CHECKSUM_BYTES } from './table.ts';

const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const META_PAGES = 2;
const PAGE_HEADER_BYTES = 24;
const TRANSACTION_AT = 8;
const FLAGS_AT = 18;
const LOWER_AT = 20;
const UPPER_AT = 22;
const OVERFLOW_PAGES_AT = 20;
const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
const NODE_HEADER_BYTES = 8;
const NODE_FLAGS_AT = 4;
const KEY_LENGTH_AT = 6;
/** Flags of a leaf's node: its value is on pages of its own; it is the record of a tree. */
const IS_LONG = 1;
const IS_TREE = 2;
/** `MDB_ovpage`. */
const LONG_VALUE_BYTES = 24;
const TREE_RECORD_BYTES = 48;
const WORD_BYTES = 8;
/** LMDB's longest path from a root to a leaf. */
const MOST_LEVELS = 32;
const FREE_LIST = 'free pages';
const TABLE_NAMES = 'names of tables';
/** A file that should be longer by more than this factor has a wrong number of pages: so many free pages cannot be missing. */
const MOST_MISSING = 100;
/** Faults after these are not listed. */
const MOST_FAULTS = 1000;

/** A page that is not what LMDB wrote, or a row without its checksum. */
export interface PageFault {
  readonly page: number;
  /** The table, or what else the page belongs to. */
  readonly table: string;
  readonly problem: string;
  /** Undefined if it is the page that is damaged. */
  readonly row?: DamagedRow;
}

export interface PageCheckOptions {
  /** False: the last level of each tree, which is most of the file, is not read. */
  readonly readsLeaves: boolean;
}

/**
 * Checks the snapshot of a meta page, which nothing may overwrite meanwhile. Yields the number of pages that were read so far, after
 * each page.
 */
export function* checkPages(file: number, meta: MetaPage, options: PageCheckOptions): Generator<number, PageFault[]> {
  const { size } = fstatSync(file);
  const neededBytes = (meta.lastPage + 1) * meta.pageBytes;
  // The number of pages is wrong, and memory for each would not be available.
  if (neededBytes > MOST_MISSING * size)
    return [{ page: meta.lastPage, table: FREE_LIST, problem: cutOff(size, neededBytes) }];
  const walk = new PageWalk(file, meta, options);
  yield* walk.run();
  return walk.faults;
}

/** The page is damaged, so what is below it is not read. */
class FaultyPageError extends Error {
  readonly page: number;

  constructor(page: number, problem: string) {
    super(problem);
    this.page = page;
  }
}

/** A tree, and what was counted of it. */
interface Tree {
  readonly name: string;
  readonly record: TreeRecord;
  readonly counted: { branchPages: number; leafPages: number; overflowPages: number; entries: number };
  /** Of the checksums of its rows; undefined if they have none. */
  readonly seed: number | undefined;
  readonly onRow: ((key: Buffer, value: Buffer, page: number) => void) | undefined;
}

interface Place {
  readonly page: number;
  readonly level: number;
  /** Keys are not below it. */
  readonly low: Buffer | undefined;
  /** Keys are below it. */
  readonly high: Buffer | undefined;
}

/** Where a node is in its page. */
interface NodeView {
  readonly at: number;
  readonly keyEnd: number;
}

class PageWalk {
  readonly #file: number;
  readonly #meta: MetaPage;
  readonly #options: PageCheckOptions;
  readonly #pagesThere: number;
  /** 1 for each page that has its place. */
  readonly #taken: Uint8Array;
  /** One for each level, since a page is read while the one above it is in use. */
  readonly #buffers: Buffer[] = [];
  /** Sizes of the nodes of a page, by their offset. */
  readonly #sizes: Uint16Array;
  #hasChecksums = false;
  #readCount = 0;
  readonly faults: PageFault[] = [];

  constructor(file: number, meta: MetaPage, options: PageCheckOptions) {
    this.#file = file;
    this.#meta = meta;
    this.#options = options;
    this.#pagesThere = Math.floor(fstatSync(file).size / meta.pageBytes);
    this.#taken = new Uint8Array(meta.lastPage + 1);
    this.#sizes = new Uint16Array(meta.pageBytes + 1);
  }

  *run(): Generator<number, void> {
    const tables: [name: string, record: TreeRecord][] = [];
    const addTable = (key: Buffer, value: Buffer) => {
      // LMDB's library writes a zero after the name.
      tables.push([key.toString('latin1').replace(/\0$/, ''), treeRecordAt(value, 0)]);
    };
    yield* this.#walk(this.#tree(TABLE_NAMES, this.#meta.tables, undefined, addTable));
    const isMeta = ([name]: (typeof tables)[number]) => name === 'meta';
    // It says whether rows have checksums.
    for (const [name, record] of tables.filter(isMeta)) yield* this.#walk(this.#metaTable(name, record));
    for (const [name, record] of tables) {
      if (name !== 'meta') yield* this.#walk(this.#tree(name, record, this.#hasChecksums ? crc32(name) : undefined));
    }
    const takeFree = (_key: Buffer, value: Buffer, page: number) => this.#takeFree(value, page);
    yield* this.#walk(this.#tree(FREE_LIST, this.#meta.freePages, undefined, takeFree));
    const missing = this.#taken.indexOf(0, Math.max(this.#pagesThere, META_PAGES));
    if (missing >= 0) this.#add({ page: missing, table: FREE_LIST, problem: this.#isBeyondEnd() });
    // What is below a damaged page, or in a leaf that was not read, has no place.
    if (this.faults.length > 0 || !this.#options.readsLeaves) return;
    const lost = this.#taken.indexOf(0, META_PAGES);
    if (lost >= 0) this.#add({ page: lost, table: FREE_LIST, problem: 'it is in no table and not free' });
  }

  #tree(name: string, record: TreeRecord, seed: number | undefined, onRow?: Tree['onRow']): Tree {
    return { name, record, seed, onRow, counted: { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 } };
  }

  /** Its rows are checked when all are read, since one of them says whether they have checksums. */
  #metaTable(name: string, record: TreeRecord): Tree {
    return this.#tree(name, record, crc32(name), (key, value) => {
      if (key.equals(FORMAT_KEY)) this.#hasChecksums = value.length > CHECKSUM_BYTES;
    });
  }

  *#walk(tree: Tree): Generator<number, void> {
    const { depth, root } = tree.record;
    if (depth === 0 && root === NO_PAGE) return this.#compareCounts(tree);
    if (depth === 0 || depth > MOST_LEVELS || root > BigInt(this.#meta.lastPage)) {
      this.#add({
        page: META_PAGES,
        table: tree.name,
        problem: `its root is page ${root}, and it has ${depth} levels`,
      });
      return;
    }
    const before = this.faults.length;
    yield* this.#visit(tree, { page: Number(root), level: 1, low: undefined, high: undefined });
    if (this.faults.length === before) this.#compareCounts(tree);
  }

  #compareCounts({ name, record, counted }: Tree): void {
    for (const what of ['branchPages', 'leafPages', 'overflowPages', 'entries'] as const) {
      const isCounted =
        this.#options.readsLeaves || name === FREE_LIST || what === 'branchPages' || what === 'leafPages';
      if (!isCounted || record[what] === counted[what]) continue;
      const problem = `its ${what} are ${counted[what]}, not ${record[what]} as its record says`;
      this.#add({ page: Number(record.root), table: name, problem });
      return;
    }
  }

  *#visit(tree: Tree, place: Place): Generator<number, void> {
    const { page, level } = place;
    const isLeaf = level === tree.record.depth;
    try {
      this.#take(page, 1, page);
      this.#requireThere(page, 1);
      if (isLeaf) tree.counted.leafPages += 1;
      else tree.counted.branchPages += 1;
      if (isLeaf && !this.#readsLeavesOf(tree)) return;
      const bytes = this.#readPage(page, level, isLeaf ? LEAF : BRANCH);
      yield ++this.#readCount;
      const nodes = this.#nodesOf(bytes, page, isLeaf);
      this.#checkOrder(tree, bytes, nodes, place);
      if (isLeaf) this.#visitRows(tree, bytes, nodes, page);
      else {
        if (nodes.length < 2 && tree.name !== FREE_LIST) throw new FaultyPageError(page, 'it leads to one page only');
        yield* this.#visitChildren(tree, bytes, nodes, place);
      }
    } catch (error) {
      if (!(error instanceof FaultyPageError)) throw error;
      this.#add({ page: error.page, table: tree.name, problem: error.message });
    }
  }

  /** The leaves of the small trees are always read. */
  #readsLeavesOf({ name }: Tree): boolean {
    return this.#options.readsLeaves || name === FREE_LIST || name === TABLE_NAMES || name === 'meta';
  }

  *#visitChildren(tree: Tree, bytes: Buffer, nodes: readonly NodeView[], place: Place): Generator<number, void> {
    const keys = nodes.map((node) => Buffer.from(keyOf(bytes, node)));
    const pages = nodes.map(({ at }) => bytes.readUIntLE(at, 6));
    for (const [index, page] of pages.entries()) {
      const low = index === 0 ? place.low : keys[index];
      const high = index + 1 < keys.length ? keys[index + 1] : place.high;
      yield* this.#visit(tree, { page, level: place.level + 1, low, high });
    }
  }

  #visitRows(tree: Tree, bytes: Buffer, nodes: readonly NodeView[], page: number): void {
    tree.counted.entries += nodes.length;
    const { seed, onRow } = tree;
    for (const { at, keyEnd } of nodes) {
      const length = bytes.readUInt32LE(at);
      const flags = bytes.readUInt16LE(at + NODE_FLAGS_AT);
      if (flags !== (tree.name === TABLE_NAMES ? IS_TREE : flags & IS_LONG))
        throw new FaultyPageError(page, 'it has a row of an unknown kind');
      if (tree.name === TABLE_NAMES && length !== TREE_RECORD_BYTES)
        throw new FaultyPageError(page, 'it has a record of another length');
      const keyStart = at + NODE_HEADER_BYTES;
      const long = flags === IS_LONG ? this.#longValue(tree, bytes, keyEnd, length) : undefined;
      const stored = long?.value ?? bytes.subarray(keyEnd, keyEnd + length);
      onRow?.(bytes.subarray(keyStart, keyEnd), stored, page);
      if (seed === undefined || (tree.name === 'meta' && !this.#hasChecksums)) continue;
      const found =
        long === undefined
          ? crc32(bytes.subarray(keyStart, Math.max(keyEnd, keyEnd + length - CHECKSUM_BYTES)), seed)
          : crc32(long.value.subarray(0, -CHECKSUM_BYTES), crc32(bytes.subarray(keyStart, keyEnd), seed));
      if (length >= CHECKSUM_BYTES && stored.readUInt32LE(length - CHECKSUM_BYTES) === found) continue;
      const key = bytes.subarray(keyStart, keyEnd);
      const row = {
        table: tree.name,
        key: key.toString('hex').toUpperCase(),
        ledgerIndex: writingLedger(tree.name, key),
      };
      this.#add({ page, table: tree.name, problem: `the row with the key ${row.key} does not have its checksum`, row });
    }
  }

  /** A value that is on pages of its own. */
  #longValue(tree: Tree, bytes: Buffer, at: number, length: number): { readonly value: Buffer } {
    const { pageBytes, transaction } = this.#meta;
    const first = Number(bytes.readBigUInt64LE(at));
    const count = Math.floor((PAGE_HEADER_BYTES - 1 + length) / pageBytes) + 1;
    this.#take(first, count, first);
    this.#requireThere(first, count);
    tree.counted.overflowPages += count;
    const pages = Buffer.allocUnsafe(PAGE_HEADER_BYTES + length);
    this.#read(pages, first);
    this.#requireHeader(pages, first, OVERFLOW);
    const isOfNode =
      Number(bytes.readBigUInt64LE(at + WORD_BYTES)) <= transaction &&
      Number(bytes.readBigUInt64LE(at + 2 * WORD_BYTES)) === count;
    if (!isOfNode || pages.readUInt32LE(OVERFLOW_PAGES_AT) !== count)
      throw new FaultyPageError(first, 'it does not have the length of its value');
    return { value: pages.subarray(PAGE_HEADER_BYTES) };
  }

  #takeFree(list: Buffer, page: number): void {
    const words = list.length / WORD_BYTES;
    const count = words >= 1 ? Number(list.readBigUInt64LE(0)) : -1;
    if (!Number.isInteger(words) || count < 0 || count >= words)
      throw new FaultyPageError(page, 'its list has another length');
    for (let at = WORD_BYTES; at < (count + 1) * WORD_BYTES; at += WORD_BYTES) {
      const entry = Number(list.readBigInt64LE(at));
      // A negative number is that many pages from the next number on; 0 is a gap.
      if (entry > 0) this.#take(entry, 1, page);
      if (entry >= 0) continue;
      at += WORD_BYTES;
      if (at >= (count + 1) * WORD_BYTES) throw new FaultyPageError(page, 'its list ends within an entry');
      this.#take(Number(list.readBigInt64LE(at)), -entry, page);
    }
  }

  /** Gives pages their only place. `from`: the page that names them. */
  #take(first: number, count: number, from: number): void {
    const end = first + count;
    if (!Number.isSafeInteger(first) || first < META_PAGES || end > this.#taken.length)
      throw new FaultyPageError(from, `there is no page ${first}`);
    for (let page = first; page < end; page++) {
      if (this.#taken[page] === 1) throw new FaultyPageError(from, `the page ${page} has two places`);
      this.#taken[page] = 1;
    }
  }

  #readPage(page: number, level: number, flags: number): Buffer {
    this.#buffers[level] ??= Buffer.allocUnsafeSlow(this.#meta.pageBytes);
    const bytes = this.#buffers[level];
    this.#read(bytes, page);
    this.#requireHeader(bytes, page, flags);
    return bytes;
  }

  #read(bytes: Buffer, page: number): void {
    if (readSync(this.#file, bytes, 0, bytes.length, page * this.#meta.pageBytes) < bytes.length)
      throw new FaultyPageError(page, this.#isBeyondEnd());
  }

  /** Free pages may be missing at the end. */
  #requireThere(first: number, count: number): void {
    if (first + count > this.#pagesThere) throw new FaultyPageError(first, this.#isBeyondEnd());
  }

  #isBeyondEnd(): string {
    const { lastPage, pageBytes } = this.#meta;
    return cutOff(fstatSync(this.#file).size, (lastPage + 1) * pageBytes);
  }

  #requireHeader(bytes: Buffer, page: number, flags: number): void {
    const isIntact =
      bytes.readUIntLE(0, 6) === page &&
      bytes.readUInt16LE(6) === 0 &&
      bytes.readBigUInt64LE(TRANSACTION_AT) <= BigInt(this.#meta.transaction) &&
      bytes.readUInt16LE(FLAGS_AT) === flags;
    if (!isIntact) throw new FaultyPageError(page, 'its header is that of another page');
  }

  /** The nodes in the order of their keys. Together they fill the end of the page. */
  #nodesOf(bytes: Buffer, page: number, isLeaf: boolean): NodeView[] {
    const { pageBytes } = this.#meta;
    const lower = PAGE_HEADER_BYTES + bytes.readUInt16LE(LOWER_AT);
    const upper = PAGE_HEADER_BYTES + bytes.readUInt16LE(UPPER_AT);
    if (lower % 2 !== 0 || lower <= PAGE_HEADER_BYTES || lower > upper || upper > pageBytes)
      throw new FaultyPageError(page, 'its table of entries has an impossible length');
    const nodes: NodeView[] = [];
    for (let entry = PAGE_HEADER_BYTES; entry < lower; entry += 2) {
      const at = PAGE_HEADER_BYTES + bytes.readUInt16LE(entry);
      if (at < upper || at + NODE_HEADER_BYTES > pageBytes || at % 2 !== 0 || this.#sizes[at] !== 0) {
        this.#sizes.fill(0);
        throw new FaultyPageError(page, 'its table of entries is wrong');
      }
      const keyEnd = at + NODE_HEADER_BYTES + bytes.readUInt16LE(at + KEY_LENGTH_AT);
      this.#sizes[at] = nodeEnd(bytes, at, keyEnd, isLeaf) - at;
      nodes.push({ at, keyEnd });
    }
    let at = upper;
    let count = 0;
    while (at < pageBytes && this.#sizes[at] !== 0) {
      const size = this.#sizes[at]!;
      this.#sizes[at] = 0;
      at += size;
      count += 1;
    }
    if (at === pageBytes && count === nodes.length) return nodes;
    this.#sizes.fill(0);
    throw new FaultyPageError(page, 'its entries do not fill it');
  }

  #checkOrder(tree: Tree, bytes: Buffer, nodes: readonly NodeView[], { page, level, low, high }: Place): void {
    // The first key of a page that leads to others is not used.
    const first = level === tree.record.depth ? 0 : 1;
    const isNumeric = tree.name === FREE_LIST;
    const compare = (a: Uint8Array, b: Uint8Array) => (isNumeric ? compareNumbers(a, b) : Buffer.compare(a, b));
    let last: Buffer | undefined;
    for (let index = first; index < nodes.length; index++) {
      const key = keyOf(bytes, nodes[index]!);
      if (key.length === 0 || (isNumeric && key.length !== WORD_BYTES))
        throw new FaultyPageError(page, 'it has a key of an impossible length');
      if (last === undefined ? low !== undefined && compare(key, low) < 0 : compare(last, key) >= 0)
        throw new FaultyPageError(page, 'its keys are not in order');
      last = key;
    }
    if (last !== undefined && high !== undefined && compare(last, high) >= 0)
      throw new FaultyPageError(page, 'its keys are not below those of the next page');
  }

  #add(fault: PageFault): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(fault);
  }
}

function cutOff(size: number, neededBytes: number): string {
  return `the file has ${size} of ${neededBytes} bytes`;
}

/** Where a node ends; beyond the page if its lengths are impossible. */
function nodeEnd(bytes: Buffer, at: number, keyEnd: number, isLeaf: boolean): number {
  const isLong = isLeaf && (bytes.readUInt16LE(at + NODE_FLAGS_AT) & IS_LONG) !== 0;
  const length = isLong ? LONG_VALUE_BYTES : bytes.readUInt32LE(at);
  const end = isLeaf ? keyEnd + length : keyEnd;
  // Nodes begin at even offsets.
  return Math.min(end + (end % 2), bytes.length + 1);
}

function keyOf(bytes: Buffer, { at, keyEnd }: NodeView): Buffer {
  return bytes.subarray(at + NODE_HEADER_BYTES, keyEnd);
}

function compareNumbers(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(Buffer.from(a).reverse(), Buffer.from(b).reverse());
}
