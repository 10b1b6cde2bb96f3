/**
 * `npm run mutants -- --count 50 --seed 7`: makes bugs of one line at random places, one at a time, each in a copy of the
 * project. Checks its types and runs the tests that may notice it, the nearest first. Reports which bugs nothing noticed.
 *
 * - `--count N` (50), `--seed TEXT` (random): how many, and which. `--from N` (1): the first to try, to continue a run.
 * - `--room WORD`: only files whose path holds the word. `--since COMMIT`: only files changed since then.
 * - `--workers N` (2): how many at a time. `--limit SECONDS` (90): testing time for one mutant.
 * - `--at-most PERCENT`: status 1 if more of them are alive. Otherwise the status is 0.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import './test-tools.ts';
import { MutantWorker, type Verdict } from './mutants/mutant-worker.ts';
import { type Mutant, sampleMutants } from './mutants/sample.ts';
import { TestOrder } from './mutants/test-order.ts';
import { TypeChecker } from './mutants/type-checker.ts';

const ROOT = path.join(import.meta.dirname, '..');
const LONGEST_TEXT = 160;
/** Tests, descriptions of methods, types, and code of third parties. */
const NO_SOURCES = /\.(test|doc|d)\.ts$|\/vendor\//;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now()) },
    room: { type: 'string', default: '' },
    since: { type: 'string' },
    workers: { type: 'string', default: '2' },
    limit: { type: 'string', default: '90' },
    'at-most': { type: 'string', default: '100' },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const mutants = sampleMutants(ROOT, sources(), values.seed, numberOf('count')).slice(numberOf('from') - 1);
  console.log(`${mutants.length} mutants with seed ${values.seed}`);
  const queue = mutants.values();
  const order = new TestOrder(ROOT);
  const types = new TypeChecker(ROOT);
  const workers = Array.from({ length: numberOf('workers') }, () => new MutantWorker(ROOT, order, types));
  const removeWorkers = () => {
    types.close();
    for (const worker of workers) worker.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      removeWorkers();
      process.exit(2);
    });
  }
  const verdicts: Verdict[] = [];
  const work = async (worker: MutantWorker) => {
    for (const mutant of queue) {
      const verdict = await worker.judge(mutant, numberOf('limit'));
      verdicts.push(verdict);
      console.log(lineOf(verdict));
    }
  };
  try {
    await Promise.all(workers.map(work));
  } finally {
    removeWorkers();
  }
  report(verdicts);
  const alive = verdicts.filter(isAlive).length;
  return alive * 100 > numberOf('at-most') * verdicts.length ? 1 : 0;
}

function numberOf(option: 'count' | 'from' | 'workers' | 'limit' | 'at-most'): number {
  const value = Number(values[option]);
  if (!(value > 0)) throw new RangeError(`--${option} must be a number above 0, not ${values[option]}`);
  return value;
}

/** The files that can be mutated. */
function sources(): string[] {
  const files = globSync(['src/**/*.ts', 'explorer/**/*.js'], { cwd: ROOT }).map((file) =>
    file.replaceAll(path.sep, '/'),
  );
  const { since } = values;
  const changed =
    since === undefined
      ? files
      : execFileSync('git', ['diff', '--name-only', since], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  return files.filter((file) => !NO_SOURCES.test(file) && file.includes(values.room) && changed.includes(file)).sort();
}

function isAlive({ noticedBy }: Verdict): boolean {
  return noticedBy === undefined;
}

function lineOf(verdict: Verdict): string {
  const { mutant, seconds, noticedBy, filesRun, filesKnown } = verdict;
  const by = noticedBy ?? `${filesRun} of ${filesKnown} test files`;
  return `${isAlive(verdict) ? 'alive  ' : 'noticed'} ${seconds.toFixed(1).padStart(5)} s  ${changeOf(mutant)}  (${by})`;
}

function changeOf({ file, line, before, after }: Mutant): string {
  const short = (text: string) => text.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_TEXT);
  return `${file}:${line}  ${short(before)}  →  ${short(after) || '(nothing)'}`;
}

function report(verdicts: readonly Verdict[]): void {
  const roomOf = ({ mutant }: Verdict) =>
    mutant.file
      .split('/')
      .slice(0, mutant.file.startsWith('src/') ? 2 : 1)
      .join('/');
  console.log('\nmutants  noticed  alive  seconds  room');
  const rooms = Map.groupBy(verdicts, roomOf);
  const rows: readonly (readonly [string, readonly Verdict[]])[] = [...[...rooms].sort(), ['all', verdicts]];
  for (const [room, of] of rows) {
    const alive = of.filter(isAlive).length;
    const seconds = of.reduce((sum, one) => sum + one.seconds, 0);
    const figures = [of.length, of.length - alive, alive, seconds.toFixed(0)].map((one, at) =>
      String(one).padStart(at === 2 ? 6 : at === 0 ? 7 : 8),
    );
    console.log(`${figures.join(' ')}  ${room}`);
  }
  for (const verdict of verdicts.filter(isAlive)) console.log(`\nalive: ${changeOf(verdict.mutant)}`);
}
