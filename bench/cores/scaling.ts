/** Whether a second core is worth having: reads with the machine's work held to one core, then to two. */
import { spawnSync } from 'node:child_process';
import { type Benchmark, type BenchmarkOptions, type Measurement, median } from '../benchmark.ts';
import { CONNECTIONS } from '../http-load.ts';
import { readLoads, withLoadedServer } from './loaded-server.ts';
import { loadByWrk } from './wrk.ts';

const RUNS = 5;
const WRK_SECONDS = 3;
const CORES = ['0', '0,1'] as const;

export const coresScaling: Benchmark = {
  name: 'cores-scaling',
  question:
    'Reads a second by wrk over 16 connections, with server and client on one core (taskset), then on two. A server on one ' +
    'core has one front-end thread, one on two cores has two, unless --threads says otherwise.',
  async measure(options) {
    if (spawnSync('taskset', ['--version']).error !== undefined) {
      process.stderr.write('taskset is not installed: nothing is held to a core\n');
      return [];
    }
    const figures = new Map<string, number[][]>();
    for (let run = 0; run < (options.isQuick ? 1 : RUNS); run++) {
      for (const [at, cores] of CORES.entries()) await measureOn(cores, at, options, figures);
    }
    return Array.from(figures).flatMap(([what, byCores]) => measurementsOf(what, byCores));
  },
};

async function measureOn(
  cores: string,
  at: number,
  { isQuick, threads }: BenchmarkOptions,
  figures: Map<string, number[][]>,
): Promise<void> {
  const count = threads ?? (takesThreads() ? at + 1 : undefined);
  const args = count === undefined ? [] : ['--threads', String(count)];
  await withLoadedServer({ args, place: { cores, isBundle: false } }, async ({ running, world }) => {
    const loads = readLoads(world);
    for (const [what, bodies] of isQuick ? loads.slice(0, 2) : loads) {
      const load = { server: running, connections: CONNECTIONS, bodies, cores };
      if (!isQuick) await loadByWrk({ ...load, seconds: 1 });
      const { perSecond } = await loadByWrk({ ...load, seconds: isQuick ? 1 : WRK_SECONDS });
      const byCores = figures.get(what) ?? CORES.map(() => []);
      figures.set(what, byCores);
      byCores[at]!.push(perSecond);
    }
  });
}

/** Older servers have no such option. */
function takesThreads(): boolean {
  const main = new URL('../../src/cli/main.ts', import.meta.url).pathname;
  return spawnSync(process.execPath, [main, 'start', '--help'], { encoding: 'utf8' }).stdout.includes('--threads');
}

function measurementsOf(what: string, [one = [], two = []]: readonly number[][]): Measurement[] {
  const ratio = median(two.map((figure, run) => figure / one[run]!));
  return [
    { what: `${what}, 1 core`, unit: 'a second', runs: one },
    { what: `${what}, 2 cores`, unit: 'a second', runs: two, note: `${ratio.toFixed(2)} × 1 core` },
  ];
}
