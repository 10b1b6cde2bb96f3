/** What a server of several threads is held to: submissions and reads side by side with another checkout's. */
import { type Benchmark, type BenchmarkOptions, median, percentile } from '../benchmark.ts';
import { buildBundle } from '../bundle.ts';
import { CONNECTIONS, calibrationRate, withEmptyServer } from '../http-load.ts';
import { PAYER_COUNT } from '../payment-world.ts';
import { type SubmissionLoad, submitAll } from '../submission-load.ts';
import { type ThreadTime, threadTime } from '../thread-time.ts';
import { Comparison, type Contestant, contestants } from './comparison.ts';
import { type LoadedServer, readLoads, withLoadedServer } from './loaded-server.ts';
import { loadByWrk } from './wrk.ts';

const RUNS = 5;
/** A server that just started compiles what it runs; so these say more of that than of the rest. */
const FIRST_PAYMENTS = 6_000;
/** With the first ones. */
const ALL_PAYMENTS = 30_000;
const QUICK_PAYMENTS = { first: 1_000, all: 3_000 };
const PAYMENTS_A_LEDGER = 500;
const WRK_SECONDS = 3;

export const cores: Benchmark = {
  name: 'cores',
  question:
    `Requests per second over ${CONNECTIONS} keep-alive connections, LMDB store, the bundle. ${ALL_PAYMENTS} signed ` +
    `payments between ${PAYER_COUNT} accounts from Weir's own client, with a ledger_accept after every ` +
    `${PAYMENTS_A_LEDGER}, which counts. The first ${FIRST_PAYMENTS}, when V8 has not compiled the code yet, have ` +
    `their own rows. Then reads by wrk, ${WRK_SECONDS} s each. Times are processor time of the server per request, ` +
    'closes included. --against measures another checkout in alternation; ratios are of neighbouring runs.',
  async measure(options) {
    buildBundle();
    const comparison = new Comparison();
    for (let run = 0; run < (options.isQuick ? 1 : RUNS); run++) {
      const turns = contestants(options);
      // Who comes second in one run is first in the next.
      for (const contestant of run % 2 === 0 ? turns : turns.toReversed()) {
        await measureOne(contestant, options, comparison);
      }
    }
    return comparison.measurements();
  },
};

async function measureOne(contestant: Contestant, options: BenchmarkOptions, comparison: Comparison): Promise<void> {
  const calibration = await calibrationRate();
  const what = 'calibration: empty HTTP server, our client';
  comparison.add(contestant, { what, unit: 'a second', value: calibration });
  const seconds = options.isQuick ? 1 : WRK_SECONDS;
  const bodies = ['x'.repeat(300)];
  const empty = await withEmptyServer((server) => loadByWrk({ server, connections: CONNECTIONS, bodies, seconds }));
  comparison.add(contestant, { what: 'calibration: empty HTTP server, wrk', unit: 'a second', value: empty.perSecond });
  await withLoadedServer(contestant, async (loaded) => {
    await measureSubmissions(contestant, options, loaded, calibration, comparison);
    for (const [read, bodies] of readLoads(loaded.world)) {
      const load = { server: loaded.running, connections: CONNECTIONS, bodies };
      await loadByWrk({ ...load, seconds: 1 });
      const { perSecond, p99Ms, serverUs } = await loadByWrk({ ...load, seconds });
      comparison.add(contestant, { what: read, unit: 'a second', value: perSecond, calibration: empty.perSecond });
      comparison.add(contestant, { what: `${read}, p99`, unit: 'ms', value: p99Ms });
      if (serverUs === undefined) continue;
      comparison.add(contestant, { what: `${read}, time of all threads`, unit: 'µs', value: serverUs });
    }
  });
}

async function measureSubmissions(
  contestant: Contestant,
  { isQuick }: BenchmarkOptions,
  { running, client, world }: LoadedServer,
  calibration: number,
  comparison: Comparison,
): Promise<void> {
  const { first, all } = isQuick ? QUICK_PAYMENTS : { first: FIRST_PAYMENTS, all: ALL_PAYMENTS };
  const payments = world.sign(all);
  const before = threadTime(running.pid);
  const beginning = await submitAll(client, payments.slice(0, first), PAYMENTS_A_LEDGER);
  const between = threadTime(running.pid);
  const rest = await submitAll(client, payments.slice(first), PAYMENTS_A_LEDGER);
  const after = threadTime(running.pid);
  const cold = {
    what: `submit, first ${first.toLocaleString('en')} after the start`,
    load: beginning,
    count: first,
    before,
    after: between,
  };
  const whole = {
    what: `submit, ${all.toLocaleString('en')}`,
    load: joined(beginning, rest),
    count: all,
    before,
    after,
  };
  for (const part of [cold, whole]) addSubmissions(contestant, part, calibration, comparison);
}

/** One load after the other, as one. */
function joined(one: SubmissionLoad, other: SubmissionLoad): SubmissionLoad {
  const latenciesMs = [...one.latenciesMs, ...other.latenciesMs];
  const seconds = [one, other].reduce((sum, load) => sum + load.latenciesMs.length / load.perSecond, 0);
  return {
    perSecond: latenciesMs.length / seconds,
    latenciesMs,
    closesMs: [...one.closesMs, ...other.closesMs],
    failures: [...one.failures, ...other.failures],
  };
}

interface MeasuredPart {
  readonly what: string;
  readonly load: SubmissionLoad;
  readonly count: number;
  readonly before: ThreadTime | undefined;
  readonly after: ThreadTime | undefined;
}

function addSubmissions(
  contestant: Contestant,
  { what, load, count, before, after }: MeasuredPart,
  calibration: number,
  comparison: Comparison,
): void {
  const { perSecond, latenciesMs, closesMs, failures } = load;
  const add = (part: string, unit: string, value: number) =>
    comparison.add(contestant, { what: `${what}, ${part}`, unit, value });
  comparison.add(contestant, { what, unit: 'a second', value: perSecond, calibration, remark: failures.join(', ') });
  add('p99', 'ms', percentile(latenciesMs, 0.99));
  add('ledger_accept', 'ms', median(closesMs));
  if (before === undefined || after === undefined) return;
  add("engine thread's own time", 'µs', (after.engineUs - before.engineUs) / count);
  add('time of all threads', 'µs', (after.allUs - before.allUs) / count);
}
