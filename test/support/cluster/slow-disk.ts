/** The library that makes a process wait longer for its disk (`slow-disk.c`), where there is a compiler for it. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const SOURCE = path.join(import.meta.dirname, 'slow-disk.c');

/** Compiles it into a directory. Gives its path; undefined where that cannot be done. */
export function compileSlowDisk(directory: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = path.join(directory, 'slow-disk.so');
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], { stdio: 'ignore' });
  return status === 0 ? library : undefined;
}
