/** Selects the test files for a mutant and orders them: the fewest imports away from the mutated file come first. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Test files that share a process. */
export type TestGroup = readonly string[];

/** Any quoted file name: imports, threads' programs and the programs that tests start. */
const NAMED_FILE = /['"`]([\w@./-]+\.(?:ts|js|cjs|mjs))['"`]/g;
const TYPE_IMPORT = /^import type [^;]*;/gm;
const STARTS_PROCESSES = /from 'node:child_process'|support\/(program|run-weir|server-process)\.ts'/;
/** Slow tests, which run after the others. */
const SLOW =
  /soak|kill|mixed-load|hostile\/(fields|blobs|parameters)|postgres|pack|crawl|screenshots|browser|examples|fuzz/;
/** Tests that read the sources instead of running them. */
const READS_SOURCES = /(^|\/)(tidy|documents|dependencies)\.test\.ts$/;
const ENGINE = /^src\/(transactions|protocol|ledger|shamap|crypto|util|node)\//;
const ANSWERS = 'src/rpc/';
const RECORDINGS = /^test\/recordings\/.*\.ts$/;
/** Recordings of answers first: they are short, and of every method. */
const ORDERED_RECORDINGS = ['scenarios', 'rippled-tests', 'fuzz', 'live'];
const BROWSER = 'test/explorer/support/browser.ts';
const BROWSER_LOADS = 'explorer/app.js';
const GROUP_SIZE = 20;

export class TestOrder {
  readonly #importers = new Map<string, string[]>();
  readonly #tests: readonly string[];
  readonly #alone = new Set<string>();

  constructor(root: string) {
    const files = globSync(['src/**/*.{ts,js,cjs}', 'test/**/*.ts', 'explorer/**/*.js'], { cwd: root }).map((file) =>
      file.replaceAll(path.sep, '/'),
    );
    const known = new Set(files);
    this.#tests = files.filter((file) => file.endsWith('.test.ts') && !READS_SOURCES.test(file)).sort();
    for (const file of files) {
      const text = readFileSync(path.join(root, file), 'utf8').replaceAll(TYPE_IMPORT, '');
      if (STARTS_PROCESSES.test(text)) this.#alone.add(file);
      for (const name of namedFiles(file, text, known)) {
        const importers = this.#importers.get(name);
        if (importers === undefined) this.#importers.set(name, [file]);
        else importers.push(file);
      }
    }
  }

  /** The test files that may detect a mutant in the file, the nearest first. */
  groupsFor(file: string): TestGroup[] {
    const distances = this.#distancesTo(file);
    const rank = (test: string) => rankOf(file, test, distances.get(test)!, this.#alone.has(test));
    const ordered = this.#tests
      .filter((test) => distances.has(test))
      .map((test) => ({ test, rank: rank(test) }))
      .toSorted((a, b) => a.rank - b.rank || shared(file, b.test) - shared(file, a.test));
    const groups: string[][] = [];
    let open: { rank: number; tests: string[] } | undefined;
    for (const { test, rank } of ordered) {
      if (this.#isAlone(test)) {
        groups.push([test]);
      } else if (open === undefined || open.tests.length >= GROUP_SIZE || rank - open.rank > 1) {
        open = { rank, tests: [test] };
        groups.push(open.tests);
      } else open.tests.push(test);
    }
    return groups;
  }

  /** True if a test file has its own process. */
  #isAlone(test: string): boolean {
    return this.#alone.has(test) || RECORDINGS.test(test) || SLOW.test(test);
  }

  /** Number of imports between a file and each file that loads it. */
  #distancesTo(file: string): Map<string, number> {
    const distances = new Map([[file, 0]]);
    for (const [name, distance] of distances)
      for (const importer of this.#importers.get(name) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    return distances;
  }
}

/** Names are relative to the file, to the project or, in tests of the explorer, to any of its folders. */
function namedFiles(file: string, text: string, known: ReadonlySet<string>): Set<string> {
  const explorer = file.startsWith('test/explorer/') ? [...known].filter((name) => name.startsWith('explorer/')) : [];
  const names = Array.from(text.matchAll(NAMED_FILE), (match) => match[1]!);
  const found = names.flatMap((name) => [
    path.posix.join(path.posix.dirname(file), name),
    path.posix.normalize(name),
    ...explorer.filter((module) => module.endsWith(`/${name}`)),
  ]);
  return new Set([...found, ...(file === BROWSER ? [BROWSER_LOADS] : [])].filter((name) => known.has(name)));
}

/** Lower ranks run earlier: the distance, plus a penalty for slow tests. */
function rankOf(file: string, test: string, distance: number, startsProcesses: boolean): number {
  if (test.replace(/\.test\.ts$/, '') === file.replace(/\.[jt]s$/, '')) return 0;
  if (RECORDINGS.test(test)) {
    const at = ORDERED_RECORDINGS.indexOf(path.basename(test, '.test.ts'));
    return (ENGINE.test(file) || (at < 2 && file.startsWith(ANSWERS)) ? 1 : 4) + at / 10;
  }
  if (path.dirname(test) === path.dirname(file)) return startsProcesses ? 0.8 : 0.5;
  const isOfRoom = test.includes(file.replace(/^src\//, '').split('/')[0]!);
  return distance + (startsProcesses ? 2 : 0) + (SLOW.test(test) ? 4 : 0) - (isOfRoom ? 1 : 0);
}

/** Number of folders that two paths share. */
function shared(a: string, b: string): number {
  const others = b.split('/');
  return a.split('/').findIndex((folder, at) => folder !== others[at]);
}
