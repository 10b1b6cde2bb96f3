/**
 * A cache of the code that V8 compiled of the bundle. The compile cache of Node.js stores a file as it is before it has
 * run, so each start compiles anew the hundreds of functions that it calls. This cache stores the code at the end of a
 * start, in the folder of Node's cache that is specific to this version of V8 and its flags.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { threadId } from 'node:worker_threads';

type Extensions = Record<string, (target: NodeJS.Module, file: string) => void>;

/** File names of the bundle's chunks contain a hash of their text. */
const HASHED = /-[\w-]{8}\.cjs$/;
/** The wrapper that Node.js puts around a CommonJS module. */
const HEAD = '(function (exports, require, module, __filename, __dirname) {';
const TAIL = '\n})';

/** Compiled files that are not in the cache yet, by their path in the cache. */
const unsaved = new Map<string, Script>();

/**
 * From now on loads the files beside the caller's (`callerUrl`) with their cached code. It covers only files with a
 * hash in their name, because V8 compares only the length of the source. Does nothing in the sources, or where Node.js
 * has no compile cache.
 */
export function useCompiledCode(callerUrl: string): void {
  const caller = fileURLToPath(callerUrl);
  const cacheFolder = module.getCompileCacheDir();
  if (extname(caller) !== '.cjs' || cacheFolder === undefined) return;
  const folder = dirname(caller);
  const { _extensions: extensions } = module as unknown as { readonly _extensions: Extensions };
  const defaultLoader = extensions['.js']!;
  extensions['.cjs'] = (target, file) => {
    if (dirname(file) === folder && HASHED.test(file)) run(target, file, join(cacheFolder, `weir-${basename(file)}`));
    else defaultLoader(target, file);
  };
}

/**
 * Saves what is not in the cache yet, with the functions compiled so far. Call it at the end of a start and before
 * flags of V8 change: V8 accepts only code that was compiled with its flags. A folder that cannot be written to is
 * ignored.
 */
export function saveCompiledCode(): void {
  for (const [file, script] of unsaved) {
    const temporary = `${file}.${process.pid}-${threadId}`;
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(temporary, script.createCachedData());
      renameSync(temporary, file);
    } catch {
      // The next start compiles again.
    }
  }
  unsaved.clear();
}

/** Runs a file as a CommonJS module. The bundle is ASCII and has no `import()`. */
function run(target: NodeJS.Module, file: string, cacheFile: string): void {
  const cachedData = readCached(cacheFile);
  const script = new Script(readWrapped(file), {
    ...(cachedData === undefined ? {} : { cachedData }),
    filename: file,
  });
  if (cachedData === undefined || script.cachedDataRejected === true) unsaved.set(cacheFile, script);
  const { exports } = target;
  script.runInThisContext().call(exports, exports, createRequire(file), target, file, dirname(file));
}

/** The wrapped text of a file, read into one buffer: joining strings would copy megabytes. */
function readWrapped(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.allocUnsafeSlow(HEAD.length + size + TAIL.length);
    bytes.write(HEAD, 'latin1');
    readSync(handle, bytes, HEAD.length, size, 0);
    bytes.write(TAIL, HEAD.length + size, 'latin1');
    return bytes.toString('latin1');
  } finally {
    closeSync(handle);
  }
}

function readCached(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
