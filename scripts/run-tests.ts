/**
 * Runs the tests with the test runner of Node.js: `npm test`, or `npm run test:fast` for the most important ones. Words
 * choose files: `npm test -- kill src/rpc` runs those whose path contains one of them.
 *
 * Most of the time of a small test file is the start of its process. So files share processes: those that need a browser,
 * which they share too, the recordings, those that start processes themselves, the unit tests of `src/storage`, which wait for
 * disks and databases, the other unit tests, and the rest of `test/`. A file that waits for long has its own. All of them share
 * a temporary directory, and the run fails if a file or a process is left at its end.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type EventData, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import './test-tools.ts';
import { isBundleFresh } from '../src/cli/bundle-check.cjs';
import { showProgress } from './progress.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Preloaded into each test process. */
const PRELOADED = ['compile-cache.ts', 'bundled-workers.ts', 'untracked-promises.ts'];
const TEST_LIMIT_MS = 300_000;
const RUN_LIMIT_MS = 3_000_000;
const LEFTOVER_LIMIT_MS = 10_000;
const POLL_MS = 50;
const MAX_CONCURRENCY = 6;
const SHOWN_SLOWEST = 10;
/** A file system in memory, on Linux, and the room that it must have. */
const MEMORY = '/dev/shm';
const MEMORY_BYTES = 3 * 2 ** 30;
/**
 * Number of files of each kind that share a process. Those that wait for long start first, and those that keep a processor busy
 * for a short time last, so that no processor is idle at the end.
 */
const SHARING = { browser: 5, storage: 20, starters: 25, recordings: 3, others: 40, units: 320 };
const KINDS = Object.keys(SHARING) as (keyof typeof SHARING)[];
const NEEDS_BROWSER = /from '\.\/support\/browser\.ts'/;
const STARTS_PROCESSES = /from 'node:child_process'|support\/(program|run-weir|server-process)\.ts'/;

/** Files with their own process. */
const SLOWEST = /\/pack\.|cluster-(doc|soak)|mixed-load|lmdb-store\./;
const RECORDINGS = 'test/recordings/';
/** Files of `test/` that belong to the fast tier. */
const FAST =
  /(authorization|channels|dependencies|errors-doc|examples|faults-time|hostile\/(json|roles|transactions)|idle-store|limits-queue|methods-doc|readme|scenarios|specification|submit-wait|tidy|trust-lines-methods|websocket|xrpl-client)\.test/;

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { fast: { type: 'boolean', default: false }, concurrency: { type: 'string' } },
});
process.chdir(ROOT);
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word.replace(/^\.\//, ''))))
  .filter((file) => !values.fast || (file.startsWith('test/') ? FAST.test(file) : !startsProcesses(file)))
  .sort();
if (files.some(startsProcesses) && !isBundleFresh(ROOT)) buildBundle();

const temporary = mkdtempSync(path.join(tmpdir(), 'weir-tests-'));
// A test may run a program as another user, who must be able to traverse the directory.
chmodSync(temporary, 0o711);
const [entries, home, npmCache] = ['entries', 'home', 'npm-cache'].map((name) => {
  const folder = path.join(temporary, name);
  mkdirSync(folder);
  return folder;
}) as [string, string, string];
process.env.TMPDIR = temporary;
// Tests find nothing that was installed or downloaded before. What they leave fails the run.
process.env.HOME = home;
process.env.npm_config_cache = npmCache;
for (const name of Object.keys(process.env)) if (name.startsWith('XDG_')) delete process.env[name];
const memory = memoryFolder();
if (memory !== undefined) process.env.WEIR_TEST_MEMORY = memory;
process.env.NO_COLOR = '1';
process.env.NODE_COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/compile');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    removeLeftovers();
    process.exit(1);
  });
}

const durations = new Map<string, number>();
const paths = new Set<string | undefined>(files.map((file) => path.resolve(file)));
/** Files of which a test has ended, and how many tests have. A test can be in a file that several test files share. */
const reached = new Set<string | undefined>();
let ended = 0;
let failed = 0;
let totals: EventData.TestSummary['counts'] | undefined;
const events = run({
  files: programs(files),
  // More than the number of processors, because many tests wait for timers, disks and processes.
  concurrency: Number(values.concurrency ?? Math.min(MAX_CONCURRENCY, 2 * availableParallelism() + 1)),
  timeout: TEST_LIMIT_MS,
  signal: AbortSignal.timeout(RUN_LIMIT_MS),
  execArgv: PRELOADED.flatMap((file) => ['--import', pathToFileURL(path.resolve('test/support', file)).href]),
});
events.on('test:fail', () => {
  process.exitCode = 1;
});
// Emitted when a test ends, while other events wait for the files before.
events.on('test:complete', ({ name, file, details }) => {
  if (paths.has(file)) reached.add(file);
  // A file that failed is a test too.
  if (details.type === 'suite' || path.resolve(name) === file) return;
  ended += 1;
  if (!details.passed) failed += 1;
});
events.on('test:summary', ({ file, duration_ms, counts }) => {
  if (file === undefined) totals = counts;
  else durations.set(path.relative(file.startsWith(entries) ? entries : ROOT, file), duration_ms);
});
// The reporter of Node.js prints all events. Without passed tests it prints only failures, uncaught errors and totals.
const reported = events.filter(({ type, data }) => {
  if (type !== 'test:diagnostic') return type === 'test:fail' || type === 'test:stderr';
  return !data.file || data.message.startsWith('Error: ');
});
const progress = showProgress(() => ({
  share: reached.size / files.length,
  text: `${ended.toLocaleString('en')} tests of ${reached.size} of ${files.length} files, ${failed} failed`,
}));
for await (const text of Readable.from(reported).compose(new spec())) {
  progress.clear();
  process.stdout.write(text);
}
showSlowest();
for (const problem of await leftovers()) {
  console.log(problem);
  process.exitCode = 1;
}
progress.stop();
removeLeftovers();
if (totals === undefined || totals.tests === 0) {
  console.log('No test ran. Are the words part of the path of a test file?');
  process.exitCode = 1;
} else console.log(resultLine(totals));

/** True if a file starts processes, most of them servers. */
function startsProcesses(file: string): boolean {
  return kindOf(file) === 'starters' || kindOf(file) === 'browser';
}

/** Builds the bundle, because servers start from it in a third of the time. */
function buildBundle(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { encoding: 'utf8' });
  if (status !== 0) console.log(`The servers run from the sources, because the bundle was not built: ${stderr}`);
}

/** The modules to run, one for each process: test files, and modules that import the files of a group. */
function programs(chosen: readonly string[]): string[] {
  const alone = chosen.filter((file) => SLOWEST.test(file));
  const kinds = Object.groupBy(
    chosen.filter((file) => !alone.includes(file)),
    kindOf,
  );
  const groups = KINDS.flatMap((kind) => groupsOf(kind, kinds[kind] ?? []));
  const entries = groups.map(([name, members]) => writeEntry(name, members!));
  // The browser tests take longest.
  const browsers = kinds.browser === undefined ? 0 : groupCount('browser', kinds.browser);
  return [...entries.slice(0, browsers), ...alone, ...entries.slice(browsers)];
}

function kindOf(file: string): keyof typeof SHARING {
  const text = readFileSync(file, 'utf8');
  if (file.startsWith(RECORDINGS)) return 'recordings';
  if (NEEDS_BROWSER.test(text)) return 'browser';
  if (STARTS_PROCESSES.test(text)) return 'starters';
  if (file.startsWith('src/storage/')) return 'storage';
  return file.startsWith('src/') ? 'units' : 'others';
}

/** Groups of about the size for their kind. Neighbouring files are similar, so they are spread over the groups. */
function groupsOf(kind: keyof typeof SHARING, members: readonly string[]): [string, string[] | undefined][] {
  const count = groupCount(kind, members);
  return Object.entries(Object.groupBy(members, (_, at) => `${kind}-${(at % count) + 1}`));
}

function groupCount(kind: keyof typeof SHARING, members: readonly string[]): number {
  return Math.ceil(members.length / SHARING[kind]);
}

function writeEntry(name: string, members: readonly string[]): string {
  const file = path.join(entries, `${name}.mjs`);
  writeFileSync(file, members.map((member) => `import '${pathToFileURL(path.resolve(member)).href}';\n`).join(''));
  return file;
}

function showSlowest(): void {
  const slowest = [...durations].sort(([, one], [, other]) => other - one).slice(0, SHOWN_SLOWEST);
  for (const [name, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

/** The last line: how many tests passed, failed and were skipped, and how long the run took. */
function resultLine({ tests, passed, skipped, todo }: EventData.TestSummary['counts']): string {
  const counts = [`${passed} passed`, `${tests - passed - skipped - todo} failed`, `${skipped + todo} skipped`];
  const seconds = Math.round(performance.now() / 1000);
  return `${counts.join(', ')} in ${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * A folder in memory for data that no test expects on a disk; undefined if the system has none, or too little room. A database has
 * hundreds of files, which take most of the time of tests with PostgreSQL on a disk.
 */
function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < MEMORY_BYTES) return undefined;
    const folder = mkdtempSync(path.join(MEMORY, 'weir-tests-'));
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return undefined;
  }
}

/** Files and processes that tests did not remove or end. */
async function leftovers(): Promise<string[]> {
  // A process that was just killed takes a moment to end.
  for (let waited = 0; waited < LEFTOVER_LIMIT_MS && startedHere().length > 0; waited += POLL_MS) await delay(POLL_MS);
  return [
    ...startedHere().map((pid) => `A test left a process running: ${pid} ${commandOf(pid)}`),
    ...readdirSync(temporary)
      .filter((name) => ![entries, home, npmCache].includes(path.join(temporary, name)))
      .map((name) => `A test left ${name} in the temporary directory.`),
    ...readdirSync(home).map((name) => `A test left ${name} in the home directory.`),
    ...(memory === undefined ? [] : readdirSync(memory)).map((name) => `A test left ${name} in memory.`),
  ];
}

function removeLeftovers(): void {
  for (const pid of startedHere()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has just ended.
    }
  }
  for (const folder of [temporary, memory])
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Processes that inherited the temporary directory of this run, on systems with `/proc`. */
function startedHere(): number[] {
  const pids = globSync('/proc/[0-9]*').map((folder) => Number(path.basename(folder)));
  return pids.filter((pid) => pid !== process.pid && ofProcess(pid, 'environ').includes(`\0TMPDIR=${temporary}\0`));
}

function commandOf(pid: number): string {
  return ofProcess(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 200);
}

/** A file of `/proc` about a process; empty if it has ended or belongs to another user. */
function ofProcess(pid: number, file: string): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/${file}`, 'utf8')}\0`;
  } catch {
    return '';
  }
}
