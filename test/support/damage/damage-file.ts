/** Seeded damages to a data file: to one bit, to a page, or to the file's end. */
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { open } from 'lmdb';
import type { SeededRandom } from '../seeded-random.ts';

const PAGE_BYTES = 4096;
/** A row's bytes are found in the file by its content, so it must be distinctive. */
const LEAST_ROW_BYTES = 12;

export const DAMAGES = ['bit', 'row', 'zeros', 'noise', 'other page', 'cut off'] as const;
export type Damage = (typeof DAMAGES)[number];

/** Bytes to write into the file, or its new length. */
type Change = { readonly at: number; readonly bytes: Buffer } | { readonly length: number };

/** The bytes of the rows in a data file: of all tables, key and value one after the other. */
export class RowPlaces {
  readonly #rows: readonly (readonly Buffer[])[];

  private constructor(rows: readonly (readonly Buffer[])[]) {
    this.#rows = rows;
  }

  static async read(directory: string): Promise<RowPlaces> {
    const root = open(directory, { noSubdir: false, readOnly: true });
    const names = Array.from(root.getKeys(), String);
    const rows = names.map((name) => {
      const table = root.openDB<Buffer, Buffer>(name, { keyEncoding: 'binary', encoding: 'binary' });
      return Array.from(table.getRange(), ({ key, value }) => Buffer.concat([key, value]));
    });
    await root.close();
    return new RowPlaces(rows.map((table) => table.filter(({ length }) => length >= LEAST_ROW_BYTES)));
  }

  /** A byte of a row of any table; all tables are equally likely. */
  pick(file: Buffer, random: SeededRandom): number {
    for (;;) {
      const row = random.pick(random.pick(this.#rows));
      const at = file.indexOf(row);
      // The value of a long row is on other pages than its key.
      if (at >= 0) return at + random.below(row.length);
    }
  }
}

/** Damages the file. Returns a description. */
export function damageFile(path: string, kind: Damage, random: SeededRandom, rows: RowPlaces): string {
  const file = readFileSync(path);
  const change = changeOf(file, kind, random, rows);
  const target = openSync(path, 'r+');
  try {
    if ('length' in change) ftruncateSync(target, change.length);
    else writeSync(target, change.bytes, 0, change.bytes.length, change.at);
  } finally {
    closeSync(target);
  }
  return 'length' in change ? `cut off at ${change.length}` : `${kind} at ${change.at}`;
}

function changeOf(file: Buffer, kind: Damage, random: SeededRandom, rows: RowPlaces): Change {
  const pages = file.length / PAGE_BYTES;
  const page = random.below(pages) * PAGE_BYTES;
  switch (kind) {
    case 'bit':
      return flip(file, random.below(file.length), random);
    case 'row':
      return flip(file, rows.pick(file, random), random);
    case 'zeros':
      return { at: page, bytes: Buffer.alloc(PAGE_BYTES) };
    case 'noise':
      return { at: page, bytes: random.bytes(PAGE_BYTES) };
    case 'other page': {
      const other = random.below(pages) * PAGE_BYTES;
      return { at: page, bytes: file.subarray(other, other + PAGE_BYTES) };
    }
    case 'cut off':
      return { length: random.below(file.length) };
  }
}

function flip(file: Buffer, at: number, random: SeededRandom): Change {
  return { at, bytes: Buffer.from([file[at]! ^ (1 << random.below(8))]) };
}
