/**
 * Checks a data file before LMDB maps it into memory: a damaged page, or one beyond the end of the file, would end the process. An
 * intact file may be shorter than its last page number says, but only by free pages that the last transaction allocated, freed and
 * never wrote.
 */
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DamagedRow } from '../damaged-row-error.ts';
import { StoreError } from '../ledger-store.ts';
import { areSuccessive, DATA_FILE, type MetaPage, readMetaPages } from './meta-pages.ts';
import { checkPages, type PageFault } from './page-check.ts';

/** A larger file is not read completely before a start, which takes some 2.5 s for a gigabyte in the page cache. */
const CHECKED_AT_START_BYTES = 100_000_000;

/**
 * Whether there is a data file, and whether it has content. A server may be writing it.
 * @throws StoreError if it is not LMDB's: opening it could crash LMDB
 */
export function dataFileState(directory: string): 'none' | 'empty' | 'filled' {
  if (!existsSync(join(directory, DATA_FILE))) return 'none';
  return reading(directory, (_file, pages) =>
    pages === undefined || newerOf(pages).transaction === 0 ? 'empty' : 'filled',
  );
}

/**
 * Checks all pages of a file up to 100 MB, with the checksums of its rows; of a larger one all but the last level of each table. The
 * file must exist, and nothing may overwrite a page of its newest transaction meanwhile. Returns the rows that do not have their checksum.
 * @throws StoreError if a page is damaged or missing, so LMDB must not open the file
 */
export function checkDataFile(directory: string): readonly DamagedRow[] {
  return reading(directory, (file, pages) => {
    if (pages === undefined) return [];
    if (!areSuccessive(pages))
      throw damagedPage(directory, `the first two pages of ${DATA_FILE} do not belong together`);
    const readsLeaves = fstatSync(file).size <= CHECKED_AT_START_BYTES;
    const steps = checkPages(file, newerOf(pages), { readsLeaves });
    let step = steps.next();
    while (!step.done) step = steps.next();
    return damagedRows(directory, step.value);
  });
}

/**
 * Checks all pages and rows of a file. Nothing may overwrite a page of its newest transaction meanwhile: a reader of that transaction
 * must be open, or no server may write. Yields the share that is done. Returns the rows that do not have their checksum.
 * @throws StoreError if a page is damaged or missing
 */
export function* checkWholeDataFile(directory: string): Generator<number, readonly DamagedRow[]> {
  const file = openSync(join(directory, DATA_FILE), 'r');
  try {
    const pages = metaPagesOf(file, directory);
    if (pages === undefined) return [];
    const newest = newerOf(pages);
    const steps = checkPages(file, newest, { readsLeaves: true });
    let step = steps.next();
    while (!step.done) {
      yield step.value / newest.lastPage;
      step = steps.next();
    }
    return damagedRows(directory, step.value);
  } finally {
    closeSync(file);
  }
}

function damagedRows(directory: string, faults: readonly PageFault[]): readonly DamagedRow[] {
  const ofPage = faults.find(({ row }) => row === undefined);
  if (ofPage === undefined) return faults.map(({ row }) => row!);
  const { page, table, problem } = ofPage;
  throw damagedPage(directory, `page ${page} of ${DATA_FILE} (${table}): ${problem}`);
}

function damagedPage(directory: string, what: string): StoreError {
  return new StoreError(`the data directory ${directory} is damaged: ${what}; restore a backup`);
}

/** Reads the file with its two meta pages; an empty file has none. */
function reading<Result>(
  directory: string,
  read: (file: number, pages: readonly [MetaPage, MetaPage] | undefined) => Result,
): Result {
  const file = openSync(join(directory, DATA_FILE), 'r');
  try {
    return read(file, metaPagesOf(file, directory));
  } finally {
    closeSync(file);
  }
}

function metaPagesOf(file: number, directory: string): readonly [MetaPage, MetaPage] | undefined {
  if (fstatSync(file).size === 0) return undefined;
  let pages = readMetaPages(file);
  // A server may write them in between.
  for (let before: typeof pages; !isDeepStrictEqual(before, pages); pages = readMetaPages(file)) before = pages;
  if (pages !== undefined) return pages;
  throw new StoreError(`the data directory ${directory} is damaged: ${join(directory, DATA_FILE)} is no data file`);
}

function newerOf([a, b]: readonly [MetaPage, MetaPage]): MetaPage {
  return a.transaction > b.transaction ? a : b;
}
