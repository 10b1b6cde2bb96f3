/** What a server of several threads is held to: submissions and reads side by side with another checkout's. */
import { type Benchmark, type BenchmarkOptions, percentile } from '../benchmark.ts';
import { CONNECTIONS, calibrationRate, withEmptyServer } from '../http-load.ts';
import { PAYER_COUNT } from '../payment-world.ts';
import { submitAll } from '../submission-load.ts';
import { threadTime } from '../thread-time.ts';
import { Comparison, type Contestant, contestants } from './comparison.ts';
import { type LoadedServer, readLoads, withLoadedServer } from './loaded-server.ts';
import { loadByWrk } from './wrk.ts';

const RUNS = 5;
const PAYMENTS = 6_000;
const QUICK_PAYMENTS = 2_000;
const PAYMENTS_A_LEDGER = 500;
const WRK_SECONDS = 3;

export const cores: Benchmark = {
  name: 'cores',
  question:
    `Requests a second over ${CONNECTIONS} keep-alive connections, LMDB store: ${PAYMENTS} signed payments between ${PAYER_COUNT} ` +
    `accounts with a ledger_accept after every ${PAYMENTS_A_LEDGER}, which count, sent by our own client; then reads by wrk for ` +
    `${WRK_SECONDS} s each. Time is the processor time that the server takes for a request, with the closes. With --against another checkout does ` +
    'the same in alternation, and the ratios are those of neighbouring runs.',
  async measure(options) {
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
  const payments = world.sign(isQuick ? QUICK_PAYMENTS : PAYMENTS);
  const before = threadTime(running.pid);
  const { perSecond, latenciesMs, mostOvertaken, failures } = await submitAll(client, payments, PAYMENTS_A_LEDGER);
  const after = threadTime(running.pid);
  const remark = failures.join(', ');
  comparison.add(contestant, { what: 'submit', unit: 'a second', value: perSecond, calibration, remark });
  comparison.add(contestant, { what: 'submit, p99', unit: 'ms', value: percentile(latenciesMs, 0.99) });
  comparison.add(contestant, { what: 'submit, most that overtook one', unit: 'requests', value: mostOvertaken });
  if (before === undefined || after === undefined) return;
  const engineUs = (after.engineUs - before.engineUs) / payments.length;
  const allUs = (after.allUs - before.allUs) / payments.length;
  comparison.add(contestant, { what: "submit, engine thread's own time", unit: 'µs', value: engineUs });
  comparison.add(contestant, { what: 'submit, time of all threads', unit: 'µs', value: allUs });
}
