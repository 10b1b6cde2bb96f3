/** Whether a second core is worth having: reads with the machine's work held to one core, then to two. */
import { spawnSync } from 'node:child_process';
import { type Benchmark, type BenchmarkOptions, type Measurement, median } from '../benchmark.ts';
import { buildBundle } from '../bundle.ts';
import { CONNECTIONS, withEmptyServer } from '../http-load.ts';
import { readLoads, withLoadedServer } from './loaded-server.ts';
import { loadByWrk, type WrkLoad, type WrkRate } from './wrk.ts';

const RUNS = 5;
const WRK_SECONDS = 3;
const CORES = ['0', '0,1'] as const;

export const coresScaling: Benchmark = {
  name: 'cores-scaling',
  question:
    'Reads per second by wrk over 16 connections, server and client on one core (taskset), then on two. The server ' +
    'has one worker on one core and two on two, unless --threads sets another number. wrk needs about as much of a ' +
    `core as the server for short answers, so the server's processor time per request has its own rows; "by itself" ` +
    'is the ratio that follows for a server alone on two cores. "Bytes from memory" is the same load on an HTTP ' +
    'server with as many threads that always sends the same answer: what the machine gains from a second core.',
  async measure(options) {
    if (spawnSync('taskset', ['--version']).error !== undefined) {
      process.stderr.write('taskset is not installed: nothing is held to a core\n');
      return [];
    }
    buildBundle();
    const figures: Figures = new Map();
    for (let run = 0; run < (options.isQuick ? 1 : RUNS); run++) {
      for (const [at, cores] of CORES.entries()) await measureOn(cores, at, options, figures);
    }
    return Array.from(figures).flatMap(([what, byCores]) => measurementsOf(what, byCores));
  },
};

/** By the read, then by the place of the cores in `CORES`: the runs. */
type Figures = Map<string, Run[][]>;
type Run = Pick<WrkRate, 'perSecond' | 'serverUs'>;

async function measureOn(
  cores: string,
  at: number,
  { isQuick, threads }: BenchmarkOptions,
  figures: Figures,
): Promise<void> {
  const count = threads ?? (takesThreads() ? at + 1 : undefined);
  const args = count === undefined ? [] : ['--threads', String(count)];
  const lengths: number[] = [];
  const note = (what: string, rate: Run) => {
    const byCores = figures.get(what) ?? CORES.map(() => []);
    figures.set(what, byCores);
    byCores[at]!.push(rate);
  };
  const measure = async (server: WrkLoad['server'], bodies: readonly string[]) => {
    const load = { server, connections: CONNECTIONS, bodies, cores };
    if (!isQuick) await loadByWrk({ ...load, seconds: 1 });
    return loadByWrk({ ...load, seconds: isQuick ? 1 : WRK_SECONDS });
  };
  await withLoadedServer({ args, place: { cores } }, async ({ running, client, world }) => {
    const loads = readLoads(world);
    for (const [what, bodies] of isQuick ? loads.slice(0, 2) : loads) {
      note(what, await measure(running, bodies));
      lengths.push((await client.post(bodies[0]!)).length);
    }
  });
  for (const answerBytes of lengths) {
    const what = `${answerBytes.toLocaleString('en')} bytes from memory`;
    const options = { threads: at + 1, answerBytes, cores };
    note(what, await withEmptyServer((server) => measure(server, ['x'.repeat(300)]), options));
  }
}

/** Older servers have no such option. */
function takesThreads(): boolean {
  const main = new URL('../../src/cli/main.ts', import.meta.url).pathname;
  return spawnSync(process.execPath, [main, 'start', '--help'], { encoding: 'utf8' }).stdout.includes('--threads');
}

function measurementsOf(what: string, [one = [], two = []]: readonly Run[][]): Measurement[] {
  const rates = [one, two].map((runs) => runs.map(({ perSecond }) => perSecond));
  const times = [one, two].map((runs) => runs.flatMap(({ serverUs }) => serverUs ?? []));
  const [rateOfOne = [], rateOfTwo = []] = rates;
  const [timeOfOne = [], timeOfTwo = []] = times;
  const measurements = [
    { what: `${what}, 1 core`, unit: 'a second', runs: rateOfOne },
    { what: `${what}, 2 cores`, unit: 'a second', runs: rateOfTwo, note: timesAsMany(rateOfTwo, rateOfOne) },
  ];
  if (timeOfOne.length === 0 || timeOfTwo.length === 0) return measurements;
  const ownShare = timesAsMany(
    timeOfOne.map((us) => CORES.length * us),
    timeOfTwo,
  );
  return [
    ...measurements,
    { what: `${what}, time of all threads, 1 core`, unit: 'µs', runs: timeOfOne },
    { what: `${what}, time of all threads, 2 cores`, unit: 'µs', runs: timeOfTwo, note: `by itself ${ownShare}` },
  ];
}

function timesAsMany(figures: readonly number[], others: readonly number[]): string {
  return `${median(figures.map((figure, run) => figure / others[run]!)).toFixed(2)} × 1 core`;
}
