import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressBlock, ClientCounts } from './client-counts.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const countsOf = (limits: object = {}) => new ClientCounts({ ...DEFAULT_LIMITS, ...limits });

describe('counts of clients', () => {
  test('are separate for requests and for each port', () => {
    const counts = countsOf({ bodiesBytes: 100 });
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

  test('go back to what they were', () => {
    const { requests } = countsOf();
    assert.deepEqual([requests.add('a'), requests.add('b'), requests.add('a'), requests.total], [1, 1, 2, 3]);
    for (const client of ['a', 'a', 'b']) requests.remove(client);
    assert.deepEqual([requests.total, requests.add('a')], [0, 1]);
  });

  test('do not count the bytes that they refuse', () => {
    const { bodies } = countsOf({ bodiesBytes: 10 }).port(0);
    assert.ok(bodies.take(6));
    assert.ok(!bodies.take(5));
    assert.ok(bodies.take(4));
    bodies.giveBack(6);
    assert.ok(bodies.take(6));
  });

  test('let one answer of any length wait, but no second one', () => {
    const { answers, bodies } = countsOf({ unreadBytes: 10, bodiesBytes: 10 }).port(0);
    assert.ok(!bodies.take(11));
    assert.ok(answers.take(11));
    assert.ok(!answers.take(1));
    answers.giveBack(11);
    assert.ok(answers.take(1));
    assert.ok(!answers.take(11));
  });
});

describe('tokens of clients', () => {
  const limits = { requestsPerSecond: 1, requestBurst: 10 };

  test('are counted for each client', () => {
    const counts = countsOf(limits);
    assert.deepEqual([counts.takeTokens('a', 0, 10), counts.takeTokens('a', 0)], [0, 1000]);
    assert.equal(counts.takeTokens('b', 0), 0);
    counts.oweTokens('b', 0, 20);
    assert.equal(counts.takeTokens('b', 0), 12_000);
  });

  test('are kept for the clients that sent last, and forgotten for others', () => {
    const counts = countsOf(limits);
    const send = (count: number) => {
      for (let number = 0; number < count; number++) counts.takeTokens(`client ${number}`, 0, 10);
    };
    counts.takeTokens('10.0.0.1', 0, 10);
    send(16_000);
    assert.equal(counts.takeTokens('10.0.0.1', 0), 1000);
    send(50_000);
    assert.equal(counts.takeTokens('10.0.0.1', 0), 0);
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
