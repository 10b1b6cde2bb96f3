import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import type { CountingWork } from '../../test/support/count-in-thread.ts';
import { LocalCounter, type PortCounts, type ServerCounts } from '../server/admission/client-counts.ts';
import { DEFAULT_LIMITS } from '../server/admission/limits.ts';
import { RateLimiter } from '../server/admission/rate-limiter.ts';
import { SharedCounts } from './shared-counts.ts';
import { SharedLock } from './shared-lock.ts';

const shapeOf = (frontEnds: number, limits: object = {}) => ({ frontEnds, limits: { ...DEFAULT_LIMITS, ...limits } });

describe('counts that front ends share', () => {
  test('say of a client what all of them have of it', () => {
    const counts = SharedCounts.create(shapeOf(2));
    const [one, other] = [counts.of(0), counts.of(1)];
    assert.equal(one.requests.add('a'), 1);
    assert.equal(other.requests.add('a'), 2);
    assert.equal(other.requests.add('b'), 1);
    assert.deepEqual([one.requests.total, other.requests.total], [3, 3]);
    one.requests.remove('a');
    assert.equal(other.requests.add('a'), 2);
    assert.equal(one.requests.add('b'), 2);
    assert.equal(one.requests.total, 4);
  });

  test('are the same as those of one thread, whoever counts', () => {
    const steps = fc.array(
      fc.record({
        frontEnd: fc.nat(2),
        client: fc.constantFrom('10.0.0.1', '10.0.0.2', '2001:db8:1:2'),
        isEnd: fc.boolean(),
      }),
      { maxLength: 100 },
    );
    const counts = SharedCounts.create(shapeOf(3));
    fc.assert(
      fc.property(steps, (list) => {
        for (const frontEnd of [0, 1, 2]) counts.reset(frontEnd);
        const model = new LocalCounter();
        const shared = [0, 1, 2].map((frontEnd) => counts.of(frontEnd).port(1).connections);
        const open: [number, string][] = [];
        for (const { frontEnd, client, isEnd } of list) {
          const ended = isEnd ? open.shift() : undefined;
          if (ended === undefined) {
            assert.equal(shared[frontEnd]!.add(client), model.add(client));
            open.push([frontEnd, client]);
          } else {
            shared[ended[0]]!.remove(ended[1]);
            model.remove(ended[1]);
          }
          for (const { total } of shared) assert.equal(total, model.total);
        }
      }),
    );
  });

  test('are kept apart for requests and each port', () => {
    const counts = SharedCounts.create(shapeOf(1, { bodiesBytes: 100 })).of(0);
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

  test('give room for so much in all, and keep nothing of what they refuse', () => {
    const counts = SharedCounts.create(shapeOf(2, { bodiesBytes: 2 ** 31 - 1, connections: 4 }));
    const [one, other] = [counts.of(0).port(0), counts.of(1).port(0)];
    assert.ok(one.bodies.take(2 ** 31 - 2));
    assert.ok(!other.bodies.take(2));
    assert.ok(other.bodies.take(1));
    one.bodies.giveBack(2 ** 31 - 2);
    assert.ok(other.bodies.take(2 ** 31 - 2));
    const taken = Array.from({ length: 30 }, (_, at) => [one, other][at % 2]!.sockets.take(1));
    assert.equal(taken.filter(Boolean).length, 20, 'the connections, and those that are told that they are too many');
  });

  test('lose what a front end had that ended, and nothing else', () => {
    const counts = SharedCounts.create(shapeOf(2, { bodiesBytes: 10, requestBurst: 1, requestsPerSecond: 1 }));
    const ofOne = (ended: ServerCounts & { port(port: number): PortCounts }) => {
      ended.requests.add('a');
      ended.requests.add('b');
      ended.port(2).connections.add('a');
      ended.port(0).bodies.take(6);
    };
    ofOne(counts.of(0));
    const stays = counts.of(1);
    stays.requests.add('a');
    assert.equal(stays.rates.take('a', 0), 0);
    counts.reset(0);
    const next = counts.of(0);
    assert.equal(next.requests.total, 1);
    assert.equal(next.requests.add('a'), 2);
    assert.equal(next.requests.add('b'), 1);
    assert.equal(next.port(2).connections.total, 0);
    assert.equal(next.port(2).connections.add('a'), 1);
    assert.ok(next.port(0).bodies.take(10));
    assert.equal(next.rates.take('a', 0), 1000, 'a client gains nothing by the end of a front end');
  });

  test('are not stopped by a thread that ended while it counted', () => {
    const counts = SharedCounts.create(shapeOf(2));
    const lock = new SharedLock(new Int32Array(counts.memory), 0, 2);
    assert.throws(() => lock.run(() => assert.fail('work that fails')), /work that fails/);
    Atomics.store(new Int32Array(counts.memory), 0, 2);
    counts.reset(1);
    assert.equal(counts.of(0).requests.add('a'), 1);
  });

  test('say that there is no end to the clients where no more can be told apart, and find them again later', () => {
    const counts = SharedCounts.create(shapeOf(1, { connections: 1, concurrentRequests: 1 })).of(0);
    const clients = Array.from({ length: 20_000 }, (_, number) => `client ${number}`);
    const surplus = clients.filter((client) => counts.requests.add(client) === Number.POSITIVE_INFINITY);
    assert.ok(surplus.length > 0);
    assert.equal(counts.requests.total, clients.length);
    for (const client of clients) counts.requests.remove(client);
    assert.equal(counts.requests.total, 0);
    for (const client of surplus.slice(0, 100)) assert.equal(counts.requests.add(client), 1);
  });

  test('hold when threads count at the same time', async () => {
    const shape = shapeOf(3, { requestsPerSecond: 1, requestBurst: 500, bodiesBytes: 180 });
    const counts = SharedCounts.create(shape);
    const taken = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const program = new URL('../../test/support/count-in-thread.ts', import.meta.url);
    const threads = [0, 1, 2].map((frontEnd) => {
      const workerData: CountingWork = { memory: counts.memory, shape, frontEnd, rounds: 3_000, taken };
      return new Worker(program, { workerData, execArgv: [] });
    });
    const ends = await Promise.all(threads.map((thread) => once(thread, 'exit')));
    assert.deepEqual(ends.flat(), [0, 0, 0]);
    assert.equal(new Int32Array(taken)[0], 500, 'no token is given twice, and none is lost');
    const { requests, port } = counts.of(0);
    assert.equal(requests.total, 0);
    assert.equal(requests.add('10.0.0.1'), 1);
    assert.ok(port(0).bodies.take(180), 'all room is free again');
  });
});

describe('rates that front ends share', () => {
  test('are those of one thread, whoever is asked', () => {
    const steps = fc.array(
      fc.record({
        frontEnd: fc.nat(1),
        address: fc.constantFrom('10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '2001:db8::2'),
        waitMs: fc.integer({ min: 0, max: 300 }),
        count: fc.integer({ min: 1, max: 12 }),
        owes: fc.boolean(),
      }),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(steps, (list) => {
        const limits = { requestsPerSecond: 10, requestBurst: 5 };
        const model = new RateLimiter({ perSecond: 10, burst: 5 });
        const counts = SharedCounts.create(shapeOf(2, limits));
        const shared = [counts.of(0).rates, counts.of(1).rates];
        let nowMs = 0;
        for (const { frontEnd, address, waitMs, count, owes } of list) {
          nowMs += waitMs;
          if (owes) {
            shared[frontEnd]!.owe(address, nowMs, count);
            model.owe(address, nowMs, count);
          } else assert.equal(shared[frontEnd]!.take(address, nowMs, count), model.take(address, nowMs, count));
        }
      }),
      { numRuns: 30 },
    );
  });

  test('forget who owes least, and never who owes most', () => {
    const { rates } = SharedCounts.create(shapeOf(1, { requestsPerSecond: 1, requestBurst: 10 })).of(0);
    for (let count = 0; count < 10; count++) assert.equal(rates.take('10.0.0.1', 0), 0);
    for (let number = 0; number < 200_000; number++) rates.take(`client ${number}`, 0);
    assert.equal(rates.take('10.0.0.1', 0), 1000);
    assert.equal(rates.take('client 199999', 0, 10), 1000, 'the newest are remembered');
  });
});
