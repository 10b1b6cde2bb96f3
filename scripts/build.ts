/**
 * `npm run build`: the program as few files, in `dist/program/`, with the types of what the package exports. Node reads and
 * compiles four hundred source files in half a second; the bundle takes a tenth.
 *
 * All files of the bundle lie in one folder, as deep as `src/cli/`, so `new URL('./commit-worker.cjs', import.meta.url)` and the way
 * to package.json are right in each of them. Libraries are in the bundle, with their licences beside it. Only binaries stay
 * in node_modules, and the packages around those that users may install or not.
 *
 * `npm ci` in a clone calls this too (`prepare-bundle.js`), and `npm start` runs the bundle as long as it was made from the
 * sources as they are (`src/cli/bundle-check.cjs`).
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { type OutputOptions, rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import manifest from '../package.json' with { type: 'json' };
import { BUILT_FROM, hashOfSource, noteSources } from '../src/cli/bundle-check.cjs';
import { writePackageTypes } from './package-types.ts';

const ROOT = path.join(import.meta.dirname, '..');
const DIST = path.join(ROOT, 'dist');
const PROGRAM = path.join(DIST, 'program');
const LICENCES = 'LICENCES.txt';

/** Files that are run or imported by name. Code that several of them share is bundled into common files. */
const ENTRIES: Entries = { main: 'src/cli/main.ts', begin: 'src/cli/begin.ts', ...exportedEntries() };
/** Modules that are needed first have separate files, so that they load before the rest. */
const FIRST = [
  'src/workers/worker-thread.ts',
  'src/cli/start/heap-growth.ts',
  'src/util/compiled-code.ts',
  'src/util/new-space.ts',
].map((file) => path.join(ROOT, file));
/** The WebAssembly library and its licence. Its loader reads it as a file next to itself. */
const WEB_ASSEMBLY = { folder: 'src/crypto/libsecp256k1', file: 'curve.wasm' };
/** The metrics library is rarely needed, so it has a separate file. */
const METRICS_LIBRARY = /node_modules\/(prom-client|@opentelemetry|tdigest|bintrees)\//;
const SHARING = [
  { name: 'first', test: (file: string) => FIRST.includes(file), priority: 1 },
  { name: 'metrics-library', test: METRICS_LIBRARY, priority: 1 },
  { name: 'shared', minShareCount: 2 },
];

/**
 * Programs of threads. Those that a server starts share no file with others, because a thread should load as
 * little as possible.
 */
const THREADS: readonly Entries[] = [
  { 'worker-entry': 'src/workers/worker-entry.ts' },
  { 'commit-worker': 'src/storage/lmdb/commit-worker.ts' },
  {
    'migrate-worker': 'src/cli/migrate/migrate-worker.ts',
    'verify-worker': 'src/cli/verify/verify-worker.ts',
    'sql-worker': 'src/cli/start/sql-worker.ts',
    'fork-worker': 'src/fork/fork-worker.ts',
  },
];

type Entries = Readonly<Record<string, string>>;

/**
 * The exports of package.json: the source of `dist/program/NAME.cjs`, and of the types beside it, is
 * `src/embedded/NAME.ts`.
 */
function exportedEntries(): Entries {
  const rows = Object.values(manifest.exports).filter((row) => typeof row !== 'string');
  const names = rows.map(({ default: file }) => path.basename(file, '.cjs'));
  return Object.fromEntries(names.map((name) => [name, `src/embedded/${name}.ts`]));
}

/** Optional packages of the bundled libraries. Users may have installed them; the libraries also work without. */
const EXTERNAL = ['bufferutil', 'utf-8-validate', 'pg-native', 'pg-cloudflare'];

const EMPTY = '\0empty';
/**
 * Modules of `lmdb` that are replaced: the search for its binary; a serializer of objects and a cache of them, since values
 * are bytes.
 */
const REPLACED: Readonly<Record<string, string>> = {
  'node-gyp-build-optional-packages': path.join(ROOT, 'src/storage/lmdb/lmdb-binary.cjs'),
  msgpackr: EMPTY,
  'weak-lru-cache': EMPTY,
};

function isExternal(name: string): boolean {
  return isBuiltin(name) || EXTERNAL.includes(name);
}

/** Path in the clone → hash of a file that the bundle was made from. */
type Hashes = Map<string, string>;

function pathInClone(file: string): string {
  return path.relative(ROOT, file).replaceAll(path.sep, '/');
}

async function bundle(input: Entries, directory: string, sharing: OutputOptions, hashes: Hashes): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    input,
    platform: 'node',
    external: isExternal,
    // `ordered-binary`, a library of `lmdb`, builds a function with `eval`.
    checks: { ineffectiveDynamicImport: false, eval: false },
    plugins: [
      {
        name: 'weir',
        resolveId: (name) => REPLACED[name],
        load: (file) => (file === EMPTY ? 'module.exports = {};' : undefined),
        transform: {
          order: 'pre',
          handler(text, file) {
            if (path.isAbsolute(file)) noteSource(file, text, hashes);
          },
        },
        renderChunk: (text) => inAscii(text),
      },
    ],
  });
  await build.write({
    dir: directory,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    comments: false,
    // Answers identify checks by function names, so the names must be kept. Two files may have functions of one name.
    keepNames: true,
    minify: false,
    // Code that is compiled by `util/compiled-code.ts` must not use `import`, or Node.js prints a warning about an
    // experimental feature.
    dynamicImportInCjs: false,
    ...sharing,
  });
  await build.close();
}

/**
 * One character beyond Latin-1 doubles the memory that V8 uses for a file. They occur only in strings and patterns,
 * where an escape means the same.
 */
function inAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Folder of a library. */
const LIBRARY = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** A library is noted by its package.json, which differs between versions: every start looks at all that is noted. */
function noteSource(file: string, text: string, hashes: Hashes): void {
  const library = LIBRARY.exec(file.replaceAll(path.sep, '/'))?.[0];
  if (library === undefined) {
    hashes.set(pathInClone(file), hashOfSource(text));
    return;
  }
  const manifestFile = path.join(library, 'package.json');
  hashes.set(pathInClone(manifestFile), hashOfSource(readFileSync(manifestFile)));
}

function copyWebAssembly(directory: string, hashes: Hashes): void {
  const { folder, file } = WEB_ASSEMBLY;
  const target = path.join(directory, path.basename(folder));
  mkdirSync(target);
  copyFileSync(path.join(ROOT, folder, file), path.join(target, file));
  hashes.set(`${folder}/${file}`, hashOfSource(readFileSync(path.join(ROOT, folder, file))));
}

/** The licences of the libraries in the bundle, which require this. */
function licences(files: Iterable<string>): string {
  const folders = new Set(Array.from(files, (file) => LIBRARY.exec(file)?.[0] ?? ''));
  folders.delete('');
  return [...folders].sort().map(licence).join('\n');
}

/** `library`: path of its folder. */
function licence(library: string): string {
  const folder = path.join(ROOT, library);
  const name = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  const text = name === undefined ? licenceInReadme(folder) : readFileSync(path.join(folder, name), 'utf8');
  if (text === undefined) throw new Error(`${library} comes without a licence, so it must not be bundled`);
  return `${library.replace(/^.*\bnode_modules\//, '')}\n\n${text}`;
}

/** The text of the section about the licence in its README. */
function licenceInReadme(folder: string): string | undefined {
  return /^#+ licen[cs]e\s+(?<text>[^#]*)$/im.exec(readFileSync(path.join(folder, 'README.md'), 'utf8'))?.groups?.text;
}

/** Bundles into a new directory, and replaces the old one when complete. */
async function buildProgram(): Promise<void> {
  const readMs = Date.now();
  const hashes: Hashes = new Map([
    [pathInClone(import.meta.filename), hashOfSource(readFileSync(import.meta.filename))],
  ]);
  const directory = `${PROGRAM}.${process.pid}`;
  try {
    await bundle(ENTRIES, directory, { codeSplitting: { groups: SHARING } }, hashes);
    for (const programs of THREADS) await bundle(programs, directory, {}, hashes);
    for (const file of Object.values(exportedEntries())) writeTypes(path.join(ROOT, file), directory);
    copyWebAssembly(directory, hashes);
    writeFileSync(path.join(directory, LICENCES), [licences(hashes.keys()), licence(WEB_ASSEMBLY.folder)].join('\n'));
    rmSync(path.join(ROOT, BUILT_FROM), { force: true });
    rmSync(PROGRAM, { recursive: true, force: true });
    renameSync(directory, PROGRAM);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  noteSources(ROOT, hashes, readMs);
}

/**
 * Writes the types that a source exports, and those of the files that they import: others of its folder, and generated ones.
 * All end in `.d.cts` and lie beside each other. The programs are CommonJS, so both `import` and `require` find them.
 */
function writeTypes(source: string, directory: string): void {
  const target = path.join(directory, `${path.basename(source).replace(/(\.d)?\.ts$/, '')}.d.cts`);
  if (existsSync(target)) return;
  const text = readFileSync(source, 'utf8');
  if (source.endsWith('.d.ts')) {
    writeFileSync(target, text);
    return;
  }
  const { code, errors } = isolatedDeclarationSync(source, text);
  if (errors.length > 0) throw new Error(`${source} has types that must be written out: ${errors[0]!.message}`);
  // The compiler omits these references.
  const references = (text.match(/^\/\/\/ <reference .*$/gm) ?? []).map((line) => `${line}\n`).join('');
  writeFileSync(target, references + code.replace(/from "[./\w-]*\/([\w-]+)(?:\.d)?\.ts"/g, 'from "./$1.cjs"'));
  for (const [, file] of code.matchAll(/from "(.*?\.ts)"/g))
    writeTypes(path.join(path.dirname(source), file!), directory);
}

mkdirSync(DIST, { recursive: true });
await writePackageTypes();
await buildProgram();
