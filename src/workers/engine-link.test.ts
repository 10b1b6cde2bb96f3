/** The link between a worker and the engine, with both ends in one thread. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { Env, MASTER, party } from '../../test/support/env.ts';
import { servicesOf } from '../../test/support/rpc-call.ts';
import { until } from '../../test/support/until.ts';
import { frontedWeir } from '../../test/support/worker-env.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { JsonObject } from '../protocol/values.ts';
import { execute } from '../rpc/execute.ts';
import type { RpcRequest } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import type { RequestWatch } from '../rpc/method/long-work.ts';
import { RequestRefusal } from '../server/admission/request-refusal.ts';
import type { HttpRoute } from '../server/http/http-routes.ts';
import type { ComposedNode } from '../weir.ts';
import { EngineLink, type OtherMessage } from './engine-link.ts';
import { SharedState } from './shared-state.ts';
import { WorkerPort } from './worker-port.ts';

const ALICE = party('alice');

describe('the link to the engine', () => {
  let env: Env;
  let shared: SharedState;
  let channel: MessageChannel;
  let link: EngineLink;
  let port: WorkerPort;
  let others: OtherMessage[];
  let problems: string[];
  let followedIndex: number;
  /** Answers requests in place of the methods. */
  let answerBy: ((request: RpcRequest) => Promise<JsonObject>) | undefined;
  let listenings: number;
  let wakes: number;

  const routes: readonly HttpRoute[] = [
    { method: 'GET', path: '/good', answer: (body) => ({ status: 200, body: { said: body } }) },
    {
      method: 'GET',
      path: '/busy',
      answer: () => {
        throw RequestRefusal.forLoad('tooBusy', 700);
      },
    },
    { method: 'GET', path: '/broken', answer: () => Promise.reject(new Error('a bug')) },
  ];

  beforeEach(async () => {
    env = await Env.create();
    const services = servicesOf(env);
    shared = SharedState.create(2);
    channel = new MessageChannel();
    others = [];
    problems = [];
    followedIndex = env.node.validated.ledgerIndex;
    answerBy = undefined;
    listenings = 0;
    wakes = 0;
    link = new EngineLink({
      port: channel.port1,
      shared,
      number: 1,
      member: { name: 'n1', timeoutMs: 5_000 },
      clock: env.clock,
      followedIndex: () => followedIndex,
      onMessage: (message) => {
        others.push(message);
        if (message.kind === 'validated') followedIndex = message.header.ledgerIndex;
      },
    });
    port = new WorkerPort({
      port: channel.port2,
      weir: {
        ...frontedWeir({ node: env.node, engine: env.node }, services),
        composed: { wake: () => void wakes++ } as ComposedNode,
        execute: async (request) => (answerBy ?? ((one) => execute(services, one)))(request),
      },
      routes: () => routes,
      log: { error: (_details, message) => void problems.push(message), trace: () => {} },
      clock: env.clock,
      onListening: () => {
        listenings += 1;
      },
    });
  });
  afterEach(async () => {
    const closed = once(channel.port1, 'close');
    port.end();
    await closed;
    await env.stop();
  });

  const request = (method: string, params: JsonObject = {}): RpcRequest => ({
    ...{ method, params, apiVersion: 1, role: 'admin' },
  });
  const payment = (Sequence: number, fields: object = {}) =>
    env.sign(MASTER, {
      TransactionType: 'Payment',
      Destination: ALICE.id,
      Amount: 1000_000_000n,
      Sequence,
      ...fields,
    });

  test('carries submissions of a turn in one message, and keeps their order', async () => {
    let messages = 0;
    channel.port2.on('message', () => {
      messages += 1;
    });
    const outcomes = await Promise.all([1, 2, 4, 3].map((sequence) => link.submit(payment(sequence), {})));
    assert.deepEqual(
      outcomes.map(({ result }) => result),
      ['tesSUCCESS', 'tesSUCCESS', 'terPRE_SEQ', 'tesSUCCESS'],
    );
    assert.equal(messages, 1);
    assert.ok(outcomes[0]!.applied && outcomes[0]!.ledgerState?.validatedLedgerIndex === followedIndex);
  });

  test('keeps the order of submissions and other requests', async () => {
    const submitted = link.submit(payment(1), {});
    const accepted = link.execute(request('ledger_accept'));
    const later = link.submit(payment(2), { failHard: true, isAdmin: true });
    await Promise.all([submitted, accepted, later]);
    const { ledgerIndex } = env.node.validated;
    assert.equal(env.node.store.transactionLocation(payment(1).id)?.ledgerIndex, ledgerIndex);
    assert.equal(env.node.store.transactionLocation(payment(2).id), undefined);
    assert.ok(env.node.openLedger.view.hasTransaction(payment(2).id));
  });

  test("returns the error of a submission, and only 'internal' for a bug", async (t) => {
    t.mock.method(env.node, 'submit', () => {
      throw new RpcError('tooBusy', 'Later.');
    });
    await assert.rejects(link.submit(payment(1), {}), { token: 'tooBusy', message: 'Later.' });
    t.mock.method(env.node, 'submit', () => assert.fail('a bug'));
    await assert.rejects(link.submit(payment(1), {}), { token: 'internal' });
    assert.deepEqual(problems, ['a method failed unexpectedly']);
  });

  test('returns answers and errors of routes', async () => {
    assert.deepEqual(await link.route('/good', 'hello'), { status: 200, body: { said: 'hello' } });
    await assert.rejects(link.route('/busy', ''), { token: 'tooBusy', status: 503, retryAfterMs: 700 });
    await assert.rejects(link.route('/nowhere', ''), { status: 404 });
    await assert.rejects(link.route('/broken', ''), { status: 500, token: 'internal' });
    assert.deepEqual(problems, ['a request failed unexpectedly']);
  });

  test('reports the pauses of a request, and that its client has gone', async () => {
    const isOver = Promise.withResolvers<void>();
    let isAbandonedThere = () => false;
    answerBy = async ({ watch }) => {
      watch!.onPause();
      isAbandonedThere = () => watch!.isAbandoned();
      await isOver.promise;
      return {};
    };
    let pauses = 0;
    let isAbandoned = false;
    const watch = {
      isAbandoned: () => isAbandoned,
      onPause: () => {
        pauses += 1;
      },
    };
    const answer = link.execute({ ...request('ping'), watch });
    await until(() => pauses === 1, 'the pause is reported');
    env.clock.advance(1);
    isAbandoned = true;
    assert.ok(!isAbandonedThere());
    env.clock.advance(1);
    await until(() => isAbandonedThere(), 'the engine receives it');
    isOver.resolve();
    await answer;
  });

  test('reads announced ledgers before a request is answered', async () => {
    const announce = () => {
      port.announce(env.node.validated, []);
      shared.validatedIndex = env.node.validated.ledgerIndex;
    };
    await env.close();
    announce();
    await env.close();
    announce();
    link.catchUp();
    assert.equal(followedIndex, env.node.validated.ledgerIndex);
    const headers = others.map((message) => (message as { header: LedgerHeader }).header.ledgerIndex);
    assert.deepEqual(headers, [followedIndex - 1, followedIndex]);
    link.catchUp();
    assert.equal(others.length, 2);
  });

  test('lets a request wait for a ledger', async () => {
    assert.equal(link.admit(request('ping')), undefined);
    const next = followedIndex + 1;
    const admitted = link.admit(request('ping', { min_ledger: next }));
    await until(() => wakes === 1, 'the engine looks for the ledger');
    followedIndex = next;
    link.announceLedger();
    await admitted;
    const demanding = request('ping', { min_ledger: next });
    assert.deepEqual(link.complete(demanding, {}), { weir_node: 'n1', weir_ledger: next });
  });

  test('forwards streams to listeners', async () => {
    const heard: string[] = [];
    const stop = link.listen({
      onLedger: () => heard.push('ledger'),
      onReverted: () => {},
      onProposed: ({ mentioned, message }) => heard.push(`${[...mentioned]} ${message(1)} ${message(2)}`),
      onServerStatus: (message) => heard.push(String(message)),
    });
    await until(() => listenings === 1, 'the engine is notified');
    assert.deepEqual([shared.isListening(0), shared.isListening(1)], [false, true]);
    port.send({ kind: 'proposed', mentioned: ['A', 'B'], messages: ['one', 'two'] });
    port.send({ kind: 'server status', message: Buffer.from('status') });
    await until(() => heard.length === 2, 'both are heard');
    link.announceLedger();
    assert.deepEqual(heard, ['A,B one two', 'status', 'ledger']);
    stop();
    assert.ok(!shared.isListening(1));
  });

  test('ends all waits if the worker ends', async () => {
    const asked = Promise.withResolvers<RequestWatch>();
    answerBy = ({ watch }) => {
      asked.resolve(watch!);
      return Promise.resolve({});
    };
    void link.execute(request('ping'));
    const watch = await asked.promise;
    assert.ok(!watch.isAbandoned());
    const waits = [port.followed(100), port.close()];
    const figures = port.figures();
    port.end();
    await Promise.all(waits);
    assert.ok(watch.isAbandoned());
    await assert.rejects(figures, /the worker ended/);
    await port.followed(101);
  });

  test('measures the silence of a worker', async () => {
    env.clock.advance(3);
    assert.equal(port.silenceMs, 3_000);
    port.ping();
    await until(() => others.some(({ kind }) => kind === 'ping'), 'it is asked');
    link.send({ kind: 'pong' });
    await until(() => port.silenceMs === 0, 'it has answered');
  });
});
