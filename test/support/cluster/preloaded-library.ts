/** Libraries that are loaded before the system's one in a process (LD_PRELOAD), where there is a compiler for them. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** `slow-disk`: see `slow-disk.c`. `shifted-clock`: see `shifted-clock.c`. */
type LibraryName = 'slow-disk' | 'shifted-clock';

/** Compiles one into a directory. Gives its path; undefined where that cannot be done. */
export function compileLibrary(name: LibraryName, directory: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = path.join(directory, `${name}.so`);
  const source = path.join(import.meta.dirname, `${name}.c`);
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], { stdio: 'ignore' });
  return status === 0 ? library : undefined;
}
