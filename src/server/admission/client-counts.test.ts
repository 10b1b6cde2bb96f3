import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import type { CountingWork } from '../../../test/support/count-in-thread.ts';
import { TRIES_EVERY_CASE } from '../../../test/support/every-case.ts';
import { addressBlock, ClientCounts, type PortCounts } from './client-counts.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { SharedLock } from './shared-lock.ts';
import { TokenBucket } from './token-bucket.ts';

const shapeOf = (threads: number, limits: object = {}) => ({ threads, limits: { ...DEFAULT_LIMITS, ...limits } });

/** The counts of several threads that share one memory. */
function sharedCounts(threads: number, limits?: object): ClientCounts[] {
  const shape = shapeOf(threads, limits);
  const memory = ClientCounts.createMemory(shape);
  return Array.from({ length: threads }, (_, thread) => new ClientCounts(shape, thread, memory));
}

describe('counts of clients', () => {
  test('equal those of a map, in all threads', () => {
    const steps = fc.array(
      fc.record({
        thread: fc.nat(2),
        client: fc.constantFrom('10.0.0.1', '10.0.0.2', '2001:db8:1:2'),
        isEnd: fc.boolean(),
      }),
      { maxLength: 100 },
    );
    const threads = sharedCounts(3);
    fc.assert(
      fc.property(steps, (list) => {
        for (const thread of [0, 1, 2]) threads[0]!.reset(thread);
        const connections = threads.map((counts) => counts.port(1).connections);
        const open: [number, string][] = [];
        for (const { thread, client, isEnd } of list) {
          const ended = isEnd ? open.shift() : undefined;
          if (ended === undefined) {
            open.push([thread, client]);
            assert.equal(connections[thread]!.add(client), open.filter(([, of]) => of === client).length);
          } else connections[ended[0]]!.remove(ended[1]);
          for (const { total } of connections) assert.equal(total, open.length);
        }
      }),
      { numRuns: TRIES_EVERY_CASE ? 30 : 12 },
    );
  });

  test('are separate for requests and for each port', () => {
    const counts = new ClientCounts(shapeOf(1, { bodiesBytes: 100 }));
    const [first, second] = [counts.port(0), counts.port(1)];
    assert.equal(counts.requests.add('a'), 1);
    assert.equal(first.connections.add('a'), 1);
    assert.equal(second.connections.add('a'), 1);
    assert.deepEqual([counts.requests.total, first.connections.total, second.connections.total], [1, 1, 1]);
    assert.ok(first.bodies.take(100));
    assert.ok(!first.bodies.take(1));
    assert.ok(second.bodies.take(100));
    assert.ok(first.answers.take(101));
  });

  test('limit the total, and do not count what they refuse', () => {
    const threads = sharedCounts(2, { bodiesBytes: 2 ** 31 - 1, connections: 4 });
    const [one, other] = threads.map((counts) => counts.port(0)) as [PortCounts, PortCounts];
    assert.ok(one.bodies.take(2 ** 31 - 2));
    assert.ok(!other.bodies.take(2));
    assert.ok(other.bodies.take(1));
    one.bodies.giveBack(2 ** 31 - 2);
    assert.ok(other.bodies.take(2 ** 31 - 2));
    const taken = Array.from({ length: 30 }, (_, at) => [one, other][at % 2]!.sockets.take(1));
    assert.equal(taken.filter(Boolean).length, 20, 'connections, and those that get a refusal');
  });

  test('lose only the counts of a thread that ended', () => {
    const limits = { bodiesBytes: 10, requestBurst: 1, requestsPerSecond: 1 };
    const [ended, stays] = sharedCounts(2, limits) as [ClientCounts, ClientCounts];
    ended.requests.add('a');
    ended.requests.add('b');
    ended.port(2).connections.add('a');
    ended.port(0).bodies.take(6);
    stays.requests.add('a');
    assert.equal(stays.takeTokens('a', 0), 0);
    stays.reset(0);
    const next = ended;
    assert.equal(next.requests.total, 1);
    assert.equal(next.requests.add('a'), 2);
    assert.equal(next.requests.add('b'), 1);
    assert.equal(next.port(2).connections.total, 0);
    assert.equal(next.port(2).connections.add('a'), 1);
    assert.ok(next.port(0).bodies.take(10));
    assert.equal(next.takeTokens('a', 0), 1000, 'tokens stay used');
  });

  test('are not blocked by a thread that ended while it counted', () => {
    const shape = shapeOf(2);
    const memory = ClientCounts.createMemory(shape);
    const counts = new ClientCounts(shape, 0, memory);
    const lock = new SharedLock(new Int32Array(memory), 0, 2);
    assert.throws(() => lock.run(() => assert.fail('work that fails')), /work that fails/);
    Atomics.store(new Int32Array(memory), 0, 2);
    counts.reset(1);
    assert.equal(counts.requests.add('a'), 1);
  });

  test('are Infinity for a client without a row, and exact when there are rows again', () => {
    const counts = new ClientCounts(shapeOf(1, { connections: 1, concurrentRequests: 1 }));
    const clients = Array.from({ length: 20_000 }, (_, number) => `client ${number}`);
    const surplus = clients.filter((client) => counts.requests.add(client) === Number.POSITIVE_INFINITY);
    assert.ok(surplus.length > 0);
    assert.equal(counts.requests.total, clients.length);
    for (const client of clients) counts.requests.remove(client);
    assert.equal(counts.requests.total, 0);
    for (const client of surplus.slice(0, 100)) assert.equal(counts.requests.add(client), 1);
  });

  test('are exact if threads count at the same time', async () => {
    const shape = shapeOf(3, { requestsPerSecond: 1, requestBurst: 500, bodiesBytes: 180 });
    const memory = ClientCounts.createMemory(shape);
    const taken = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const program = new URL('../../../test/support/count-in-thread.ts', import.meta.url);
    const threads = [0, 1, 2].map((thread) => {
      const workerData: CountingWork = { memory, shape, thread, rounds: 3_000, taken };
      return new Worker(program, { workerData, execArgv: [] });
    });
    const ends = await Promise.all(threads.map((thread) => once(thread, 'exit')));
    assert.deepEqual(ends.flat(), [0, 0, 0]);
    assert.equal(new Int32Array(taken)[0], 500, 'each token is given once');
    const counts = new ClientCounts(shape, 0, memory);
    assert.equal(counts.requests.total, 0);
    assert.equal(counts.requests.add('10.0.0.1'), 1);
    assert.ok(counts.port(0).bodies.take(180), 'all room is free again');
  });
});

describe('tokens of clients', () => {
  test('equal those of a bucket for each client, in all threads', () => {
    const steps = fc.array(
      fc.record({
        thread: fc.nat(1),
        client: fc.constantFrom('10.0.0.1', '10.0.0.2', '2001:db8:0:0'),
        waitMs: fc.integer({ min: 0, max: 300 }),
        count: fc.integer({ min: 1, max: 12 }),
        owes: fc.boolean(),
      }),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(steps, (list) => {
        const rate = { perSecond: 10, burst: 5 };
        const model = new Map<string, TokenBucket>();
        const threads = sharedCounts(2, { requestsPerSecond: rate.perSecond, requestBurst: rate.burst });
        let nowMs = 0;
        for (const { thread, client, waitMs, count, owes } of list) {
          nowMs += waitMs;
          const bucket = model.get(client) ?? new TokenBucket();
          model.set(client, bucket);
          if (owes) {
            threads[thread]!.oweTokens(client, nowMs, count);
            bucket.owe(rate, nowMs, count);
          } else assert.equal(threads[thread]!.takeTokens(client, nowMs, count), bucket.take(rate, nowMs, count));
        }
      }),
      { numRuns: TRIES_EVERY_CASE ? 30 : 12 },
    );
  });

  test('forget the clients that owe least', () => {
    const limits = { requestsPerSecond: 1, requestBurst: 10, connections: 100 };
    const counts = new ClientCounts(shapeOf(1, limits));
    for (let count = 0; count < 10; count++) assert.equal(counts.takeTokens('10.0.0.1', 0), 0);
    for (let number = 0; number < 50_000; number++) counts.takeTokens(`client ${number}`, 0);
    assert.equal(counts.takeTokens('10.0.0.1', 0), 1000);
    assert.equal(counts.takeTokens('client 49999', 0, 10), 1000, 'the newest clients are known');
  });

  test('are kept for connected clients', () => {
    const counts = new ClientCounts(shapeOf(1, { requestsPerSecond: 1, requestBurst: 10, connections: 1 }));
    const { connections } = counts.port(0);
    connections.add('10.0.0.1');
    for (let number = 0; number < 50_000; number++) counts.takeTokens(`client ${number}`, 0, 10);
    assert.equal(connections.add('10.0.0.1'), 2);
  });
});

describe('a client', () => {
  test('is an IPv4 address, or 64 bits of an IPv6 address', () => {
    assert.equal(addressBlock('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
    assert.equal(addressBlock('2001:db8::1'), '2001:db8:0:0');
    assert.equal(addressBlock('2001:db8:1:2::'), '2001:db8:1:2');
    assert.equal(addressBlock('fe80::1%eth0'), 'fe80:0:0:0');
    assert.equal(addressBlock('::1'), '0:0:0:0');
    assert.equal(addressBlock('10.1.2.3'), '10.1.2.3');
    assert.equal(addressBlock('::ffff:10.1.2.3'), '10.1.2.3');
  });
});
