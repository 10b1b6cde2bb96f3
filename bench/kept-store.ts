/**
 * Stores that benchmarks read. A large one takes minutes to make, and is the same each time: with `--stores DIR` it is made
 * once, and found there afterwards. What a benchmark adds to one stays in it.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchmarkOptions } from './benchmark.ts';

/** Says that a store is whole. */
const MADE = 'made.json';

/** Lets a store be used that `make` makes in an empty directory; `name` says what is in it. */
export async function withStore<T>(
  { stores }: Pick<BenchmarkOptions, 'stores'>,
  name: string,
  make: (directory: string) => Promise<unknown>,
  use: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = stores === undefined ? mkdtempSync(join(tmpdir(), 'weir-store-')) : join(stores, name);
  const made = join(directory, MADE);
  try {
    if (!existsSync(made)) {
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory, { recursive: true });
      const startMs = performance.now();
      await make(directory);
      writeFileSync(made, `${JSON.stringify({ seconds: Math.round(performance.now() - startMs) / 1000 })}\n`);
    }
    return await use(directory);
  } finally {
    if (stores === undefined) rmSync(directory, { recursive: true, force: true });
  }
}
