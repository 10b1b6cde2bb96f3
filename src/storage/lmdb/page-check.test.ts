import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { SeededRandom } from '../../../test/support/seeded-random.ts';
import { StoreError } from '../ledger-store.ts';
import { checkDataFile } from './data-file.ts';
import { FORMAT_KEY, openRoot, openTables } from './layout.ts';
import { DATA_FILE } from './meta-pages.ts';
import { allRows } from './table.ts';

const PAGE_BYTES = 4096;
const HEADER_BYTES = 24;
const FLAGS_AT = 18;
const LOWER_AT = 20;
const UPPER_AT = 22;
const [BRANCH, LEAF, OVERFLOW] = [1, 2, 4];
/** Where a meta page has its number of pages and its transaction. */
const [LAST_PAGE_AT, TRANSACTION_AT] = [144, 152];
/** Where a meta page has the records of its two trees: of free pages, and of the tables' names. */
const [FREE_PAGES_AT, TABLES_AT] = [48, 96];

const scratch = mkdtempSync(join(tmpdir(), 'weir-pages-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

function key(number: number): Buffer {
  const bytes = Buffer.alloc(20, 0x77);
  bytes.writeUInt32BE(number * 5);
  return bytes;
}

/** A data file with three levels, long values, and free pages. */
function createDataFile(): Buffer {
  const directory = join(scratch, 'base');
  const root = openRoot(directory);
  const tables = openTables(root, { mayCreate: true });
  tables.meta.put(FORMAT_KEY, Buffer.from('6'));
  for (let from = 0; from < 2400; from += 600) {
    root.transactionSync(() => {
      for (let number = from; number < from + 600; number++) {
        tables.entries.put(key(number), Buffer.alloc(300 + (number % 50), number));
        if (number % 100 === 0) tables.transactions.put(key(number), Buffer.alloc(9000, number));
      }
      for (let number = from; number < from + 100; number++) tables.entries.remove(key(number));
    });
  }
  root.close();
  return readFileSync(join(directory, DATA_FILE));
}

const base = createDataFile();
const work = join(scratch, 'work');
mkdirSync(work);

const newestMeta = base.readUInt32LE(TRANSACTION_AT) > base.readUInt32LE(PAGE_BYTES + TRANSACTION_AT) ? 0 : PAGE_BYTES;
const rootOf = (record: number) => Number(base.readBigUInt64LE(newestMeta + record + 40)) * PAGE_BYTES;

/** Offsets of the pages in use with these flags; free ones have other numbers of transactions, or content, that is not checked. */
function pagesWith(flags: number): number[] {
  const all = Array.from({ length: base.length / PAGE_BYTES }, (_, page) => page * PAGE_BYTES).slice(2);
  return all.filter((at) => base.readUInt16LE(at + FLAGS_AT) === flags && isChecked(at));
}

/** Whether a change of the page's number is found. */
function isChecked(at: number): boolean {
  return outcomeOf((file) => file.writeUInt8(file.readUInt8(at) ^ 0x40, at)) !== undefined;
}

/** What the check says of a damaged copy: its refusal, or its first damaged row; undefined if it finds nothing. */
function outcomeOf(damage: (file: Buffer) => void): string | undefined {
  const file = Buffer.from(base);
  damage(file);
  writeFileSync(join(work, DATA_FILE), file);
  try {
    const [row] = checkDataFile(work);
    return row && `row ${row.key}`;
  } catch (error) {
    assert.ok(error instanceof StoreError, String(error));
    return error.message.slice(error.message.indexOf(' is damaged: '));
  }
}

const nodeAt = (page: number, index: number) =>
  page + HEADER_BYTES + base.readUInt16LE(page + HEADER_BYTES + 2 * index);

describe('a data file', () => {
  test('is taken whole', () =>
    assert.equal(
      outcomeOf(() => {}),
      undefined,
    ));

  const [leaf, branch, long] = [pagesWith(LEAF), pagesWith(BRANCH), pagesWith(OVERFLOW)].map((pages) =>
    pages.find((at) => base.readUInt16LE(at + FLAGS_AT) === OVERFLOW || base.readUInt16LE(at + LOWER_AT) > 8),
  ) as [number, number, number];
  const node = nodeAt(leaf, 2);
  const damages: readonly [string, RegExp, (file: Buffer) => void][] = [
    ['the number of a page', /its header/, (file) => file.writeUInt32LE(5, leaf)],
    ['the transaction of a page', /its header/, (file) => file.writeUInt32LE(0xffff, leaf + 8)],
    ['the kind of a page', /its header/, (file) => file.writeUInt16LE(BRANCH, leaf + FLAGS_AT)],
    [
      'the end of the table of entries',
      /table of entries|do not fill/,
      (file) => file.writeUInt16LE(4, leaf + LOWER_AT),
    ],
    ['the start of the entries', /table of entries|do not fill/, (file) => file.writeUInt16LE(4040, leaf + UPPER_AT)],
    ['an entry of the table', /table of entries|do not fill/, (file) => file.writeUInt16LE(4000, leaf + HEADER_BYTES)],
    [
      'two entries in each other’s place',
      /not in order/,
      (file) => {
        file.writeUInt16LE(base.readUInt16LE(leaf + HEADER_BYTES + 2), leaf + HEADER_BYTES);
        file.writeUInt16LE(base.readUInt16LE(leaf + HEADER_BYTES), leaf + HEADER_BYTES + 2);
      },
    ],
    ['the length of a key', /do not fill|table of entries/, (file) => file.writeUInt16LE(0x7fff, node + 6)],
    ['the length of a value', /do not fill|table of entries/, (file) => file.writeUInt32LE(0x7fff_ffff, node)],
    ['the flags of a row', /unknown kind|do not fill/, (file) => file.writeUInt16LE(4, node + 4)],
    ['a key', /not in order|row /, (file) => file.writeUInt8(0xff, node + 8)],
    ['a value', /row /, (file) => file.writeUInt8(file.readUInt8(node + 60) ^ 1, node + 60)],
    ['a long value', /row /, (file) => file.writeUInt8(file.readUInt8(long + 5000) ^ 1, long + 5000)],
    ['the number of pages of a long value', /length of its value/, (file) => file.writeUInt32LE(9, long + 20)],
    [
      'the page of a branch',
      /two places|no page|header|not below|not in order/,
      (file) => file.writeUInt32LE(3, nodeAt(branch, 1)),
    ],
    ['a key of a branch', /not in order|not below/, (file) => file.writeUInt8(0xff, nodeAt(branch, 3) + 8)],
    [
      'the root of the tables',
      /no page|header|root/,
      (file) => file.writeUInt32LE(0xffff, newestMeta + TABLES_AT + 40),
    ],
    ['the levels of the tables', /levels|header/, (file) => file.writeUInt16LE(9, newestMeta + TABLES_AT + 6)],
    ['a count of rows', /entries are/, (file) => file.writeUInt32LE(77, newestMeta + TABLES_AT + 32)],
    [
      'the number of pages',
      /of \d+ bytes|no page/,
      (file) => file.writeUInt32LE(0x7fff_ffff, newestMeta + LAST_PAGE_AT),
    ],
    ['a smaller number of pages', /no page|root/, (file) => file.writeUInt32LE(9, newestMeta + LAST_PAGE_AT)],
    ['the transaction of a meta page', /first two pages/, (file) => file.writeUInt32LE(0x1000, TRANSACTION_AT)],
    ['the format of a meta page', /no data file/, (file) => file.writeUInt32LE(3, 28)],
    [
      'a list of free pages',
      /two places|no page|in no table/,
      (file) => {
        const list = nodeAt(rootOf(FREE_PAGES_AT), 0) + 8 + 8;
        file.writeUInt32LE(leaf / PAGE_BYTES, list + 8);
      },
    ],
  ];
  for (const [what, expected, damage] of damages) {
    test(`is not taken with a change of ${what}`, () => {
      const outcome = outcomeOf(damage);
      assert.match(outcome ?? 'nothing', expected);
      assert.ok(
        outcome!.startsWith('row') ||
          /^ is damaged: (page \d+ of data\.mdb \(.+\): |the first two pages )|is no data file$/.test(outcome!),
        outcome,
      );
    });
  }

  test('is as it was if no damage is found', async () => {
    const random = new SeededRandom(47, 2);
    const rowsOf = (directory: string) => {
      const root = openRoot(directory);
      const rows = Object.entries(openTables(root)).map(([name, table]) => [name, [...allRows(table)]]);
      root.close();
      return rows;
    };
    writeFileSync(join(work, DATA_FILE), base);
    const expected = rowsOf(work);
    let found = 0;
    for (let trial = 0; trial < 150; trial++) {
      const at = random.below(base.length);
      const bit = 1 << random.below(8);
      if (outcomeOf((file) => file.writeUInt8(file.readUInt8(at) ^ bit, at)) !== undefined) found += 1;
      else if (trial % 5 === 0) assert.deepEqual(rowsOf(work), expected, `${at} ${bit}`);
    }
    assert.ok(found > 50, `${found} found`);
  });
});
