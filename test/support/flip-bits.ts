/**
 * A program that may crash: damages copies of a data file and checks each. Writes a line of JSON before and after each:
 *
 *     { at: number } before, { at, verdict: 'found' | 'refused' | 'whole' | 'missed', isStartRefused } after
 *
 * `whole` means that all rows are unchanged; `missed`, that a row changed and no damage was found.
 */
import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { openTables } from '../../src/storage/lmdb/layout.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { allRows, type Table } from '../../src/storage/lmdb/table.ts';
import { checkNewestLedger } from '../../src/verify/startup-check.ts';
import { verifyStore } from '../../src/verify/verify-store.ts';
import { SeededRandom } from './seeded-random.ts';

const PAGE_BYTES = 4096;
const SECTOR_BYTES = 512;

const { base, older, directory, seed, from, to, kind } = JSON.parse(process.argv[2]!) as {
  /** Data file of a complete store, and of the same store some ledgers earlier. */
  base: string;
  older: string;
  /** A directory for this program alone. */
  directory: string;
  seed: number;
  from: number;
  to: number;
  kind: 'bit' | 'torn page' | 'cut off';
};
const file = join(directory, 'data.mdb');
const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

function flipBit(random: SeededRandom): void {
  const at = random.uint32() % statSync(base).size;
  const target = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(target, byte, 0, 1, at);
  byte[0]! ^= 1 << (random.uint32() % 8);
  writeSync(target, byte, 0, 1, at);
  closeSync(target);
}

/** Restores some older sectors of a page that differs between the two files, as if the disk had lost their writes. */
function tearPage(random: SeededRandom): void {
  const [now, before, target] = [openSync(base, 'r'), openSync(older, 'r'), openSync(file, 'r+')];
  const pages = statSync(older).size / PAGE_BYTES;
  const [page, old] = [Buffer.alloc(PAGE_BYTES), Buffer.alloc(PAGE_BYTES)];
  let number = random.uint32() % pages;
  do {
    number = (number + 1) % pages;
    readSync(now, page, 0, PAGE_BYTES, number * PAGE_BYTES);
    readSync(before, old, 0, PAGE_BYTES, number * PAGE_BYTES);
  } while (page.equals(old));
  const kept = 1 + (random.uint32() % (PAGE_BYTES / SECTOR_BYTES - 1));
  old.copy(page, kept * SECTOR_BYTES, kept * SECTOR_BYTES);
  writeSync(target, page, 0, PAGE_BYTES, number * PAGE_BYTES);
  for (const one of [now, before, target]) closeSync(one);
}

async function rowsDigest(path: string): Promise<string> {
  const root = open(path, { noSubdir: false, readOnly: true });
  const hash = createHash('sha256');
  for (const [name, table] of Object.entries(openTables(root))) {
    for (const { key, value } of allRows(table as Table)) hash.update(name).update(key).update('=').update(value);
  }
  await root.close();
  return hash.digest('hex');
}

async function judge(expected: string): Promise<{ verdict: string; isStartRefused: boolean }> {
  let isStartRefused = true;
  try {
    const store = openLmdbStore(directory);
    try {
      try {
        checkNewestLedger(store);
        isStartRefused = false;
      } catch {}
      const steps = verifyStore(store, { isDeep: true });
      let step = steps.next();
      while (!step.done) step = steps.next();
      if (step.value.count > 0) return { verdict: 'found', isStartRefused };
    } finally {
      await store.close();
    }
    return { verdict: (await rowsDigest(directory)) === expected ? 'whole' : 'missed', isStartRefused };
  } catch {
    return { verdict: 'refused', isStartRefused };
  }
}

copyFileSync(base, file);
const expected = await rowsDigest(directory);
for (let at = from; at < to; at++) {
  copyFileSync(base, file);
  const random = new SeededRandom(seed, at);
  if (kind === 'bit') flipBit(random);
  else if (kind === 'torn page') tearPage(random);
  else truncateSync(file, 1 + (random.uint32() % (statSync(base).size - 1)));
  say({ at });
  say({ at, ...(await judge(expected)) });
}
