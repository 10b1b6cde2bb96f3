/** Starts a thread that shares this one's cache of compiled code, without which it would compile all that it loads. */
import module from 'node:module';
import { dirname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * `program` is the file of the thread. The options of this process are not passed on: they may be for another kind of program.
 * The thread keeps what it compiled when it ends, or calls `flushCompileCache`.
 */
export function startThread(program: URL, options: WorkerOptions): Worker {
  return new Worker(program, { execArgv: [], env: { ...process.env, ...cacheSettings() }, ...options });
}

/** Node.js takes the folder of all its versions and gives that of this one. */
function cacheSettings(): Readonly<Record<string, string>> {
  const directory = module.getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) };
}
