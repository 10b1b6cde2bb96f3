/** Starts a thread that shares this thread's compile cache. */
import module from 'node:module';
import { dirname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * `program` is the thread's file. The thread does not inherit this process's Node.js options. It writes what it
 * compiled to the cache when it ends, or calls `flushCompileCache`.
 */
export function startThread(program: URL, options: WorkerOptions): Worker {
  return new Worker(program, { execArgv: [], env: { ...process.env, ...cacheSettings() }, ...options });
}

/** Node.js takes the folder for all its versions and reports the one of this version. */
function cacheSettings(): Readonly<Record<string, string>> {
  const directory = module.getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) };
}
