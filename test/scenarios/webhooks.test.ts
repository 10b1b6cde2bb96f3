/** Webhooks of a whole server: receivers that are slow, fail, drop connections and redirect, and the operator's commands. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { webhooks } from '../../src/cli/webhooks/webhooks.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { CommandError } from '../../src/util/command-error.ts';
import { party } from '../support/env.ts';
import { until } from '../support/until.ts';
import { SECRET, WebhookReceiver } from '../support/webhook-receiver.ts';

const alice = party('alice');
const directory = mkdtempSync(path.join(tmpdir(), 'weir-webhooks-'));
after(() => rmSync(directory, { recursive: true }));

describe('webhooks of a server', () => {
  let receiver: WebhookReceiver;
  let server: RunningServer;
  const logged: string[] = [];
  const url = () => `http://127.0.0.1:${server.port}`;

  before(() => writeFileSync(path.join(directory, 'secret'), `${SECRET}\n`, { mode: 0o600 }));
  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
    server = await start({});
  });
  afterEach(async () => {
    await server.stop();
    await receiver.stop();
  });

  async function start(more: JsonObject, threads = 0): Promise<RunningServer> {
    const endpoint = {
      name: 'desk',
      url: receiver.url,
      secret_file: 'secret',
      accounts: [alice.address],
      events: ['payment.received'],
      ...more,
    };
    const file = path.join(directory, 'webhooks.json');
    writeFileSync(file, JSON.stringify({ webhooks: [endpoint] }));
    const words = [
      '--ephemeral',
      '--dev',
      '--manual',
      '--port',
      '0',
      '--public-port',
      '0',
      '--public-host',
      '127.0.0.1',
    ];
    const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
    return runServer(parseStartOptions([...words, '--threads', String(threads), '--webhooks', file]), log);
  }

  async function restart(more: JsonObject, threads = 0): Promise<void> {
    await server.stop();
    server = await start(more, threads);
  }

  async function ask(method: string, params: object = {}): Promise<void> {
    const answer = await fetch(url(), { method: 'POST', body: JSON.stringify({ method, params: [params] }) });
    const { result } = (await answer.json()) as { result: JsonObject };
    assert.equal(result.status, 'success', JSON.stringify(result));
  }

  async function pay(drops: number): Promise<void> {
    const tx_json = {
      TransactionType: 'Payment',
      Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      Destination: alice.address,
      Amount: String(drops),
    };
    await ask('submit', { secret: 'masterpassphrase', tx_json });
    await ask('ledger_accept');
  }

  async function command(...words: string[]): Promise<{ code: number; text: string }> {
    const lines: string[] = [];
    const code = await webhooks([...words, '--url', url()], (text) => lines.push(text));
    return { code, text: lines.join('\n') };
  }

  const failures = async () => {
    const { endpoints } = JSON.parse((await command('status', '--json')).text);
    return endpoints[0].failures > 0 ? endpoints[0].last_failure.reason : undefined;
  };

  test('are delivered, signed, over a receiver that is slow and one that fails', async () => {
    let failuresLeft = 1;
    receiver.answer = (response) => {
      if (failuresLeft-- > 0) response.writeHead(500).end('hush');
      else setTimeout(() => response.writeHead(200).end('x'.repeat(100_000)), 50);
    };
    await pay(10_000_000);
    await pay(2);
    await until(() => receiver.taken.length === 2, 'two events are taken');
    assert.deepEqual(
      receiver.taken.map(({ data }) => data.amount),
      ['10000000', '2'],
    );
    assert.deepEqual(
      receiver.arrived.map(({ data }) => data.amount),
      ['10000000', '10000000', '2'],
    );
    const metrics = await (await fetch(`${url()}/metrics`)).text();
    assert.match(metrics, /^weir_webhook_events_total\{endpoint="desk",outcome="delivered"\} 2$/m);
    assert.match(metrics, /^weir_webhook_events_total\{endpoint="desk",outcome="failed"\} 1$/m);
    assert.match(metrics, /^weir_webhook_lag_ledgers\{endpoint="desk"\} 0$/m);
  });

  test('are not sent where a redirect leads, and not to a receiver without an answer', async () => {
    const other = await WebhookReceiver.start();
    try {
      receiver.answer = (response) => void response.writeHead(307, { location: other.url }).end();
      await pay(10_000_000);
      await until(async () => (await failures()) !== undefined, 'the redirect is refused');
      assert.equal(await failures(), 'it answers with status 307, a redirect, which is not followed');
      assert.equal(other.arrived.length, 0);
    } finally {
      await other.stop();
    }
    receiver.answer = (response) => void response.destroy();
    await until(async () => /^it cannot be reached: /.test((await failures()) ?? ''), 'the connection is dropped');
    await restart({ timeout_seconds: 1 });
    receiver.answer = () => {};
    await pay(10_000_000);
    await until(async () => (await failures()) === 'no answer within 1 s', 'the time is over');
  });

  test('that fail are dead letters, which the operator sends again, also from a worker', async () => {
    await restart({ attempts: 1 }, 1);
    receiver.answer = (response) => void response.writeHead(400).end();
    await pay(10_000_000);
    await until(async () => /^desk {2}/m.test((await command('dead')).text), 'there is a dead letter');
    const { text, code } = await command('status');
    assert.equal(code, 1, 'dead letters are a problem');
    assert.match(text, /^desk +http:\/\/127\.0\.0\.1:\d+ +0 +1 +0 +0 +\S+ it answers with status 400$/m);
    assert.match((await command('dead')).text, /payment\.received .* it answers with status 400$/m);
    assert.deepEqual(await command('test', 'desk'), {
      code: 1,
      text: 'desk did not take the test message: it answers with status 400',
    });
    receiver.answer = (response) => void response.writeHead(200).end();
    assert.deepEqual(await command('test', 'desk'), { code: 0, text: 'desk took the test message' });
    assert.equal(receiver.taken[0]?.type, 'test');
    assert.deepEqual(await command('retry', 'desk'), { code: 0, text: '1 dead letter of desk is sent again' });
    await until(() => receiver.taken.length === 2, 'the letter is taken');
    await until(async () => (await command('status')).code === 0, 'there is no dead letter any more');
    await assert.rejects(command('retry', 'nowhere'), (error) => {
      return error instanceof CommandError && error.message === 'endpoint must be one of desk';
    });
  });

  test('are for the operator only, and not for web pages', async () => {
    const retry = { method: 'POST', body: '{"endpoint": "desk"}' };
    const publicUrl = `http://127.0.0.1:${server.publicPort}`;
    for (const [path, request] of [
      ['', {}],
      ['/dead', {}],
      ['/retry', retry],
      ['/test', retry],
    ] as const) {
      const open = await fetch(`${publicUrl}/webhooks${path}`, request);
      assert.ok([404, 405].includes(open.status), `${path}: ${open.status}`);
      await open.text();
    }
    for (const path of ['/retry', '/test']) {
      const page = await fetch(`${url()}/webhooks${path}`, { ...retry, headers: { origin: 'https://page.example' } });
      assert.equal(page.status, 403, path);
      await page.text();
    }
    const elsewhere = webhooks(['status', '--url', publicUrl], () => {});
    await assert.rejects(elsewhere, { message: 'the server has no webhooks: start it with --webhooks FILE' });
    const unknown = await fetch(`${url()}/webhooks/test`, { method: 'POST', body: '[]' });
    assert.equal(unknown.status, 400);
    assert.deepEqual(await unknown.json(), { error: 'endpoint must be one of desk' });
    assert.equal(receiver.arrived.length, 0);
  });

  test('keep secrets out of logs and answers', async () => {
    await pay(10_000_000);
    await until(() => receiver.taken.length === 1, 'the event is taken');
    const shown = [...logged, (await command('status', '--json')).text, (await command('dead', '--json')).text];
    assert.ok(shown.length > 3);
    assert.doesNotMatch(shown.join(), /hush|whsec|V2Vpci/);
  });
});
