/**
 * Any JSON value in any parameter gets a documented answer at once, and the server logs nothing. The requests are generated
 * from the table of methods, so a new parameter is covered when it is declared, and a parameter that is read without a
 * declaration fails a test. `npm run soak -- parameters` sends every value in every combination of version, role and
 * envelope, over HTTP and WebSockets too; `npm test` sends some values, and the combinations take turns.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import { jsonLine } from '../../src/rpc/json/raw-json.ts';
import { RPC_ERRORS, type RpcErrorInfo } from '../../src/rpc/method/error-table.ts';
import { RequestRefusal } from '../../src/server/admission/request-refusal.ts';
import { answerFlat } from '../../src/server/envelopes/command-envelope.ts';
import { answerJsonRpc } from '../../src/server/envelopes/json-rpc-envelope.ts';
import { JsonFault, parseStrictJson } from '../../src/server/envelopes/strict-json.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { createFilledServer, type FilledServer } from '../support/filled-server.ts';
import { HttpClient } from '../support/http-client.ts';
import { processorMs } from '../support/processor-time.ts';
import type { Answer } from '../support/rpc-call.ts';
import { TEST_THREADS } from '../support/thread-words.ts';
import { WebSocketClient } from '../support/websocket-client.ts';
import { without } from '../support/without.ts';
import {
  parameterNames,
  type StrangeRequest,
  soundRequests,
  strangeRequests,
  TRANSPORT_NAMES,
} from './support/requests.ts';

/** One of this number of requests is sent, and one of this number of those over a connection. */
const TRIED = TRIES_EVERY_CASE ? 1 : 13;
const CONNECTED = TRIES_EVERY_CASE ? 1 : 8;
/** Processor time for a request. */
const AT_ONCE_MS = 3_000;
const CLIENTS = 8;
const DOCUMENT = readFileSync(path.join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
/** The error names in the first column of the table. */
const DOCUMENTED = new Set(
  [...DOCUMENT.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map((match) => match[1]),
  ),
);

/** Every way to send a request to the methods. */
const WAYS = ([1, 2] as const).flatMap((api_version) =>
  (['admin', 'user'] as const).flatMap((role) => [true, false].map((isFlat) => ({ api_version, role, isFlat }))),
);
type Way = (typeof WAYS)[number];

describe('illegal parameters', () => {
  let filled: FilledServer;
  let requests: readonly StrangeRequest[];
  before(async () => {
    filled = await createFilledServer({ isTestBench: true });
    requests = chosenOf([...strangeRequests(filled)]);
  });
  after(async () => {
    assert.deepEqual(filled.reports, [], 'the server reports nothing unexpected');
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    await filled.stop();
  });

  test('have documented errors', () => {
    for (const [token, { code, message, httpStatus }] of Object.entries<RpcErrorInfo>(RPC_ERRORS)) {
      assert.ok(DOCUMENT.includes(`| \`${token}\` | ${code} | ${httpStatus} | ${message} |`), token);
    }
  });

  test('are tried with each method, in a request that is otherwise valid', async () => {
    const unsound: string[] = [];
    for (const [method, [params]] of soundRequests(filled)) {
      const { result } = await filled.call(method, params);
      if (result.status !== 'success') unsound.push(`${method}: ${result.error}`);
    }
    assert.deepEqual(unsound.sort(), [
      // There are no peers, validators, NFTs, AMMs, oracles or vaults, and an HTTP connection carries no streams.
      'amm_info: actNotFound',
      'can_delete: notEnabled',
      'connect: notSynced',
      'get_aggregate_price: objectNotFound',
      'manifest: invalidParams',
      'nft_buy_offers: objectNotFound',
      'nft_sell_offers: objectNotFound',
      'path_find: noEvents',
      'stop: notSupported',
      'subscribe: invalidParams',
      'unsubscribe: invalidParams',
      'validator_info: invalidParams',
      'vault_info: entryNotFound',
      // The transaction is in a ledger.
      'weir_drop: txnNotFound',
      'weir_nft: objectNotFound',
      // There is no such snapshot, nor a directory for files.
      'weir_revert: objectNotFound',
      // With workers the store has none.
      ...(TEST_THREADS > 0 ? ['weir_snapshot: notSupported'] : []),
      'weir_state: notEnabled',
    ]);
  });

  test('are tried in every parameter that a method reads', async () => {
    const unknown = new Set<string>();
    for (const [method, sounds] of soundRequests(filled)) {
      const known = new Set([...parameterNames(method), ...sounds.flatMap((sound) => Object.keys(sound))]);
      const cut = sounds.flatMap((sound) => Object.keys(sound).map((name) => without(sound, name)));
      const changed = [...known].flatMap((name) =>
        ['x', 1].flatMap((value) => cut.map((params) => ({ ...params, [name]: value }))),
      );
      for (const params of [{}, ...sounds, ...cut, ...changed]) {
        const watched = watchedParams(params, (name) => {
          if (!known.has(name) && !TRANSPORT_NAMES.includes(name)) unknown.add(`${method}.${name}`);
        });
        await execute(filled.services, { method, params: watched, apiVersion: 1, role: 'admin' });
      }
    }
    assert.deepEqual([...unknown], []);
  });

  test('are answered in any parameter of any method, and in its members, in any version, role and envelope', async (context) => {
    const places = new Set<string>();
    const waysByMethod = new Map<string, Set<Way>>();
    let count = 0;
    for (const [number, request] of requests.entries()) {
      const { method, place } = request;
      const ways = TRIES_EVERY_CASE ? WAYS : [WAYS[number % WAYS.length] as Way];
      for (const way of ways) {
        assertAnswer(await answerInProcess(request, way), whereOf(request, way));
        count += 1;
      }
      places.add(`${method} ${place}`);
      const tried = waysByMethod.get(method) ?? new Set();
      waysByMethod.set(method, tried);
      for (const way of ways) tried.add(way);
    }
    for (const [method, ways] of waysByMethod) assert.equal(ways.size, WAYS.length, `${method} in every way`);
    assert.ok(places.size > 500 && count > 3_000, `${count} requests for ${places.size} places`);
    context.diagnostic(`${count} requests, ${places.size} places of ${soundRequests(filled).size} methods`);
  });

  async function answerInProcess({ method, place, params }: StrangeRequest, way: Way): Promise<Answer> {
    const { api_version, role, isFlat } = way;
    const versioned = place === 'api_version' ? params : { ...params, api_version };
    const sent = isFlat ? { command: method, ...versioned } : { method, params: [versioned] };
    const started = processorMs();
    try {
      const envelope = parseStrictJson(JSON.stringify(sent)) as JsonObject;
      const answer = isFlat
        ? await answerFlat(filled.services, envelope, role)
        : (await answerJsonRpc(filled.services, envelope, role, () => {})).body;
      return JSON.parse(String(jsonLine(answer)));
    } catch (error) {
      if (error instanceof RequestRefusal) return error.toBody();
      if (error instanceof JsonFault) return { result: { status: 'error', error: 'invalidParams', error_message: '' } };
      throw error;
    } finally {
      assert.ok(processorMs() - started < AT_ONCE_MS, `${method} with ${place} is answered at once`);
    }
  }

  test('are answered over HTTP, for administrators and users', async () => {
    const clients = [new HttpClient(filled.port), new HttpClient(filled.publicPort)];
    await inParallel(
      requests.filter((_, number) => number % CONNECTED === 0),
      async (request, number) => {
        const { method, params } = request;
        const text = JSON.stringify({ method, params: [params] });
        const answer = JSON.parse(String(await (clients[number % 2] as HttpClient).post(text)));
        assertAnswer(answer, whereOf(request));
      },
    );
    for (const client of clients) client.close();
  });

  test('are answered over WebSockets, where some methods do more', async () => {
    const sockets = await Promise.all([filled.port, filled.publicPort].map((port) => WebSocketClient.connect(port)));
    const streaming = new Set(['subscribe', 'unsubscribe', 'path_find']);
    const chosen = requests.filter(({ method, place }, number) => {
      return !TRANSPORT_NAMES.includes(place) && (number % CONNECTED === 1 % CONNECTED || streaming.has(method));
    });
    await inParallel(chosen, async (request, number) => {
      const { method, params } = request;
      const isReadable = !/\d{16}|e\+/.test(JSON.stringify(params));
      if (!isReadable) return;
      const socket = sockets[number % 2] as WebSocketClient;
      assertAnswer(await socket.request(method, params), whereOf(request));
    });
    await Promise.all(sockets.map((socket) => socket.close()));
  });
});

/** One of so many requests, at each place others than at the one before. */
function chosenOf(requests: readonly StrangeRequest[]): StrangeRequest[] {
  const places = [...Map.groupBy(requests, ({ method, place }) => `${method} ${place}`).values()];
  return places.flatMap((values, place) => values.filter((_, number) => (number + place) % TRIED === 0));
}

/** Runs the tasks, a few at a time. */
async function inParallel<Task>(
  tasks: readonly Task[],
  run: (task: Task, number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let number = next++; number < tasks.length; number = next++) await run(tasks[number] as Task, number);
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
}

function whereOf({ method, place, value }: StrangeRequest, way?: Way): string {
  return `${method} with ${place} ${JSON.stringify(value)?.slice(0, 60)} ${JSON.stringify(way)}`;
}

/** An answer of any envelope: a success, or an error that the documentation knows, with its number. */
function assertAnswer(answer: Answer, where: string): void {
  // Above version 1 of JSON-RPC errors stand beside `result`; in the flat form both are at top level.
  const holder = typeof answer.error === 'object' ? answer.error : answer.type === undefined ? answer.result : answer;
  const { status, error, error_code, error_message } = holder;
  assert.ok(status === 'success' || status === 'error', `${where}: ${JSON.stringify(answer).slice(0, 300)}`);
  if (status === 'success') return;
  assert.ok(DOCUMENTED.has(error), `${where}: ${error}`);
  assert.notEqual(error, 'internal', where);
  assert.ok(error_message === undefined || error_message === null || typeof error_message === 'string', where);
  const known: RpcErrorInfo | undefined = Object.hasOwn(RPC_ERRORS, error)
    ? RPC_ERRORS[error as 'internal']
    : undefined;
  if (known !== undefined && error_code !== undefined) assert.equal(error_code, known.code, where);
}

/** The same parameters, with a listener for the names that are read. */
function watchedParams(params: JsonObject, onRead: (name: string) => void): JsonObject {
  const note = (name: string | symbol) => {
    if (typeof name === 'string') onRead(name);
  };
  return new Proxy(params, {
    get(target, name) {
      note(name);
      return Reflect.get(target, name) as Json;
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor(target, name) {
      note(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
}
