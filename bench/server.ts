/**
 * The whole server over HTTP, with its store on disk. Rates depend on the machine and on the client that shares it, so
 * each rate is also given as a share of the same client's rate with an empty Node HTTP server just before.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountIdToAddress } from '../src/crypto/address.ts';
import { MASTER } from '../test/support/env.ts';
import { HttpClient } from '../test/support/http-client.ts';
import { ServerProcess } from '../test/support/server-process.ts';
import { type Benchmark, type Measurement, median, percentile } from './benchmark.ts';
import { CONNECTIONS, calibrationRate, jsonRpc, type Rate, rateOf } from './http-load.ts';
import { PAYER_COUNT, PaymentWorld } from './payment-world.ts';
import { residentMegabytes } from './resident-memory.ts';
import { fundPayers, submitAll } from './submission-load.ts';

const RUNS = 3;
const PAYMENTS = 6_000;
const PAYMENTS_A_LEDGER = 500;
const FUNDING_ROUNDS = 3;
const FULL_PAGE = 200;

export const server: Benchmark = {
  name: 'server',
  question:
    `Requests per second, LMDB store, ${CONNECTIONS} keep-alive connections: ${PAYMENTS} signed payments between ` +
    `${PAYER_COUNT} accounts with a ledger_accept after every ${PAYMENTS_A_LEDGER}, which counts; then reads. Each ` +
    'after a warm-up.',
  async measure() {
    const runs: Figures[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await runOnce());
    return [...runs[0]!.keys()].map((what) =>
      merge(
        what,
        runs.map((figures) => figures.get(what)!),
      ),
    );
  },
};

interface Figure {
  readonly value: number;
  readonly unit: string;
  /** The value divided by the calibration. */
  readonly share?: number;
  readonly megabytesPerSecond?: number;
}

/** The values of a run by measured operation. */
type Figures = Map<string, Figure>;

function merge(what: string, figures: readonly Figure[]): Measurement {
  const shares = figures.flatMap(({ share }) => share ?? []);
  const volumes = figures.flatMap(({ megabytesPerSecond }) => megabytesPerSecond ?? []);
  const notes = [
    ...(shares.length > 0 ? [`${median(shares).toFixed(3)} of calibration`] : []),
    ...(volumes.length > 0 ? [`${median(volumes).toFixed(1)} MB/s`] : []),
  ];
  return { what, unit: figures[0]!.unit, runs: figures.map(({ value }) => value), note: notes.join(', ') };
}

async function runOnce(): Promise<Figures> {
  const figures: Figures = new Map();
  const calibration = await calibrationRate();
  figures.set('calibration: empty HTTP server', { value: calibration, unit: 'a second' });
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const running = new ServerProcess(['--data', directory, '--manual']);
  let client: HttpClient | undefined;
  try {
    await running.ready();
    client = new HttpClient(running.port, CONNECTIONS);
    const world = new PaymentWorld();
    await fundPayers(client, world, FUNDING_ROUNDS);
    await measureSubmissions(client, world, calibration, figures);
    await measureReads(client, world, calibration, figures);
    const megabytes = residentMegabytes(running.pid);
    if (megabytes !== undefined) figures.set('resident memory at the end', { value: megabytes, unit: 'MB' });
  } finally {
    client?.close();
    await running.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
  return figures;
}

async function measureSubmissions(
  client: HttpClient,
  world: PaymentWorld,
  calibration: number,
  figures: Figures,
): Promise<void> {
  const load = await submitAll(client, world.sign(PAYMENTS), PAYMENTS_A_LEDGER);
  if (load.failures.length > 0) throw new Error(`payments failed: ${load.failures.join(', ')}`);
  const { perSecond, latenciesMs, closesMs } = load;
  figures.set('submit', { value: perSecond, unit: 'a second', share: perSecond / calibration });
  figures.set('submit, p50', { value: percentile(latenciesMs, 0.5), unit: 'ms' });
  figures.set('submit, p99', { value: percentile(latenciesMs, 0.99), unit: 'ms' });
  figures.set('ledger_accept', { value: median(closesMs), unit: 'ms' });
}

async function measureReads(
  client: HttpClient,
  world: PaymentWorld,
  calibration: number,
  figures: Figures,
): Promise<void> {
  const addresses = world.payers.map(({ id }) => accountIdToAddress(id));
  const addressAt = (at: number) => addresses[at % addresses.length]!;
  const all = { ledger_index_min: -1, ledger_index_max: -1 };
  const whole = { ...all, account: MASTER.address, limit: FULL_PAGE };
  const record = async (what: string, count: number, bodyAt: (at: number) => string) => {
    await rateOf(client, Math.ceil(count / 4), bodyAt);
    const { perSecond, megabytesPerSecond }: Rate = await rateOf(client, count, bodyAt);
    figures.set(what, { value: perSecond, unit: 'a second', share: perSecond / calibration, megabytesPerSecond });
  };
  await record('ping', 5_000, () => jsonRpc('ping'));
  await record('account_info', 5_000, (at) =>
    jsonRpc('account_info', { account: addressAt(at), ledger_index: 'validated' }),
  );
  await record('account_tx, 20 a page', 2_000, (at) =>
    jsonRpc('account_tx', { ...all, account: addressAt(at), limit: 20 }),
  );
  await record('account_tx, 20 a page, binary', 2_000, (at) =>
    jsonRpc('account_tx', { ...all, account: addressAt(at), limit: 20, binary: true }),
  );
  await record('account_tx, 200 a page', 200, () => jsonRpc('account_tx', whole));
  await record('account_tx, 200 a page, binary', 400, () => jsonRpc('account_tx', { ...whole, binary: true }));
}
