import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { RootDatabase } from 'lmdb';
import { hashOf, ledgerOf } from '../../../test/contracts/store/contract-ledgers.ts';
import { SeededRandom } from '../../../test/support/seeded-random.ts';
import { StoreError } from '../ledger-store.ts';
import { checkDataFile, dataFileState } from './data-file.ts';
import { openTable } from './layout.ts';
import { openEnvironment } from './lmdb-library.ts';
import { openLmdbStore } from './lmdb-store.ts';
import type { Table } from './table.ts';

const PAGE_BYTES = 4096;
/** Pages that are cut off at a time while it need not be known which of them is the last in use. */
const STRIDE = 16;
const scratch = mkdtempSync(join(tmpdir(), 'weir-data-file-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const work = join(scratch, 'work');
mkdirSync(work);

/** A directory with a copy of another one's data file, cut to this number of bytes. */
function cutCopy(directory: string, size: number): string {
  copyFileSync(join(directory, 'data.mdb'), join(work, 'data.mdb'));
  truncateSync(join(work, 'data.mdb'), size);
  return work;
}

function isTaken(directory: string): boolean {
  try {
    checkDataFile(directory);
    return true;
  } catch (error) {
    assert.ok(error instanceof StoreError);
    assert.match(
      error.message,
      /^the data directory .* is damaged: page \d+ of data\.mdb \(.+\): the file has \d+ of \d+ bytes; restore a backup$/,
    );
    return false;
  }
}

function openRaw(directory: string): { root: RootDatabase; table: Table } {
  const root = openEnvironment(directory, { noSubdir: false, overlappingSync: false, noSync: true });
  return { root, table: openTable(root, 'rows', { mayCreate: true, hasChecksums: false }) };
}

function key(at: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(at);
  return bytes;
}

describe('a data file', () => {
  test('of a store is refused at every size that it has outgrown', async () => {
    const directory = join(scratch, 'store');
    const store = openLmdbStore(directory);
    for (let ledgerIndex = 1; ledgerIndex <= 10; ledgerIndex++) {
      const rows = Array.from({ length: 100 }, (_, at) => [hashOf(`${ledgerIndex}/${at}`), Buffer.alloc(300)] as const);
      await store.append(ledgerOf(ledgerIndex, { stateChanges: new Map(rows) }));
    }
    await store.close();
    const { size } = statSync(join(directory, 'data.mdb'));
    assert.ok(isTaken(directory));
    for (let cut = 1; cut < size; cut += 9973) {
      assert.throws(() => openLmdbStore(cutCopy(directory, cut)), StoreError, `${cut} of ${size} bytes`);
    }
  });

  test('is refused without its last page, if that is in use', async () => {
    const directory = join(scratch, 'filled');
    const { root, table } = openRaw(directory);
    root.transactionSync(() => {
      for (let at = 0; at < 100; at++) table.put(key(at), Buffer.alloc(500));
    });
    const { lastPageNumber } = root.getStats() as { lastPageNumber: number };
    await root.close();
    const size = (lastPageNumber + 1) * PAGE_BYTES;
    assert.ok(isTaken(cutCopy(directory, size)));
    const message = new RegExp(`has ${size - PAGE_BYTES} of ${size} bytes`);
    assert.throws(() => checkDataFile(cutCopy(directory, size - PAGE_BYTES)), message);
  });

  test('is taken if it lacks only pages that are free, and works', async () => {
    const directory = join(scratch, 'emptied');
    const { root, table } = openRaw(directory);
    const insert = (from: number, to: number) =>
      root.transactionSync(() => {
        for (let at = from; at < to; at++) table.put(key(at), Buffer.alloc(at % 7 === 0 ? 9000 : 500, at));
      });
    for (let at = 0; at < 10_000; at += 1000) insert(at, at + 1000);
    // What goes in several transactions is listed in several pieces, long ones on pages of their own.
    for (let at = 200; at < 10_000; at += 700) {
      root.transactionSync(() => {
        for (let gone = at; gone < at + 700; gone++) table.remove(key(gone));
      });
    }
    // Moves used pages to pages that have become free.
    for (let round = 0; round < 30; round++) insert(0, 200);
    await root.close();
    const pages = statSync(join(directory, 'data.mdb')).size / PAGE_BYTES;
    let kept = pages;
    for (const step of [STRIDE, 1]) {
      cutCopy(directory, kept * PAGE_BYTES);
      for (; isTaken(work); kept -= step) truncateSync(join(work, 'data.mdb'), (kept - step) * PAGE_BYTES);
      kept += step;
    }
    assert.ok(kept < pages / 2, `${kept} of ${pages} pages`);
    const half = kept * PAGE_BYTES - PAGE_BYTES / 2;
    assert.equal(isTaken(cutCopy(directory, half)), false, 'half of a page that is in use');
    const cut = openRaw(cutCopy(directory, kept * PAGE_BYTES));
    for (let at = 0; at < 200; at++) assert.equal(cut.table.get(key(at))![0], at);
    cut.root.transactionSync(() => {
      for (let at = 0; at < 5000; at++) cut.table.put(key(at), Buffer.alloc(700));
    });
    assert.ok(isTaken(work));
    await cut.root.close();
  });

  test('that LMDB cut short by itself is taken', async () => {
    const directory = join(scratch, 'short');
    const { root, table } = openRaw(directory);
    const file = join(directory, 'data.mdb');
    let shortFiles = 0;
    const random = new SeededRandom(1);
    for (let round = 0; round < 400; round++) {
      const [from, count, isBrief] = [random.below(2000), random.below(800), random.chance(0.5)];
      root.transactionSync(() => {
        for (let at = from; at < from + count; at++) table.put(key(at), Buffer.alloc(random.below(600)));
        for (let at = from; at < from + count && isBrief; at++) table.remove(key(at));
      });
      const { lastPageNumber } = root.getStats() as { lastPageNumber: number };
      if (statSync(file).size < (lastPageNumber + 1) * PAGE_BYTES) shortFiles++;
      assert.ok(isTaken(directory), `round ${round}`);
    }
    await root.close();
    assert.ok(shortFiles > 0);
  });

  test('that is none is refused, and an empty or absent one is known', async () => {
    assert.equal(dataFileState(join(scratch, 'nothing')), 'none');
    writeFileSync(join(work, 'data.mdb'), '');
    assert.equal(dataFileState(work), 'empty');
    const unused = join(scratch, 'unused');
    await openEnvironment(unused, { noSubdir: false }).close();
    assert.equal(dataFileState(unused), 'empty', 'no transaction was ever written to it');
    for (const content of ['t', 'text', Buffer.alloc(10_000)]) {
      writeFileSync(join(work, 'data.mdb'), content);
      assert.throws(() => openLmdbStore(work), { name: 'StoreError', message: /data\.mdb is no data file$/ });
    }
  });
});
