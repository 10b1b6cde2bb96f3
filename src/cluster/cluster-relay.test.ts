import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { HandConnection, METRICS } from '../../test/support/cluster/hand-connection.ts';
import { TestClock } from '../../test/support/test-clock.ts';
import { LedgerWait } from '../link/ledger-wait.ts';
import type { ClusterTransport } from '../link/transport.ts';
import type { RpcRequest } from '../rpc/method/context.ts';
import type { ClusterNode } from './cluster-node.ts';
import { ClusterRelay } from './cluster-relay.ts';
import type { LeaderPort } from './leader-port.ts';

const TIMEOUT_MS = 5_000;
const LEADER = { id: 'one', address: 'one:1' };
const REQUEST: RpcRequest = { method: 'account_info', params: { account: 'r' }, apiVersion: 2, role: 'user' };

describe("a follower's relay to the leader", () => {
  let clock: TestClock;
  let reached: number;
  let connections: HandConnection[];
  let relay: ClusterRelay;

  /** Advances the clock and runs the timers and promises that become due. */
  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advanceMs(100);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  /** The next connection; its other end leads. */
  function connect(): HandConnection {
    const connection = connections.at(-1)!;
    connection.say({ kind: 'leading', epoch: 1, ledgerIndex: 7, hash: 'AB', metrics: METRICS });
    return connection;
  }

  beforeEach(() => {
    clock = new TestClock();
    connections = [];
    reached = 0;
    const reachedIndex = () => 7;
    const transport: Pick<ClusterTransport, 'connect'> = {
      connect() {
        connections.push(new HandConnection());
        return connections.at(-1)!;
      },
    };
    relay = new ClusterRelay({
      name: 'two',
      ...{
        transport: transport as ClusterTransport,
        node: { isLeading: false } as ClusterNode,
        port: {} as LeaderPort,
      },
      ...{
        clock,
        timeoutMs: TIMEOUT_MS,
        silenceMs: 2_000,
        onLeading() {},
        onReached: () => void reached++,
        onKeep: async () => true,
        onUnreachable() {},
        isApart: () => false,
      },
      wait: new LedgerWait({ name: 'two', reachedIndex, clock, timeoutMs: TIMEOUT_MS, onWait: () => {} }),
    });
    relay.follow(LEADER);
  });

  test('sends a request again if the link ended before the answer', async () => {
    const first = connect();
    const result = relay.execute(REQUEST);
    assert.equal(first.asked?.method, 'account_info');
    first.end();
    await pass(200);
    const second = connect();
    await pass(200);
    second.say({ kind: 'answer', id: second.asked!.id, text: '{"a":1}', ledgerIndex: 7 });
    assert.deepEqual(await result, { a: 1 });
  });

  test('does not send a request again that changes something, or whose client no longer waits', async () => {
    const watch = { isAbandoned: () => true, onPause: () => {} };
    for (const request of [
      { ...REQUEST, method: 'ledger_accept' },
      { ...REQUEST, watch },
    ]) {
      const connection = connect();
      const result = relay.execute(request);
      assert.equal(connection.asked?.method, request.method);
      connection.end();
      await pass(TIMEOUT_MS);
      const { error, error_message: words } = await result;
      assert.equal(error, 'notSynced');
      assert.match(String(words), /ended before its answer came/);
    }
  });

  test('says when it reaches a leader: at the first message of each link, and of each epoch', async () => {
    const leading = { kind: 'leading', ledgerIndex: 7, hash: 'AB', metrics: METRICS } as const;
    const first = connect();
    first.say({ ...leading, epoch: 1 });
    assert.equal(reached, 1);
    first.say({ ...leading, epoch: 2 });
    assert.equal(reached, 2);
    first.end();
    await pass(200);
    connections.at(-1)!.say({ ...leading, epoch: 2 });
    assert.equal(reached, 3);
  });

  test('waits for a leader, up to the timeout', async () => {
    const result = relay.execute(REQUEST);
    await pass(TIMEOUT_MS);
    assert.equal((await result).error, 'notSynced');
    assert.equal(connections[0]!.asked, undefined);
  });
});
