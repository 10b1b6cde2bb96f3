/**
 * The test bench: how soon a ledger in the process is there, what it costs, and how long a suite takes that has a new one for
 * each test, beside the same suite with a server that is started anew for each.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLedger } from '../src/embedded/create-ledger.ts';
import { fixtureLoader } from '../src/embedded/fixtures.ts';
import type { Ledger } from '../src/embedded/ledger.ts';
import type { JsonObject } from '../src/protocol/values.ts';
import { ServerProcess } from '../test/support/server-process.ts';
import { type Chain, runSuite, SUITE_TESTS } from './bench-suite.ts';
import type { Benchmark, Measurement } from './benchmark.ts';

const CREATED = 60;
const SUBMITTED = 200;
const COLD_RUNS = 7;
const SUITE_RUNS = 3;
const LEDGERS = 100;
const MEGABYTE = 1024 * 1024;

export const benchTool: Benchmark = {
  name: 'bench-tool',
  question:
    `Ledgers in the process of a test. The suite has ${SUITE_TESTS} tests, each with its own chain. Published, not ` +
    'measured here: the reference needs 120 to 250 ms to start, before it has closed a ledger or funded an account.',
  async measure() {
    const first = await timed(async () => (await createLedger()).stop());
    return [
      { what: 'cold `node` to a ledger', unit: 'ms', runs: await coldStarts(), note: coldEntry().note },
      { what: 'first createLedger of a process', unit: 'ms', runs: [first] },
      ...(await operations()),
      ...(await memory()),
      ...(await suites()),
    ];
  },
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** The package as its exports have it, if there is a build: users have no other. */
function coldEntry(): { readonly url: string; readonly note: string } {
  const built = import.meta.resolve('@weir-ledger/weir');
  if (existsSync(new URL(built))) return { url: built, note: 'as built' };
  return { url: new URL('../src/embedded/create-ledger.ts', import.meta.url).href, note: 'from the sources' };
}

async function coldStarts(): Promise<number[]> {
  const program = `const { createLedger } = await import('${coldEntry().url}'); await createLedger(); process.exit();`;
  const runs: number[] = [];
  for (let run = 0; run <= COLD_RUNS; run++) {
    const ms = await timed(() =>
      once(spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }), 'exit'),
    );
    // The first one reads the files from the disk.
    if (run > 0) runs.push(ms);
  }
  return runs;
}

async function operations(): Promise<Measurement[]> {
  const created: number[] = [];
  const submitted: number[] = [];
  const closed: number[] = [];
  for (let count = 0; count < CREATED; count++) {
    created.push(await timed(async () => (await createLedger({ accounts: 3 })).stop()));
  }
  const ledger = await createLedger({ accounts: 1 });
  const [account] = ledger.accounts as [Ledger['accounts'][0]];
  for (let count = 0; count < SUBMITTED; count++) {
    submitted.push(await timed(() => ledger.submit(account, { TransactionType: 'AccountSet' })));
    closed.push(await timed(() => ledger.close()));
  }
  await ledger.stop();
  return [
    { what: 'createLedger, and stop', unit: 'ms', runs: created },
    { what: 'submit', unit: 'ms', runs: submitted },
    { what: 'close, one transaction', unit: 'ms', runs: closed },
  ];
}

/** What each of many ledgers that live at the same time takes, with a transaction in it. */
async function memory(): Promise<Measurement[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const bytes = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = bytes();
  const ledgers: Ledger[] = [];
  for (let count = 0; count < LEDGERS; count++) {
    const ledger = await createLedger();
    await ledger.submit(ledger.accounts[0]!, { TransactionType: 'AccountSet' });
    await ledger.close();
    ledgers.push(ledger);
  }
  const each = (bytes() - before) / LEDGERS / MEGABYTE;
  for (const ledger of ledgers) await ledger.stop();
  return [{ what: `memory, each of ${LEDGERS} at once`, unit: 'MB', runs: [each] }];
}

async function suites(): Promise<Measurement[]> {
  const inProcess: number[] = [];
  const reverted: number[] = [];
  const restarted: number[] = [];
  for (let run = 0; run < SUITE_RUNS; run++) inProcess.push(await timed(() => runSuite(withLedger)));
  const ends: (() => Promise<void>)[] = [];
  const loadFixture = fixtureLoader({ after: (end) => ends.push(end) }, { accounts: 2 });
  for (let run = 0; run < SUITE_RUNS; run++) {
    reverted.push(await timed(() => runSuite(async (test) => test(chainOf(await loadFixture(itself))))));
  }
  for (const end of ends) await end();
  restarted.push(await timed(() => runSuite(withServer)));
  const times = Math.round(restarted[0]! / inProcess.toSorted((one, other) => one - other)[SUITE_RUNS >> 1]!);
  return [
    { what: `suite of ${SUITE_TESTS} tests, createLedger for each`, unit: 'ms', runs: inProcess },
    { what: 'the same, loadFixture for each', unit: 'ms', runs: reverted },
    {
      ...{ what: 'the same, `weir start` for each', unit: 'ms', runs: restarted },
      note: `${times} times as long`,
    },
  ];
}

async function withLedger(test: (chain: Chain) => Promise<void>): Promise<void> {
  const ledger = await createLedger({ accounts: 2 });
  try {
    await test(chainOf(ledger));
  } finally {
    await ledger.stop();
  }
}

/** A setup that does nothing. */
const itself = async (ledger: Ledger) => ledger;

function chainOf(ledger: Ledger): Chain {
  return {
    accounts: ledger.accounts,
    submit: async (account, transaction) => (await ledger.submit(account, transaction)).engine_result,
    close: async (seconds) => void (await ledger.close(seconds === undefined ? {} : { seconds })),
    balance: async (account) => BigInt((await ledger.request('account_info', { account })).account_data.Balance),
  };
}

async function withServer(test: (chain: Chain) => Promise<void>): Promise<void> {
  const server = await ServerProcess.start(['--ephemeral', '--manual', '--dev']);
  const closeTime = async () => {
    const { ledger } = await server.call('ledger', { ledger_index: 'validated' });
    return Number((ledger as JsonObject).close_time);
  };
  const { accounts } = await createLedger({ accounts: 2 });
  try {
    await test({
      accounts,
      submit: async ({ address, seed }, transaction) => {
        const tx_json = { Account: address, ...transaction } as unknown as JsonObject;
        return String((await server.call('submit', { secret: seed, tx_json })).engine_result);
      },
      close: async (seconds) =>
        void (await server.call(
          'ledger_accept',
          seconds === undefined ? {} : { close_time: (await closeTime()) + seconds },
        )),
      balance: async (account) => {
        const { account_data } = await server.call('account_info', { account });
        return BigInt(String((account_data as JsonObject).Balance));
      },
    });
  } finally {
    await server.kill();
  }
}
