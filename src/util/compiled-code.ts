/**
 * What V8 compiled of the bundle, kept for the next start. Node.js keeps that too, but as it is before a file has run, so that each
 * start compiles the hundreds of functions anew that it calls. Here it is kept as it is at the end of a start, beside what Node.js
 * keeps: in a folder that is only for this version of V8 with these flags.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { threadId } from 'node:worker_threads';

type Extensions = Record<string, (target: NodeJS.Module, file: string) => void>;

/** The bundle's parts have a hash of their text in their names. */
const HASHED = /-[\w-]{8}\.cjs$/;
/** What Node.js makes of a file of a CommonJS module, too. */
const HEAD = '(function (exports, require, module, __filename, __dirname) {';
const TAIL = '\n})';

/** Files that were compiled, by where that is to be kept. */
const unkept = new Map<string, Script>();

/**
 * Loads the files beside the caller's from now on with what is kept of them; `callerUrl` is where the caller lies. Only those whose names
 * say what is in them, for V8 compares no more than their length. In the sources, or where Node.js keeps nothing either, it does nothing.
 */
export function useCompiledCode(callerUrl: string): void {
  const caller = fileURLToPath(callerUrl);
  const keptIn = module.getCompileCacheDir();
  if (extname(caller) !== '.cjs' || keptIn === undefined) return;
  const folder = dirname(caller);
  const { _extensions: extensions } = module as unknown as { readonly _extensions: Extensions };
  const usual = extensions['.js']!;
  extensions['.cjs'] = (target, file) => {
    if (dirname(file) === folder && HASHED.test(file)) run(target, file, join(keptIn, `weir-${basename(file)}`));
    else usual(target, file);
  };
}

/**
 * Keeps what is not kept yet, with the functions that were called until now. To be called at the end of a start, before V8 gets other
 * flags, for it takes only what was compiled with its own. Without a place to write to, nothing is kept.
 */
export function keepCompiledCode(): void {
  for (const [file, script] of unkept) {
    const whole = `${file}.${process.pid}-${threadId}`;
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(whole, script.createCachedData());
      renameSync(whole, file);
    } catch {
      // The next start compiles again.
    }
  }
  unkept.clear();
}

/** Runs a file as a CommonJS module. The bundle has no characters beyond ASCII, and no `import`. */
function run(target: NodeJS.Module, file: string, keptFile: string): void {
  const cachedData = readKept(keptFile);
  const script = new Script(`${HEAD}${readFileSync(file, 'latin1')}${TAIL}`, {
    ...(cachedData === undefined ? {} : { cachedData }),
    filename: file,
  });
  if (cachedData === undefined || script.cachedDataRejected === true) unkept.set(keptFile, script);
  const { exports } = target;
  script.runInThisContext().call(exports, exports, createRequire(file), target, file, dirname(file));
}

function readKept(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
