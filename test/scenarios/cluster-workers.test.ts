/** Members of a cluster with workers: clients of the workers get the same answers as from the member itself. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { systemClock } from '../../src/util/clock.ts';
import type { WorkerPool } from '../../src/workers/worker-pool.ts';
import { leads, TestCluster, type TestMember } from '../support/cluster/test-cluster.ts';
import { TEST_KEYS } from '../support/cluster/test-keys.ts';
import { party } from '../support/env.ts';
import { post } from '../support/hostile-sockets.ts';
import type { Answer } from '../support/rpc-call.ts';
import { until } from '../support/until.ts';
import { WebSocketClient } from '../support/websocket-client.ts';
import { listenWith, type ScratchStore, scratchStore, startWorkers } from '../support/worker-env.ts';

const XRP = 1_000_000n;
/** Longer than any wait of these tests. */
const TIMEOUT_MS = 600_000;
const VALIDATED = { ledger_index: 'validated' };
const ALICES = { account: party('alice').address, ...VALIDATED };

interface WorkerMember extends TestMember {
  readonly port: number;
  /** Calls a method of one of its workers. */
  call(method: string, params?: object): Promise<Answer>;
}

describe('a member of a cluster with workers', () => {
  const cluster = new TestCluster();
  const scratches: ScratchStore[] = [];
  const workers: WorkerPool[] = [];
  let one: WorkerMember;
  let two: WorkerMember;
  before(async () => {
    one = await join('one');
    two = await join('two');
    await leads(one);
  });
  after(async () => {
    await Promise.all(workers.map((threads) => threads.close()));
    await cluster.stop();
    for (const { remove } of scratches) remove();
  });

  async function join(name: string): Promise<WorkerMember> {
    const scratch = scratchStore();
    scratches.push(scratch);
    const member = await cluster.join(name, { store: scratch.store });
    const threads = await startWorkers(member.weir, scratch, {
      ...{ threads: 1, clock: systemClock, log: { error: (_details, message) => assert.fail(message) } },
      member: { name, timeoutMs: TIMEOUT_MS, archiveUrl: 'postgres://nowhere', archiveKey: TEST_KEYS.bytes },
    });
    workers.push(threads);
    const { port } = await listenWith(threads, {});
    const call = async (method: string, params: object = {}) =>
      (await post(port, JSON.stringify({ method, params: [params] }))).body.result;
    return { ...member, port, call };
  }

  /** Alice's balance, from a member that has this ledger. */
  async function balance(of: WorkerMember, ledgerIndex: number): Promise<unknown> {
    const { account_data: data } = await of.call('account_info', { ...ALICES, min_ledger: ledgerIndex });
    return data.Balance;
  }

  const pay = (by: WorkerMember) => by.call('submit', { tx_blob: cluster.payment('alice', 100n * XRP).blob });
  const close = async (by: WorkerMember) => (await by.call('ledger_accept')).ledger_current_index - 1;

  test('forwards submissions to the leader, and all members show the validated result', async () => {
    const { blob } = cluster.payment('alice', 100n * XRP);
    assert.equal((await two.call('submit', { tx_blob: blob })).engine_result, 'tesSUCCESS');
    const current = await two.call('account_info', { ...ALICES, ledger_index: 'current' });
    assert.equal(current.account_data.Balance, String(100n * XRP));
    const reached = await close(two);
    for (const member of [one, two]) assert.equal(await balance(member, reached), String(100n * XRP));
    const again = await two.call('submit', { tx_blob: blob });
    assert.equal(again.engine_result, 'tesSUCCESS');
    assert.equal(again.tx_json.ledger_index, reached);
    assert.equal((await two.call('server_info')).weir.cluster.role, 'follower');
  });

  test('names the member that answered and its last ledger', async () => {
    const { ledgerIndex } = one.weir.node.validated;
    for (const [member, asked, by] of [
      [one, VALIDATED, 'one'],
      [two, VALIDATED, 'two'],
      [two, { ledger_index: 'current' }, 'one'],
    ] as const) {
      const body = JSON.stringify({ method: 'ledger', params: [{ ...asked, min_ledger: ledgerIndex }] });
      const response = await fetch(`http://127.0.0.1:${member.port}`, { method: 'POST', body });
      const { result } = (await response.json()) as Answer;
      assert.deepEqual([result.weir_node, result.weir_ledger], [by, ledgerIndex]);
      const headers = ['weir-node', 'weir-ledger'].map((name) => response.headers.get(name));
      assert.deepEqual(headers, [member.name, String(ledgerIndex)]);
    }
    assert.equal((await two.call('ledger', VALIDATED)).weir_node, undefined);
  });

  test('waits for a ledger that the client has seen on another member', async () => {
    const next = one.weir.node.validated.ledgerIndex + 1;
    const waiting = two.call('ledger', { ...VALIDATED, min_ledger: next });
    await close(one);
    assert.equal((await waiting).ledger_index, next);
  });

  test('sends proposed transactions of the leader to streams', async () => {
    const client = await WebSocketClient.connect(two.port);
    await client.call('subscribe', { streams: ['transactions_proposed', 'ledger'] });
    const has = (type: string) => client.events.some((event) => event.type === type && event.validated !== true);
    // The first ones may be sent before the leader has received the subscription.
    await until(async () => {
      await pay(one);
      return has('transaction');
    }, 'the follower sends it');
    await close(one);
    await until(() => has('ledgerClosed'), 'and of its ledger');
    await client.close();
  });

  test('catches up after a ledger that was stored without an event', async () => {
    const before = await balance(two, one.weir.node.validated.ledgerIndex);
    await pay(one);
    const stored = Promise.withResolvers<void>();
    const { append } = two.store;
    two.store.append = async (...args) => {
      two.store.append = append;
      await two.store.append(...args);
      stored.resolve();
      throw new Error('its answer is lost');
    };
    await close(one);
    await stored.promise;
    // Cached values that the earlier ledger changed are removed, even though this ledger does not change them.
    assert.equal(await balance(two, await close(one)), String(BigInt(before as string) + 100n * XRP));
  });

  test('follows another leader', async () => {
    const before = await balance(two, one.weir.node.validated.ledgerIndex);
    one.kill();
    const waiting = pay(two);
    cluster.expireLease();
    assert.equal((await waiting).engine_result, 'tesSUCCESS');
    const reached = await close(two);
    const expected = String(BigInt(before as string) + 100n * XRP);
    assert.equal(await balance(two, reached), expected);
    one.shared.isCutOff = false;
    assert.equal(await balance(one, reached), expected);
  });
});
