/**
 * Loads the package `lmdb` when a store is opened, since an ephemeral server does not need it, and without its object
 * serializer, since values are bytes.
 */
import { createRequire } from 'node:module';
import type { RootDatabase, RootDatabaseOptions } from 'lmdb';
import { requireNative } from '../../util/native-package.ts';

type Library = typeof import('lmdb');

let library: Library | undefined;

/** Loads the library before it is needed. */
export function preloadLmdb(): void {
  library ??= loadLibrary();
}

/** Opens the environment in a directory; see the package. */
export function openEnvironment(directory: string, options: RootDatabaseOptions): RootDatabase {
  library ??= loadLibrary();
  return library.open(directory, options);
}

function loadLibrary(): Library {
  return requireNative(createRequire(import.meta.url), {
    name: 'lmdb',
    finder: 'node-gyp-build-optional-packages',
    found: (require) => {
      const binary = requireBinary(require);
      return () => binary;
    },
    stubbed: ['msgpackr'],
  });
}

/** The native binary for this version of Node.js, chosen as the package does. */
function requireBinary(require: NodeJS.Require): unknown {
  const { platform, arch, versions } = process;
  const folder = `@lmdb/lmdb-${platform}-${arch}`;
  const kind = platform === 'linux' ? 'glibc.node' : 'node';
  try {
    return require(`${folder}/node.abi${versions.modules}.${kind}`);
  } catch {
    return require(`${folder}/node.napi.${kind}`);
  }
}
