import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { SeededRandom } from '../../../test/support/seeded-random.ts';
import { DamagedRowError } from '../damaged-row-error.ts';
import { openRoot, openTable, openTables } from './layout.ts';
import { DATA_FILE } from './meta-pages.ts';
import { allRows, rows, type Table } from './table.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-table-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const ROW_COUNT = 200;
const PAGE_BYTES = 4096;
const PAGE_FLAGS_AT = 18;
const LEAF = 2;

function key(number: number): Buffer {
  const bytes = Buffer.alloc(12, 0xaa);
  bytes.writeUInt32BE(number * 3, 4);
  return bytes;
}

const value = (number: number) => Buffer.alloc(number % 90, number);

/** What a read of the table gives; undefined where it meets a damaged row. */
function outcome(read: () => unknown): string | undefined {
  try {
    return JSON.stringify(read() ?? 'nothing');
  } catch (error) {
    assert.ok(error instanceof DamagedRowError, String(error));
    return undefined;
  }
}

/** Reads every row, every gap between two rows, and ranges, in both directions. */
function outcomesOf(table: Table): (string | undefined)[] {
  const reads: (() => unknown)[] = [() => [...allRows(table)].map((row) => [...row.key, ...row.value])];
  for (let number = 0; number < ROW_COUNT * 3; number++) {
    const start = Buffer.from(key(0));
    start.writeUInt32BE(number, 4);
    const end = Buffer.from(start);
    end.writeUInt32BE(number + 7, 4);
    const within = { start, end };
    const backward = { start: end, end: start, reverse: true };
    reads.push(() => table.get(start));
    reads.push(() => table.first(within)?.key);
    reads.push(() => table.first(backward)?.key);
    if (number % 11 !== 0) continue;
    end.writeUInt32BE(number + 300, 4);
    reads.push(() => [...rows(() => ({ table }), within)].map((row) => row.key));
    reads.push(() => [...rows(() => ({ table }), backward)].map((row) => row.key));
  }
  return reads.map(outcome);
}

const isInLeaf = (file: Buffer, at: number) => (file.readUInt16LE(at - (at % PAGE_BYTES) + PAGE_FLAGS_AT) & LEAF) !== 0;

describe('a table', () => {
  const root = openRoot(scratch);
  const damages: DamagedRowError[] = [];
  const table = openTable(root, 'rows', { mayCreate: true, onDamage: (error) => damages.push(error) });
  root.transactionSync(() => {
    for (let number = 0; number < ROW_COUNT; number++) table.put(key(number), value(number));
  });
  const whole = outcomesOf(table);
  after(() => root.close());

  test('gives what was put', () => {
    assert.equal(table.count(), ROW_COUNT);
    for (let number = 0; number < ROW_COUNT; number++) assert.deepEqual(table.get(key(number)), value(number));
    assert.ok(whole.every((one) => one !== undefined));
  });

  test('gives no other answer than the right one where a bit of a row has changed', async () => {
    const file = openSync(join(scratch, DATA_FILE), 'r+');
    const bytes = readFileSync(join(scratch, DATA_FILE));
    const random = new SeededRandom(47, 1);
    let damaged = 0;
    for (let trial = 0; trial < 15; trial++) {
      // Pages from which rows were moved have some as well.
      const places: number[] = [];
      const number = random.below(ROW_COUNT);
      for (let at = bytes.indexOf(key(number)); at >= 0; at = bytes.indexOf(key(number), at + 1))
        if (isInLeaf(bytes, at)) places.push(at);
      const within = random.below(12 + 4 + value(number).length);
      const bit = 1 << random.below(8);
      const flip = () => {
        for (const at of places) {
          bytes[at + within]! ^= bit;
          writeSync(file, bytes, at + within, 1, at + within);
        }
      };
      flip();
      damages.length = 0;
      const found = outcomesOf(table);
      for (const [at, one] of found.entries())
        if (one !== undefined) assert.equal(one, whole[at], `${number} ${within}`);
      damaged += found.filter((one) => one === undefined).length;
      assert.ok(damages.length > 0, `the row ${number} is read`);
      flip();
    }
    closeSync(file);
    assert.ok(damaged > 0);
    assert.deepEqual(outcomesOf(table), whole, 'all damage was undone');
  });

  test('does not take a row of another table, or under another key', () => {
    const two = openRoot(join(scratch, 'two'));
    const tables = openTables(two, { mayCreate: true });
    const raw = openTable(two, 'headers', { hasChecksums: false });
    tables.headers.put(Buffer.from([0, 0, 0, 7]), Buffer.from('seven'));
    const stored = raw.get(Buffer.from([0, 0, 0, 7]))!;
    raw.put(Buffer.from([0, 0, 0, 8]), stored);
    openTable(two, 'meta', { hasChecksums: false }).put(Buffer.from([0, 0, 0, 7]), stored);
    assert.deepEqual(tables.headers.get(Buffer.from([0, 0, 0, 7])), Buffer.from('seven'));
    assert.throws(() => tables.headers.get(Buffer.from([0, 0, 0, 8])), {
      name: 'DamagedRowError',
      row: { table: 'headers', key: '00000008', ledgerIndex: 8 },
    });
    assert.throws(() => tables.meta.get(Buffer.from([0, 0, 0, 7])), DamagedRowError);
    two.close();
  });
});
