/** Counts requests of two clients as a front end does, as fast as it can; says the most that it saw of each. */
import { workerData } from 'node:worker_threads';
import { type CountsShape, SharedCounts } from '../../src/front/shared-counts.ts';

export interface CountingWork {
  readonly memory: SharedArrayBuffer;
  readonly shape: CountsShape;
  readonly frontEnd: number;
  readonly rounds: number;
  /** The word in which is counted how many requests were let in. */
  readonly taken: SharedArrayBuffer;
}

const { memory, shape, frontEnd, rounds, taken } = workerData as CountingWork;
const counts = new SharedCounts(memory, shape).of(frontEnd);
const { bodies } = counts.port(0);
const letIn = new Int32Array(taken);
for (let round = 0; round < rounds; round++) {
  const client = `10.0.0.${round % 2}`;
  if (counts.rates.take('10.0.0.9', 0) === 0) Atomics.add(letIn, 0, 1);
  const own = counts.requests.add(client);
  if (own < 1 || own > shape.frontEnds) throw new Error(`${own} requests of ${client}`);
  if (counts.requests.total > shape.frontEnds) throw new Error(`${counts.requests.total} requests`);
  if (bodies.take(60)) bodies.giveBack(60);
  counts.requests.remove(client);
}
