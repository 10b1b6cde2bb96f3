/** Compiles C libraries for LD_PRELOAD, if the machine has a C compiler. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** `slow-disk`: see `slow-disk.c`. `shifted-clock`: see `shifted-clock.c`. */
type LibraryName = 'slow-disk' | 'shifted-clock';

/** Compiles a library into a directory. Returns its path; undefined if that fails. */
export function compileLibrary(name: LibraryName, directory: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = path.join(directory, `${name}.so`);
  const source = path.join(import.meta.dirname, `${name}.c`);
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], { stdio: 'ignore' });
  return status === 0 ? library : undefined;
}
