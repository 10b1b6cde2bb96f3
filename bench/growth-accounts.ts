/** Cost of a larger state: start time, memory, submissions, queries. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { accountIdToAddress } from '../src/crypto/address.ts';
import { HttpClient } from '../test/support/http-client.ts';
import { ServerProcess } from '../test/support/server-process.ts';
import { makeAccounts } from './account-store.ts';
import { type Benchmark, type BenchmarkOptions, median } from './benchmark.ts';
import { buildBundle } from './bundle.ts';
import { GrowthTable, sizesFor } from './growth-table.ts';
import { CONNECTIONS, jsonRpc, rateOf } from './http-load.ts';
import { withStore } from './kept-store.ts';
import { roomyLimits } from './limits-file.ts';
import { PaymentWorld } from './payment-world.ts';
import { ownMegabytes, proportionalMegabytes, residentMegabytes } from './resident-memory.ts';
import { readSequences, submitAll } from './submission-load.ts';
import { threadTime } from './thread-time.ts';

const SIZES = [10, 1_000, 100_000, 1_000_000, 10_000_000];
const RUNS = 3;
/**
 * At most the number of accounts in the smallest state, and more than `AT_ONCE`, so that payments of one payer arrive
 * in order.
 */
const PAYERS = 10;
const AT_ONCE = 4;
const PAYMENTS = 2_000;
const PAYMENTS_A_LEDGER = 500;
const READ_ACCOUNTS = 1_000;
const DATA_PAGE = 256;

export const growthAccounts: Benchmark = {
  name: 'growth-accounts',
  question:
    'A server with the given number of accounts, LMDB store, the bundle: payments to accounts of the whole state ' +
    `with a ledger_accept after every ${PAYMENTS_A_LEDGER}, ${AT_ONCE} at a time; then reads of ` +
    `${READ_ACCOUNTS.toLocaleString('en')} accounts.`,
  async measure(options) {
    buildBundle();
    const table = new GrowthTable();
    for (const size of sizesFor(options, SIZES)) await measureSize(size, options, table);
    return table.measurements('accounts');
  },
};

const TOUCHED =
  'payments to accounts of the whole state change more tree nodes and store pages; in a large state few pages are in memory';
const CACHED = 'entries of a small state are in the cache; those of a large one are read from the store and decoded';
const KINDS = {
  disk: { what: 'on disk, an account', unit: 'bytes' },
  start: {
    what: 'start, until a ping is answered',
    unit: 'ms',
    reason: 'pages of the store that were not used for a while are on the disk',
  },
  fresh: { what: 'memory after the start, shared pages in part', unit: 'MB' },
  engine: { what: 'processor time of a submission on the engine thread, with the closes', unit: 'µs', reason: TOUCHED },
  submit: { what: 'submit', unit: 'a second', reason: TOUCHED },
  close: { what: `close of ${PAYMENTS_A_LEDGER} payments`, unit: 'ms', reason: TOUCHED },
  read: { what: 'processor time of an account_info', unit: 'µs', reason: CACHED },
  page: {
    what: `ledger_data, a page of ${DATA_PAGE}`,
    unit: 'ms',
    reason: `a page has no more than there is; ${CACHED}`,
  },
  used: {
    what: 'own memory after the load',
    unit: 'MB',
    reason: 'caches of entries, keys and tree nodes, up to their bounds',
  },
  resident: {
    what: 'resident memory after the load',
    unit: 'MB',
    reason: 'these caches, and pages of the store that are mapped',
  },
} as const;

async function measureSize(size: number, options: BenchmarkOptions, table: GrowthTable): Promise<void> {
  const { isQuick, threads } = options;
  const world = new PaymentWorld(size, PAYERS);
  const add = (kind: keyof typeof KINDS, figure: number) => table.add(KINDS[kind], size, figure);
  const make = (directory: string) => makeAccounts(directory, world);
  await withStore(options, `accounts-${size}`, make, async (directory) => {
    if (size > PAYERS) add('disk', statSync(join(directory, 'data.mdb')).size / size);
    const args = [...roomyLimits(directory), ...(threads === undefined ? [] : ['--threads', String(threads)])];
    for (let run = 0; run < (isQuick ? 1 : RUNS); run++) await measureRun(args, world, isQuick, add);
  });
}

async function measureRun(
  args: readonly string[],
  world: PaymentWorld,
  isQuick: boolean,
  add: (kind: keyof typeof KINDS, figure: number) => void,
): Promise<void> {
  const startMs = performance.now();
  const running = await ServerProcess.start(args);
  try {
    await running.call('ping');
    add('start', performance.now() - startMs);
    add('fresh', proportionalMegabytes(running.pid) ?? 0);
    await measureSubmissions(running, world, add);
    const addresses = Array.from({ length: READ_ACCOUNTS }, (_, at) => {
      return accountIdToAddress(world.accountAt((at * 7919 * 104_729) % world.accountCount));
    });
    const bodies = addresses.map((account) => jsonRpc('account_info', { account, ledger_index: 'validated' }));
    add('read', await serverUs(running, bodies, isQuick ? 5_000 : 20_000));
    add('page', await pageMs(running, addresses.length));
    add('used', ownMegabytes(running.pid) ?? 0);
    add('resident', residentMegabytes(running.pid) ?? 0);
  } finally {
    await running.kill('SIGTERM');
  }
}

/** Processor time of the server for each request, after a warm-up; 0 on systems that do not measure it. */
async function serverUs({ port, pid }: ServerProcess, bodies: readonly string[], count: number): Promise<number> {
  const client = new HttpClient(port, CONNECTIONS);
  const bodyAt = (at: number) => bodies[at % bodies.length]!;
  await rateOf(client, count / 4, bodyAt);
  const before = threadTime(pid);
  await rateOf(client, count, bodyAt);
  const after = threadTime(pid);
  client.close();
  return before && after ? (after.allUs - before.allUs) / count : 0;
}

async function measureSubmissions(
  { port, pid }: ServerProcess,
  world: PaymentWorld,
  add: (kind: keyof typeof KINDS, figure: number) => void,
): Promise<void> {
  const client = new HttpClient(port, AT_ONCE);
  await readSequences(client, world);
  const payments = world.sign(PAYMENTS);
  const before = threadTime(pid);
  const { perSecond, closesMs, failures } = await submitAll(client, payments, PAYMENTS_A_LEDGER, AT_ONCE);
  const after = threadTime(pid);
  client.close();
  if (failures.length > 0) throw new Error(`payments failed: ${failures.join(', ')}`);
  add('submit', perSecond);
  add('close', median(closesMs));
  if (before !== undefined && after !== undefined) add('engine', (after.engineUs - before.engineUs) / PAYMENTS);
}

/** Time of a page of the state, each at another place of the state if it is large enough. */
async function pageMs(running: ServerProcess, samples: number): Promise<number> {
  const figures: number[] = [];
  let marker: unknown;
  for (let sample = 0; sample < samples / 20; sample++) {
    const startMs = performance.now();
    const page = await running.call('ledger_data', {
      ledger_index: 'validated',
      limit: DATA_PAGE,
      ...(marker === undefined ? {} : { marker: marker as string }),
    });
    figures.push(performance.now() - startMs);
    marker = page.marker;
  }
  return median(figures);
}
