/**
 * Preloaded before the test files: worker threads, and the processes in which commands check or convert a data file, run from the
 * bundle if it is up to date. One that loads four hundred source files needs a third of a second, and tests start hundreds.
 */
import processes from 'node:child_process';
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import threads, { isMainThread, type WorkerOptions } from 'node:worker_threads';
import { isBundleFresh } from '../../src/cli/bundle-check.cjs';

const ROOT = path.join(import.meta.dirname, '../..');
const SOURCES = path.join(ROOT, 'src') + path.sep;
const WORKER = '-worker.ts';

class BundledWorker extends threads.Worker {
  constructor(program: string | URL, options?: WorkerOptions) {
    const isFile = program instanceof URL && program.protocol === 'file:';
    super(isFile ? pathToFileURL(inBundle(fileURLToPath(program))) : program, options);
  }
}

/** The bundled program for this source file, or the file itself if the bundle has none of that name. */
function inBundle(file: string): string {
  if (!file.startsWith(SOURCES)) return file;
  const bundled = path.join(ROOT, 'dist/program', `${path.basename(file, '.ts')}.cjs`);
  return existsSync(bundled) ? bundled : file;
}

const { spawn } = processes;
/** As `spawn`, with the arguments that name a worker's source file replaced. Other programs run as they are named. */
function spawnBundled(command: string, args: unknown, ...options: unknown[]): unknown {
  const words = Array.isArray(args)
    ? args.map((word) => (String(word).endsWith(WORKER) ? inBundle(String(word)) : word))
    : args;
  return (spawn as (...all: unknown[]) => unknown)(command, words, ...options);
}

if (isMainThread && isBundleFresh(ROOT)) {
  threads.Worker = BundledWorker;
  processes.spawn = spawnBundled as typeof spawn;
  syncBuiltinESMExports();
}
