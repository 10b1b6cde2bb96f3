/** Loads the package `lmdb` when a store is opened, since an ephemeral server does not need it. */
import type { RootDatabase, RootDatabaseOptions } from 'lmdb';
import { CommandError } from '../../util/command-error.ts';
import { loadLmdb } from './lmdb-package.cjs';

type Library = typeof import('lmdb');

let library: Library | undefined;

/** Loads the library before it is needed. Ignores a failure, which comes again when it is needed. */
export function preloadLmdb(): void {
  try {
    library ??= loadLmdb() as Library;
  } catch {
    // See above.
  }
}

/** Opens the environment in a directory; see the package. */
export function openEnvironment(directory: string, options: RootDatabaseOptions): RootDatabase {
  library ??= loadLibrary();
  return library.open(directory, options);
}

function loadLibrary(): Library {
  try {
    return loadLmdb() as Library;
  } catch (error) {
    const { platform, arch } = process;
    const binary = `@lmdb/lmdb-${platform}-${arch}`;
    throw new CommandError(
      `the storage library LMDB cannot be loaded (${(error as Error).message}): install the npm package ${binary}, ` +
        'which --omit=optional leaves out, or keep the ledger in memory with --ephemeral',
    );
  }
}
