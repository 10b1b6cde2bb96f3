/** The server over HTTP with requests that are never repeated, so that its caches of answers do not help. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountIdToAddress } from '../src/crypto/address.ts';
import type { JsonObject } from '../src/protocol/values.ts';
import { MASTER } from '../test/support/env.ts';
import { HttpClient } from '../test/support/http-client.ts';
import { ServerProcess } from '../test/support/server-process.ts';
import type { Benchmark } from './benchmark.ts';
import { buildBundle } from './bundle.ts';
import { Comparison, type Contestant, contestants } from './comparison.ts';
import { CONNECTIONS, calibrationRate, jsonRpc, rateOf } from './http-load.ts';
import { roomyLimits } from './limits-file.ts';
import { PaymentWorld } from './payment-world.ts';
import { ownMegabytes } from './resident-memory.ts';
import { fundPayers, submitAll } from './submission-load.ts';
import { threadTime } from './thread-time.ts';

const RUNS = 5;
const PAYERS = 2_000;
/** Number of rows in the master account's history for each payer. */
const FUNDING_ROUNDS = 5;
const PAYMENTS = 12_000;
const PAYMENTS_A_LEDGER = 500;
/** Each payer is queried once in each of these ledgers. */
const LEDGERS_OF_READS = 5;
const LONG_PAGE = 200;
const ALL_LEDGERS = { ledger_index_min: -1, ledger_index_max: -1 };

export const varied: Benchmark = {
  name: 'varied',
  question:
    `Requests per second over ${CONNECTIONS} keep-alive connections, none of them twice: ${PAYMENTS} signed payments ` +
    `between ${PAYERS} accounts with a ledger_accept after every ${PAYMENTS_A_LEDGER}, which counts; account_info of ` +
    `each account, in ${LEDGERS_OF_READS} ledgers; the last 20 rows of each account; the master account's history in ` +
    `pages of ${LONG_PAGE}, one after another. Times are processor time of the server per request. --against ` +
    'measures another checkout in alternation.',
  async measure(options) {
    buildBundle();
    const comparison = new Comparison();
    for (let run = 0; run < (options.isQuick ? 1 : RUNS); run++) {
      const turns = contestants(options);
      for (const contestant of run % 2 === 0 ? turns : turns.toReversed()) await measureVaried(contestant, comparison);
    }
    return comparison.measurements();
  },
};

/** Starts a server, runs the load and adds its values to the comparison. */
async function measureVaried(contestant: Contestant, comparison: Comparison): Promise<void> {
  const calibration = await calibrationRate();
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const running = new ServerProcess([...roomyLimits(directory), ...contestant.args], contestant.place);
  let client: HttpClient | undefined;
  try {
    await running.ready();
    client = new HttpClient(running.port, CONNECTIONS);
    const world = new PaymentWorld(PAYERS, PAYERS);
    await fundPayers(client, world, FUNDING_ROUNDS);
    const load = new MeasuredLoad(contestant, comparison, running.pid, calibration);
    await load.submissions(client, world);
    await load.reads(client, world);
    await load.history(client);
    const megabytes = ownMegabytes(running.pid);
    if (megabytes !== undefined) {
      comparison.add(contestant, { what: 'memory of its own at the end', unit: 'MB', value: megabytes });
    }
  } finally {
    client?.close();
    await running.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

class MeasuredLoad {
  readonly #contestant: Contestant;
  readonly #comparison: Comparison;
  readonly #pid: number;
  readonly #calibration: number;

  constructor(contestant: Contestant, comparison: Comparison, pid: number, calibration: number) {
    this.#contestant = contestant;
    this.#comparison = comparison;
    this.#pid = pid;
    this.#calibration = calibration;
  }

  async submissions(client: HttpClient, world: PaymentWorld): Promise<void> {
    const payments = world.sign(PAYMENTS);
    await this.#measure('submit', PAYMENTS, async () => {
      const { failures } = await submitAll(client, payments, PAYMENTS_A_LEDGER);
      if (failures.length > 0) throw new Error(`payments failed: ${failures.join(', ')}`);
    });
  }

  async reads(client: HttpClient, { payers }: PaymentWorld): Promise<void> {
    const addresses = payers.map(({ id }) => accountIdToAddress(id));
    const askEach = (method: string, params: JsonObject) => () =>
      rateOf(client, PAYERS, (at) => jsonRpc(method, { ...params, account: addresses[at]! }));
    const info = askEach('account_info', { ledger_index: 'validated' });
    await this.#measure('account_info', LEDGERS_OF_READS * PAYERS, async () => {
      for (let ledger = 0; ledger < LEDGERS_OF_READS; ledger++) {
        await client.post(jsonRpc('ledger_accept'));
        await info();
      }
    });
    const page = { ...ALL_LEDGERS, limit: 20 };
    await this.#measure('account_tx, 20 a page', PAYERS, askEach('account_tx', page));
    await this.#measure('account_tx, 20 a page, binary', PAYERS, askEach('account_tx', { ...page, binary: true }));
  }

  async history(client: HttpClient): Promise<void> {
    const pages = Math.ceil((FUNDING_ROUNDS * PAYERS) / LONG_PAGE);
    const name = `account_tx, ${LONG_PAGE} a page`;
    await this.#measure(name, pages, () => pageThrough(client, pages, {}));
    await this.#measure(`${name}, binary`, pages, () => pageThrough(client, pages, { binary: true }));
  }

  async #measure(what: string, count: number, work: () => Promise<unknown>): Promise<void> {
    const before = threadTime(this.#pid);
    const startMs = performance.now();
    await work();
    const perSecond = (count * 1000) / (performance.now() - startMs);
    const after = threadTime(this.#pid);
    const figure = { what, unit: 'a second', value: perSecond, calibration: this.#calibration };
    this.#comparison.add(this.#contestant, figure);
    if (before === undefined || after === undefined) return;
    const us = (after.allUs - before.allUs) / count;
    this.#comparison.add(this.#contestant, { what: `${what}, time of all threads`, unit: 'µs', value: us });
  }
}

async function pageThrough(client: HttpClient, pages: number, params: JsonObject): Promise<void> {
  let marker: JsonObject = {};
  for (let page = 0; page < pages; page++) {
    const question = { ...ALL_LEDGERS, ...params, ...marker, account: MASTER.address, limit: LONG_PAGE };
    const { result } = JSON.parse((await client.post(jsonRpc('account_tx', question))).toString());
    if (result.transactions.length !== LONG_PAGE) throw new Error(`a page has ${result.transactions.length} rows`);
    marker = { marker: result.marker };
  }
}
