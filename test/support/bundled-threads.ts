/**
 * Preloaded before the test files: worker threads run from the bundle if it is up to date. A worker loads four hundred
 * source files in a third of a second, and tests start hundreds of threads.
 */
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import threads, { isMainThread, type WorkerOptions } from 'node:worker_threads';
import { isBundleFresh } from '../../src/cli/bundle-check.cjs';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = path.join(ROOT, 'src') + path.sep;

class BundledWorker extends threads.Worker {
  constructor(program: string | URL, options?: WorkerOptions) {
    super(program instanceof URL ? inBundle(program) : program, options);
  }
}

/** The bundled program for this source file, or the source file if the bundle has none of that name. */
function inBundle(program: URL): URL {
  const file = program.protocol === 'file:' ? fileURLToPath(program) : '';
  if (!file.startsWith(SOURCES)) return program;
  const bundled = path.join(ROOT, 'dist/program', `${path.basename(file, '.ts')}.cjs`);
  return existsSync(bundled) ? pathToFileURL(bundled) : program;
}

if (isMainThread && isBundleFresh(ROOT)) {
  threads.Worker = BundledWorker;
  syncBuiltinESMExports();
}
