/** Which test files share a process, and in which order they are run. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface TestBatch {
  readonly name: string;
  /** Paths in the repository. */
  readonly files: readonly string[];
}

/** Files of `test/` that tell most in little time, by their names. */
const FAST_SCENARIOS = [
  'abuse-roles',
  'authorization',
  'channels-methods',
  'channels-money',
  'channels-states',
  'dependencies',
  'errors-doc',
  'examples',
  'faults-time',
  'hardening-json',
  'hardening-transactions',
  'idle-store',
  'limits-queue',
  'method-differences',
  'methods-doc',
  'readme',
  'scenarios',
  'specification',
  'submit-wait',
  'tidy',
  'trust-lines-methods',
  'websocket',
  'xrpl-client',
];
/** What takes longest, the longest first, so that the lanes end together. Of `test/`, each has a process of its own. */
export const LONGEST = [
  'test/pack.test.ts',
  'test/explorer/crawl.test.ts',
  'src/cli/main.test.ts',
  'test/explorer/access.test.ts',
  'test/simulation/kill.test.ts',
  'test/docs/cluster-doc.test.ts',
  'test/simulation/cluster-soak.test.ts',
  'test/hardening-fields.test.ts',
  'test/recordings/live.test.ts',
  'test/simulation/mixed-load.test.ts',
  'test/recordings/fuzz.test.ts',
  'test/recordings/rippled-tests.test.ts',
  'src/storage',
  'test/explorer/desk.test.ts',
  'src/storage/lmdb/lmdb-store.test.ts',
  'test/simulation/faults-commit.test.ts',
  'test/simulation/faults-durable.test.ts',
  'test/scenarios/workers.test.ts',
  'test/recordings/scenarios.test.ts',
  'test/hardening-blobs.test.ts',
  'test/explorer/live.test.ts',
  'test/hardening-parameters.test.ts',
  'test/explorer/history.test.ts',
  'test/explorer/browser.test.ts',
  'test/explorer/send.test.ts',
  'test/scenarios/export-balances.test.ts',
  'src/node',
  'test/scenarios/worker-servers.test.ts',
  'test/scenarios/verify.test.ts',
  'test/docs/printed-pages.test.ts',
  'test/scenarios/postgres-archive.test.ts',
  'src/transactions',
  'src/rpc',
  'test/explorer/hostile.test.ts',
];
/** How many files of `test/` share a process that begin none themselves and are not among the longest. */
const SHARING = 12;
const STARTS_PROCESSES = /from 'node:child_process'|support\/(program|run-weir|server-process|started-weir)\.ts'/;

/** The files that are chosen: what takes longest first, then what shares a process, then the rest. */
export function testBatches(root: string, isChosen: (file: string) => boolean): TestBatch[] {
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter(isChosen)
    .sort();
  const isAlone = (file: string) => startsProcesses(root, file) || LONGEST.includes(file);
  const alone = files.filter(isAlone).map((file) => ({ name: file, files: [file] }));
  const sharing = files.filter((file) => !isAlone(file));
  const layers = Map.groupBy(
    sharing.filter((file) => file.startsWith('src/')),
    (file) => file.split('/', 2).join('/'),
  );
  const batches = [...inGroups(sharing), ...[...layers].map(([name, of]) => ({ name, files: of })), ...alone];
  return batches.toSorted((a, b) => placeOf(a.name) - placeOf(b.name));
}

/** Those of `test/`, so many together, in the order of their names. */
function inGroups(files: readonly string[]): TestBatch[] {
  const scenarios = files.filter((file) => file.startsWith('test/'));
  const count = Math.ceil(scenarios.length / SHARING);
  return Array.from({ length: count }, (_, at) => {
    const of = scenarios.slice(at * SHARING, (at + 1) * SHARING);
    return { name: nameOf(of), files: of };
  });
}

/** The first and, if there are others, the last of them. */
function nameOf(files: readonly string[]): string {
  const rest = files.length === 1 ? '' : ` to ${path.basename(files.at(-1)!, '.test.ts')} (${files.length} files)`;
  return `${files[0]}${rest}`;
}

/** Where a process stands among those that take longest; behind them all if it is none. */
function placeOf(name: string): number {
  const place = LONGEST.indexOf(name);
  return place < 0 ? LONGEST.length : place;
}

/** Whether a file belongs to the fast tier: unit tests that start no processes, and a choice of scenarios. */
export function isFast(root: string, file: string): boolean {
  if (file.startsWith('test/')) return FAST_SCENARIOS.includes(path.basename(file, '.test.ts'));
  return !startsProcesses(root, file);
}

/** Whether a file starts processes, most of them servers. */
export function startsProcesses(root: string, file: string): boolean {
  return STARTS_PROCESSES.test(readFileSync(path.join(root, file), 'utf8'));
}
