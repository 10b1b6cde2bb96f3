/** A server whose public port is flooded: the operator and the ledgers go on as if nothing were. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { post } from './support/hostile-sockets.ts';
import { StartedWeir } from './support/started-weir.ts';
import { WebSocketClient } from './support/websocket-client.ts';

const FLOOD_MS = 700;
const CLIENTS = 20;
/** On a busy machine, which the flood itself makes it. */
const PROMPT_MS = 1_000;
const MASTER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

const ITEM = `{"method":"ledger_data","limit":256}`;
const REQUESTS: Readonly<Record<string, string>> = {
  'short requests': '{"method":"ping"}',
  'long texts': `{"method":"ping","params":[{"x":"${'y'.repeat(900_000)}"}]}`,
  'long lists': `{"method":"ping","params":[{"x":[${'1,'.repeat(450_000)}1]}]}`,
  batches: `{"method":"batch","params":[${Array(5_000).fill(ITEM).join()}]}`,
};

describe('a flood of', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'weir-flood-'));
  let weir: StartedWeir;
  before(async () => {
    const limits = path.join(folder, 'limits.json');
    writeFileSync(limits, '{"limit_loopback":1,"request_burst":100}');
    const words = ['--ephemeral', '--close-interval', '100', '--log-level', 'warn', '--limits', limits];
    weir = await StartedWeir.start([...words, '--public-port', '0', '--public-host', '127.0.0.1']);
  });
  after(async () => {
    await weir.stop();
    rmSync(folder, { recursive: true });
    const reports = weir.output.split('\n').filter((line) => line.startsWith('{'));
    assert.deepEqual(reports, [], 'the server has nothing to report');
  });

  const operator = async (method: string, params: object = {}) =>
    (await post(weir.ports[0]!, JSON.stringify({ method, params: [params] }))).body.result;

  /** Asks as the operator until the flood is over; gives the longest wait. */
  async function askMeanwhile(flood: Promise<unknown>): Promise<number> {
    let isOver = false;
    void flood.finally(() => {
      isOver = true;
    });
    let longestMs = 0;
    while (!isOver) {
      const started = performance.now();
      assert.equal((await operator('account_info', { account: MASTER })).status, 'success');
      longestMs = Math.max(longestMs, performance.now() - started);
      await delay(20);
    }
    await flood;
    return longestMs;
  }

  async function isServed(t: { diagnostic(text: string): void }, flood: Promise<unknown>): Promise<void> {
    const before = (await operator('ledger_closed')).ledger_index;
    const longestMs = await askMeanwhile(flood);
    const closed = (await operator('ledger_closed')).ledger_index - before;
    t.diagnostic(`longest wait ${Math.round(longestMs)} ms, ${closed} ledgers`);
    assert.ok(longestMs < PROMPT_MS, `the operator waits ${longestMs} ms`);
    assert.ok(closed >= 2, 'ledgers close');
  }

  for (const [kind, body] of Object.entries(REQUESTS)) {
    test(`${kind} leaves the operator served`, async (t) => {
      const statuses = new Set<number>();
      const flood = async () => {
        const endMs = performance.now() + FLOOD_MS;
        while (performance.now() < endMs) statuses.add((await post(weir.ports[1]!, body)).status);
      };
      await isServed(t, Promise.all(Array.from({ length: CLIENTS }, flood)));
      assert.deepEqual(
        [...statuses].filter((status) => ![200, 429, 503].includes(status)),
        [],
      );
      assert.ok(statuses.has(429), 'it is told to slow down');
    });
  }

  test('messages and pings on WebSockets leaves the operator served', async (t) => {
    await delay(1_500);
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => WebSocketClient.connect(weir.ports[1]!)));
    const flood = clients.map(async ({ socket }) => {
      for (let round = 0; round < 20; round++) {
        for (let count = 0; count < 50; count++) {
          socket.send('{"command":"ledger_data","limit":256}');
          socket.ping();
        }
        await delay(FLOOD_MS / 20);
      }
    });
    await isServed(t, Promise.all(flood));
    for (const { socket } of clients) socket.terminate();
  });
});
