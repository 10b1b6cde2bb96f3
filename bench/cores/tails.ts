/**
 * What a few requests wait for while the server is busy with something large: a close, or the pages of a client. They are sent
 * at an even pace, whether or not those before them are answered, and their time begins when they are due: a server that
 * does nothing for a while has many late ones. Who sends them does nothing else, and the pages are read by wrk.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { accountIdToAddress } from '../../src/crypto/address.ts';
import { MASTER } from '../../test/support/env.ts';
import { HttpClient } from '../../test/support/http-client.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import { type Benchmark, type BenchmarkOptions, type Measurement, percentile } from '../benchmark.ts';
import { buildBundle } from '../bundle.ts';
import { prepareHistory } from '../history.ts';
import { BUSY_ACCOUNT, locationOfRow, wholeLedgersOf } from '../history-ledgers.ts';
import { jsonRpc } from '../http-load.ts';
import { withStore } from '../kept-store.ts';
import { roomyLimits } from '../limits-file.ts';
import { PaymentWorld } from '../payment-world.ts';
import { fundPayers, submissionBody, submitAll } from '../submission-load.ts';
import { contestants } from './comparison.ts';
import { type LoadedServer, withLoadedServer } from './loaded-server.ts';
import type { ProbePlan, Probes } from './probe-thread.ts';
import { loadByWrk } from './wrk.ts';

const RUNS = 5;
const PAYMENTS = 5_000;
const ROWS = 1_000_000;
const QUICK_ROWS = 20_000;
const PAGE_ROWS = 200;
const PAGING_SECONDS = 3;
const PROBES_PER_SECOND = 200;
const WARM_UP_MS = 2_000;
/** For a close that takes long. */
const LONGEST_PROBING_SECONDS = 5;

export const coresTails: Benchmark = {
  name: 'cores-tails',
  question:
    `Response times of ${PROBES_PER_SECOND} payments and as many account_info per second, from the time at which ` +
    `each is due: while a ledger of ${PAYMENTS.toLocaleString('en')} payments closes, and while one client (wrk) ` +
    `reads an account with ${ROWS.toLocaleString('en')} rows in pages of ${PAGE_ROWS} without a pause. A run is one ` +
    `ledger, or ${PAGING_SECONDS} s of pages. The bundle.`,
  async measure(options) {
    buildBundle();
    const { args } = contestants(options)[0]!;
    const closing = await withLoadedServer({ args, place: {} }, (loaded) => duringCloses(loaded, options));
    return [...closing, ...(await duringPages(args, options))];
  },
};

async function duringCloses(
  { client, world, running }: LoadedServer,
  options: BenchmarkOptions,
): Promise<Measurement[]> {
  const found: Probes[] = [];
  const closesMs: number[] = [];
  const prober = new Prober(running.port, client, world);
  await prober.during(warmUp);
  for (let run = 0; run < (options.isQuick ? 1 : RUNS); run++) {
    const { failures } = await submitAll(client, world.sign(PAYMENTS), PAYMENTS + 1);
    if (failures.length > 0) throw new Error(`payments failed: ${failures.join(', ')}`);
    const closing = await prober.during(async () => {
      const startMs = performance.now();
      await client.post(jsonRpc('ledger_accept'));
      closesMs.push(performance.now() - startMs);
    });
    found.push(closing);
  }
  await prober.end();
  const what = `a ledger of ${PAYMENTS.toLocaleString('en')} closes`;
  return [...rowsOf(`while ${what}`, found), { what: `until ${what}`, unit: 'ms', runs: closesMs }];
}

async function duringPages(args: readonly string[], options: BenchmarkOptions): Promise<Measurement[]> {
  const rows = options.isQuick && options.stores === undefined ? QUICK_ROWS : ROWS;
  const make = (directory: string) => prepareHistory(directory, rows);
  const places = (directory: string) => [...roomyLimits(directory), ...args];
  return withStore(options, `rows-${rows}`, make, (directory) =>
    duringPagesOf(wholeLedgersOf(rows), places(directory), options),
  );
}

async function duringPagesOf(
  rows: number,
  args: readonly string[],
  { isQuick }: BenchmarkOptions,
): Promise<Measurement[]> {
  const running = await ServerProcess.start(args);
  try {
    const client = new HttpClient(running.port);
    const world = new PaymentWorld();
    await fundPayers(client, world);
    const prober = new Prober(running.port, client, world);
    const pages = { server: running, connections: 1, bodies: pagesOf(rows), seconds: PAGING_SECONDS };
    await prober.during(warmUp);
    const found: Probes[] = [];
    const pagesMs: number[] = [];
    for (let run = 0; run < (isQuick ? 1 : RUNS); run++) {
      found.push(
        await prober.during(async () => {
          pagesMs.push(1000 / (await loadByWrk(pages)).perSecond);
        }),
      );
    }
    await prober.end();
    client.close();
    const what = `while a client pages through ${rows.toLocaleString('en')} rows`;
    return [...rowsOf(what, found), { what: `a page of ${PAGE_ROWS}, meanwhile`, unit: 'ms', runs: pagesMs }];
  } finally {
    await running.kill('SIGTERM');
  }
}

/** The questions of a client that reads all of it, page by page, newest first. */
function pagesOf(rows: number): string[] {
  const range = { account: accountIdToAddress(BUSY_ACCOUNT), ledger_index_min: -1, ledger_index_max: -1 };
  return Array.from({ length: Math.floor(rows / PAGE_ROWS) }, (_, page) => {
    const { ledgerIndex, position } = locationOfRow(rows - 1 - page * PAGE_ROWS);
    return jsonRpc('account_tx', { ...range, limit: PAGE_ROWS, marker: { ledger: ledgerIndex, seq: position } });
  });
}

/** Has the probes sent by a thread of their own. */
class Prober {
  readonly #thread: Worker;
  readonly #client: HttpClient;
  readonly #world: PaymentWorld;

  constructor(port: number, client: HttpClient, world: PaymentWorld) {
    const read = jsonRpc('account_info', { account: MASTER.address, ledger_index: 'validated' });
    const plan: ProbePlan = { port, perSecond: PROBES_PER_SECOND, read };
    this.#thread = new Worker(new URL('./probe-thread.ts', import.meta.url), { workerData: plan });
    this.#client = client;
    this.#world = world;
  }

  /** Probes from before some work until it is done. */
  async during(work: () => Promise<unknown>): Promise<Probes> {
    const payments = this.#world.sign(PROBES_PER_SECOND * LONGEST_PROBING_SECONDS);
    this.#thread.postMessage(payments.map(submissionBody));
    await work();
    this.#thread.postMessage('stop');
    const [probes] = (await once(this.#thread, 'message')) as [Probes];
    // The payers' later payments need those before them.
    await submitAll(this.#client, payments.slice(probes.submitsMs.length), payments.length);
    return probes;
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}

function warmUp(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
}

function rowsOf(when: string, found: readonly Probes[]): Measurement[] {
  const row = (what: string, pick: (probes: Probes) => number): Measurement => {
    return { what: `${what}, ${when}`, unit: 'ms', runs: found.map(pick) };
  };
  return [
    row('submit, p50', ({ submitsMs }) => percentile(submitsMs, 0.5)),
    row('submit, p99', ({ submitsMs }) => percentile(submitsMs, 0.99)),
    row('account_info, p50', ({ readsMs }) => percentile(readsMs, 0.5)),
    row('account_info, p99', ({ readsMs }) => percentile(readsMs, 0.99)),
    row("of these the client's own delay, p99", ({ lateMs }) => percentile(lateMs, 0.99)),
  ];
}
