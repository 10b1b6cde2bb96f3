/**
 * Stores for benchmarks. A large one takes minutes to create and is always the same: with `--stores DIR` it is created
 * once and reused. Changes by a benchmark stay in it.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchmarkOptions } from './benchmark.ts';

/** This file exists if the store is complete. */
const MADE = 'made.json';

/** Calls `use` with a store that `make` creates in an empty directory. `name` identifies its content. */
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
