/**
 * Sends requests at an even pace, whether or not those before them are answered, in a thread that does nothing else: what
 * holds up whoever makes the load must not count as the server's. A request's time begins when it is due.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { HttpClient } from '../../test/support/http-client.ts';

export interface ProbePlan {
  readonly port: number;
  readonly perSecond: number;
  /** Sent beside each submission. */
  readonly read: string;
}

/** What came of them: how long each took from the time when it was due, in milliseconds. */
export interface Probes {
  readonly submitsMs: readonly number[];
  readonly readsMs: readonly number[];
  /** How much later than due each pair was sent: the client's own part of it. */
  readonly lateMs: readonly number[];
}

/** Whoever measures should not wait for a core. On Linux it is this thread's alone. */
const PRIORITY = -10;
try {
  if (process.platform === 'linux') setPriority(0, PRIORITY);
} catch {
  // It takes a privilege; without it the client's own delay is longer, and said.
}

const { port, perSecond, read } = workerData as ProbePlan;
const client = new HttpClient(port, perSecond);
let stop: (() => Promise<Probes>) | undefined;

/** Sends the submissions one by one, each with a read, until it is stopped. */
function probe(submissions: readonly string[]): () => Promise<Probes> {
  const probes = { submitsMs: [] as number[], readsMs: [] as number[], lateMs: [] as number[] };
  const underWay: Promise<void>[] = [];
  const startMs = performance.now();
  const send = async (dueMs: number, body: string, figures: number[]) => {
    const answer = await client.post(body);
    figures.push(performance.now() - dueMs);
    if (!answer.includes('"status":"success"')) throw new Error(`a probe failed: ${answer.toString().slice(0, 300)}`);
  };
  let sent = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (;;) {
      const dueMs = startMs + (sent * 1000) / perSecond;
      if (dueMs > nowMs) return;
      const body = submissions[sent++];
      if (body === undefined) throw new Error('not enough submissions were signed');
      probes.lateMs.push(nowMs - dueMs);
      underWay.push(send(dueMs, body, probes.submitsMs), send(dueMs, read, probes.readsMs));
    }
  }, 1);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
    return probes;
  };
}

parentPort!.on('message', async (message: readonly string[] | 'stop') => {
  if (message !== 'stop') stop = probe(message);
  else parentPort!.postMessage(await stop!());
});
