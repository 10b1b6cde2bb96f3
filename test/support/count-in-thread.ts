/** Counts requests of two clients in one of several threads, as fast as possible, and fails if a count is wrong. */
import { workerData } from 'node:worker_threads';
import { ClientCounts, type CountsShape } from '../../src/server/admission/client-counts.ts';

export interface CountingWork {
  readonly memory: SharedArrayBuffer;
  readonly shape: CountsShape;
  readonly thread: number;
  readonly rounds: number;
  /** Shared counter of accepted requests. */
  readonly taken: SharedArrayBuffer;
}

const { memory, shape, thread, rounds, taken } = workerData as CountingWork;
const counts = new ClientCounts(shape, thread, memory);
const { bodies } = counts.port(0);
const letIn = new Int32Array(taken);
for (let round = 0; round < rounds; round++) {
  const client = `10.0.0.${round % 2}`;
  if (counts.takeTokens('10.0.0.9', 0) === 0) Atomics.add(letIn, 0, 1);
  const own = counts.requests.add(client);
  if (own < 1 || own > shape.threads) throw new Error(`${own} requests of ${client}`);
  if (counts.requests.total > shape.threads) throw new Error(`${counts.requests.total} requests`);
  if (bodies.take(60)) bodies.giveBack(60);
  counts.requests.remove(client);
}
