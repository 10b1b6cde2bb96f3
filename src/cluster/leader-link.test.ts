import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { HandConnection, METRICS } from '../../test/support/cluster/hand-connection.ts';
import { TestClock } from '../../test/support/test-clock.ts';
import { BrokenLinkError, RefusedError } from '../link/request-link.ts';
import type { RpcRequest } from '../rpc/method/context.ts';
import { LeaderLink } from './leader-link.ts';
import type { FollowerMessage } from './messages.ts';

const REQUEST: RpcRequest = { method: 'fee', params: { a: 1 }, apiVersion: 2, role: 'user' };

describe("a follower's link", () => {
  let clock: TestClock;
  let connection: HandConnection;
  let link: LeaderLink;
  let events: string[];

  beforeEach(() => {
    clock = new TestClock();
    connection = new HandConnection();
    events = [];
    link = new LeaderLink({
      ...{ connection, clock, silenceMs: 2_000 },
      onMessage: ({ kind }) => events.push(kind),
      onEnd: () => events.push('end'),
    });
  });

  test('has requests answered, each by its number', async () => {
    const [one, two] = [link.execute(REQUEST), link.execute(REQUEST)];
    const [first, second] = connection.sent as Extract<FollowerMessage, { kind: 'request' }>[];
    assert.deepEqual([first!.method, first!.params, first!.role], ['fee', { a: 1 }, 'user']);
    connection.say({ kind: 'answer', id: second!.id, text: '{"n":2}', ledgerIndex: 8 });
    connection.say({ kind: 'refused', ids: [first!.id] });
    assert.deepEqual(await two, { result: { n: 2 }, ledgerIndex: 8 });
    await assert.rejects(one, RefusedError);
  });

  test('notes whether the other end leads, and ignores unknown messages', () => {
    assert.equal(link.isLeading, false);
    connection.say({ kind: 'leading', epoch: 1, ledgerIndex: 2, hash: 'AB', metrics: METRICS });
    assert.equal(link.isLeading, true);
    connection.say({ kind: 'idle' });
    assert.equal(link.isLeading, false);
    connection.say({ kind: 'of a later version' } as never);
    assert.deepEqual(events, ['leading']);
  });

  test('sends once when a client no longer waits, and notes when a request takes long', async () => {
    let isAbandoned = false;
    let pauses = 0;
    const watch = {
      isAbandoned: () => isAbandoned,
      onPause: () => {
        pauses += 1;
      },
    };
    const asked = link.execute({ ...REQUEST, watch });
    const [request] = connection.sent as Extract<FollowerMessage, { kind: 'request' }>[];
    const given = () => connection.sent.filter(({ kind }) => kind === 'abandoned');
    connection.say({ kind: 'paused', id: request!.id });
    assert.equal(pauses, 1);
    clock.advanceMs(1_100);
    assert.deepEqual(given(), []);
    isAbandoned = true;
    connection.say({ kind: 'idle' });
    clock.advanceMs(1_900);
    assert.deepEqual(given(), [{ kind: 'abandoned', id: request!.id }]);
    connection.say({ kind: 'answer', id: request!.id, text: '{}', ledgerIndex: 8 });
    await asked;
  });

  test('breaks what is under way when it ends, and takes nothing more', async () => {
    const asked = link.execute(REQUEST);
    connection.end();
    await assert.rejects(asked, BrokenLinkError);
    await assert.rejects(link.execute(REQUEST), RefusedError);
    assert.deepEqual(events, ['end']);
  });

  test('ends after too long without a message, and not before', () => {
    clock.advanceMs(1_900);
    connection.say({ kind: 'idle' });
    clock.advanceMs(1_900);
    assert.equal(connection.isClosed, false);
    assert.ok(connection.sent.some(({ kind }) => kind === 'ping'));
    clock.advanceMs(700);
    assert.equal(connection.isClosed, true);
    assert.deepEqual(events, ['end']);
  });
});
