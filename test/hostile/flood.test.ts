/** A server whose public port is flooded still answers administrators and closes ledgers. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { post } from '../support/hostile-sockets.ts';
import { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const CLIENTS = 20;
/** The flood continues until the admin has this number of answers and this number of ledgers has closed. */
const ANSWERS = 5;
const LEDGERS = 1;
/** Upper bound of requests of the flood that are answered while the administrator waits for one answer. */
const MOST_BEFORE = 10 * CLIENTS;
const MASTER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

const ITEM = `{"method":"ledger_data","limit":256}`;
const REQUESTS: Readonly<Record<string, string>> = {
  'short requests': '{"method":"ping"}',
  'long lists': `{"method":"ping","params":[{"x":[${'1,'.repeat(450_000)}1]}]}`,
  batches: `{"method":"batch","params":[${Array(5_000).fill(ITEM).join()}]}`,
};

interface Flood {
  isOver: boolean;
  answers: number;
  /** The first `slowDown` shows that there is a flood; a busy machine takes a while to reach it. */
  isRefused: boolean;
}

describe('a flood of', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'weir-flood-'));
  let weir: ServerProcess;
  before(async () => {
    const limits = path.join(folder, 'limits.json');
    writeFileSync(limits, '{"limit_loopback":1,"request_burst":100}');
    const words = ['--ephemeral', '--close-interval', '100', '--log-level', 'warn', '--limits', limits];
    weir = await ServerProcess.start([...words, '--public-port', '0', '--public-host', '127.0.0.1']);
  });
  after(async () => {
    await weir.stop();
    rmSync(folder, { recursive: true });
    const reports = weir.output.split('\n').filter((line) => line.startsWith('{'));
    assert.deepEqual(reports, [], 'the server has nothing to report');
  });

  const operator = async (method: string, params: object = {}) =>
    (await post(weir.ports[0]!, JSON.stringify({ method, params: [params] }))).body.result;

  /**
   * Sends the operator's requests during a flood. Resolves with the number of the flood's requests that were answered during
   * the operator's longest wait. The flood counts its answers, and ends when `done` resolves.
   */
  async function isServed(t: TestContext, flood: Flood, done: Promise<unknown>): Promise<number> {
    const closed = async () => (await operator('ledger_closed')).ledger_index;
    const before = await closed();
    let mostBefore = 0;
    for (
      let answers = 0;
      answers < ANSWERS || flood.answers < ANSWERS || !flood.isRefused || (await closed()) < before + LEDGERS;
      answers++
    ) {
      const answered = flood.answers;
      assert.equal((await operator('account_info', { account: MASTER })).status, 'success');
      mostBefore = Math.max(mostBefore, flood.answers - answered);
      await delay(5);
    }
    flood.isOver = true;
    await done;
    t.diagnostic(`at most ${mostBefore} of ${flood.answers} answers came before the operator's`);
    return mostBefore;
  }

  for (const [kind, body] of Object.entries(REQUESTS)) {
    test(`${kind} does not delay the administrator`, async (t) => {
      const statuses = new Set<number>();
      const flood: Flood = { isOver: false, answers: 0, isRefused: false };
      const ask = async () => {
        while (!flood.isOver) {
          const { status } = await post(weir.ports[1]!, body);
          statuses.add(status);
          flood.answers += 1;
          flood.isRefused ||= status === 429;
        }
      };
      const mostBefore = await isServed(t, flood, Promise.all(Array.from({ length: CLIENTS }, ask)));
      assert.ok(mostBefore <= MOST_BEFORE, `the operator waits for ${mostBefore} others`);
      assert.deepEqual(
        [...statuses].filter((status) => ![200, 429, 503].includes(status)),
        [],
      );
    });
  }

  test('messages and pings on WebSockets does not delay the administrator', async (t) => {
    const connect = () => WebSocketClient.connect(weir.ports[1]!);
    const clients: WebSocketClient[] = [];
    // Earlier requests still count, so it may take a while until all clients can connect.
    const join = async () => {
      while (clients.length < CLIENTS) clients.push(await connect());
      return true;
    };
    await until(() => join().catch(() => false), 'clients are let in');
    const flood: Flood = { isOver: false, answers: 0, isRefused: true };
    const send = async ({ socket }: WebSocketClient) => {
      socket.on('message', () => {
        flood.answers += 1;
      });
      while (!flood.isOver) {
        for (let count = 0; count < 50 && socket.readyState === socket.OPEN; count++) {
          socket.send('{"command":"ledger_data","limit":256}');
          socket.ping();
        }
        await delay(35);
      }
    };
    await isServed(t, flood, Promise.all(clients.map(send)));
    for (const { socket } of clients) socket.terminate();
  });
});
