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
  'submit-wait',
  'tidy',
  'trust-lines-methods',
  'websocket',
  'xrpl-client',
];
const STARTS_PROCESSES = /from 'node:child_process'|support\/(program|run-weir|server-process|started-weir)\.ts'/;

/** The files that are chosen. Those that start processes take longest, so they come first. */
export function testBatches(root: string, isChosen: (file: string) => boolean): TestBatch[] {
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter(isChosen)
    .sort();
  const isAlone = (file: string) => startsProcesses(root, file) || file.startsWith('test/');
  const alone = Map.groupBy(files.filter(isAlone), (file) => startsProcesses(root, file));
  const shared = Map.groupBy(
    files.filter((file) => !isAlone(file)),
    (file) => file.split('/')[1]!,
  );
  const single = (file: string) => ({ name: file, files: [file] });
  return [
    ...(alone.get(true) ?? []).map(single),
    ...[...shared].map(([layer, of]) => ({ name: `src/${layer} (${of.length} files)`, files: of })),
    ...(alone.get(false) ?? []).map(single),
  ];
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
