/** A thousand subscribers while a thousand transactions a second validate: is a message lost, or late? */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { accountIdToAddress } from '../../src/crypto/address.ts';
import type { Transaction } from '../../src/protocol/transaction/transaction.ts';
import type { AccountId } from '../../src/protocol/values.ts';
import { HttpClient } from '../../test/support/http-client.ts';
import { type Benchmark, type Measurement, percentile } from '../benchmark.ts';
import { buildBundle } from '../bundle.ts';
import { jsonRpc } from '../http-load.ts';
import { submissionBody } from '../submission-load.ts';
import { threadTime } from '../thread-time.ts';
import { contestants } from './comparison.ts';
import { type LoadedServer, withLoadedServer } from './loaded-server.ts';
import type { SubscriberPlan, SubscriberReport } from './subscriber-thread.ts';

const RUNS = 5;
const SUBSCRIBERS = 1_000;
/** These ask for all transactions; the others for one account each. */
const OF_EVERYTHING = 10;
const PER_SECOND = 1_000;
const PAYMENTS_A_LEDGER = 500;
const SECONDS = 10;
const QUICK_SECONDS = 3;
const TICK_MS = 5;
/** Beyond that a message counts as lost. */
const PATIENCE_MS = 10_000;
const LATE_MS = 1_000;

export const coresStreams: Benchmark = {
  name: 'cores-streams',
  question:
    `${SUBSCRIBERS.toLocaleString('en')} WebSockets, ${OF_EVERYTHING} of them subscribed to all transactions and ` +
    `each other one to one account, while ${PER_SECOND.toLocaleString('en')} payments per second are submitted ` +
    `evenly and a ledger closes every ${PAYMENTS_A_LEDGER}. A message is late more than ${LATE_MS} ms after the ` +
    `answer to its ledger_accept. ${SECONDS} s a run.`,
  async measure(options) {
    buildBundle();
    const runs: RunFigures[] = [];
    for (let run = 0; run < (options.isQuick ? 1 : RUNS); run++) {
      runs.push(
        await withLoadedServer(contestants(options)[0]!, (loaded) =>
          measureOnce(loaded, options.isQuick ? QUICK_SECONDS : SECONDS),
        ),
      );
    }
    const rowOf = (what: string, unit: string, pick: (figures: RunFigures) => number): Measurement => {
      return { what, unit, runs: runs.map(pick) };
    };
    return [
      rowOf('payments', 'a second', (figures) => figures.paymentsPerSecond),
      rowOf('messages', 'a second', (figures) => figures.messagesPerSecond),
      rowOf('lost or repeated', 'messages', (figures) => figures.wrong),
      rowOf('late', 'messages', (figures) => figures.late),
      rowOf('from the answer of ledger_accept to a message, p99', 'ms', (figures) => figures.p99Ms),
      rowOf('from the answer of ledger_accept to a message, at most', 'ms', (figures) => figures.longestMs),
      rowOf('submit, p99', 'ms', (figures) => figures.submitP99Ms),
      rowOf('processor time of the server', 's a second', (figures) => figures.serverCores),
      rowOf('processor time of the engine thread', 's a second', (figures) => figures.engineCores),
    ];
  },
};

interface RunFigures {
  readonly paymentsPerSecond: number;
  readonly messagesPerSecond: number;
  readonly wrong: number;
  readonly late: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly submitP99Ms: number;
  /** Processor time in a second. */
  readonly serverCores: number;
  readonly engineCores: number;
}

async function measureOnce({ running, client, world }: LoadedServer, seconds: number): Promise<RunFigures> {
  const watched = Array.from({ length: SUBSCRIBERS }, (_, at) =>
    at < OF_EVERYTHING ? undefined : world.payers[at % world.payers.length]!.id,
  );
  const addresses = watched.map((id) => (id === undefined ? undefined : accountIdToAddress(id)));
  const workerData: SubscriberPlan = { port: running.port, addresses };
  const subscribers = new Worker(new URL('./subscriber-thread.ts', import.meta.url), { workerData });
  await once(subscribers, 'message');
  const payments = world.sign(seconds * PER_SECOND);
  const expected = expectedCounts(payments, watched);
  const before = threadTime(running.pid);
  const paced = await submitAtPace(client, new HttpClient(running.port, 1), payments);
  const report = await reportOf(
    subscribers,
    expected.reduce((sum, count) => sum + count, 0),
  );
  const after = threadTime(running.pid);
  const delaysMs = report.ledgers.flatMap(({ ledgerIndex, atMs }) => {
    const closedMs = paced.closedMs.get(ledgerIndex)!;
    return atMs.map((ms) => Math.max(0, ms - closedMs));
  });
  const differences = report.counts.map((count, at) => Math.abs(expected[at]! - count));
  return {
    paymentsPerSecond: (payments.length * 1000) / paced.tookMs,
    messagesPerSecond: (delaysMs.length * 1000) / paced.tookMs,
    wrong: differences.reduce((sum, difference) => sum + difference, report.repeated),
    late: delaysMs.filter((ms) => ms > LATE_MS).length,
    p99Ms: percentile(delaysMs, 0.99),
    longestMs: delaysMs.reduce((longest, ms) => Math.max(longest, ms), 0),
    submitP99Ms: percentile(paced.latenciesMs, 0.99),
    serverCores: before && after ? (after.allUs - before.allUs) / 1000 / paced.tookMs : 0,
    engineCores: before && after ? (after.engineUs - before.engineUs) / 1000 / paced.tookMs : 0,
  };
}

function expectedCounts(payments: readonly Transaction[], watched: readonly (AccountId | undefined)[]): number[] {
  const byAccount = new Map<unknown, number>();
  for (const { fields } of payments) {
    for (const id of [fields.Account, fields.Destination]) byAccount.set(id, (byAccount.get(id) ?? 0) + 1);
  }
  return watched.map((id) => (id === undefined ? payments.length : (byAccount.get(id) ?? 0)));
}

interface Paced {
  readonly tookMs: number;
  /** From the time at which each was due to be sent. */
  readonly latenciesMs: readonly number[];
  /** Ledger index → when `ledger_accept` answered, in the machine's monotonic milliseconds. */
  readonly closedMs: ReadonlyMap<number, number>;
}

/** Ledgers are closed over a connection of its own, which waits for nobody. */
async function submitAtPace(client: HttpClient, closing: HttpClient, payments: readonly Transaction[]): Promise<Paced> {
  const latenciesMs: number[] = [];
  const closedMs = new Map<number, number>();
  const underWay: Promise<void>[] = [];
  const startMs = monotonicMs();
  const submitOne = async (at: number) => {
    const { result } = JSON.parse((await client.post(submissionBody(payments[at]!))).toString());
    if (result.engine_result !== 'tesSUCCESS') throw new Error(`a payment failed: ${JSON.stringify(result)}`);
    latenciesMs.push(monotonicMs() - startMs - (at * 1000) / PER_SECOND);
  };
  const close = async () => {
    const { result } = JSON.parse((await closing.post(jsonRpc('ledger_accept'))).toString());
    closedMs.set(result.ledger_current_index - 1, monotonicMs());
  };
  for (let sent = 0; sent < payments.length; ) {
    const due = Math.min(payments.length, Math.ceil(((monotonicMs() - startMs) * PER_SECOND) / 1000));
    for (; sent < due; sent++) {
      if (sent > 0 && sent % PAYMENTS_A_LEDGER === 0) underWay.push(close());
      underWay.push(submitOne(sent));
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(underWay);
  const tookMs = monotonicMs() - startMs;
  await close();
  closing.close();
  return { tookMs, latenciesMs, closedMs };
}

/** What the subscribers have got when they have as much as they should, or got no more for too long. */
async function reportOf(subscribers: Worker, expected: number): Promise<SubscriberReport> {
  for (const endMs = monotonicMs() + PATIENCE_MS; monotonicMs() < endMs; ) {
    subscribers.postMessage('how many');
    const [count] = (await once(subscribers, 'message')) as [number];
    if (count >= expected) break;
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  subscribers.postMessage('report');
  const [report] = (await once(subscribers, 'message')) as [SubscriberReport];
  return report;
}

/** The same in all threads of a machine. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
