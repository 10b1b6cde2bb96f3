/** Servers with workers: ports, certificates, journals, counters and metrics. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import tls from 'node:tls';
import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import { CommandError } from '../../src/util/command-error.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { MASTER, party } from '../support/env.ts';
import { post } from '../support/hostile-sockets.ts';
import type { Answer } from '../support/rpc-call.ts';
import { copyCertificate, copyKey } from '../support/tls-fixtures.ts';
import { until } from '../support/until.ts';
import { WebSocketClient } from '../support/websocket-client.ts';
import { WorkerThreads } from '../support/worker-threads.ts';

const THREADS = 3;
/** Enough requests that every worker gets some of them. */
const MANY = 24;
const TLS_FIXTURES = path.join(import.meta.dirname, '../fixtures/tls');
const ALICE = party('alice');

const scratch = mkdtempSync(path.join(tmpdir(), 'weir-workers-'));
after(() => rmSync(scratch, { recursive: true }));

function start(...words: string[]): Promise<RunningServer> {
  const options = parseStartOptions(['--manual', '--port', '0', '--threads', String(THREADS), ...words]);
  return runServer(options, pino({ level: 'silent' }));
}

async function ask(port: number, method: string, params: object = {}): Promise<Answer> {
  return (await post(port, JSON.stringify({ method, params: [params] }))).body.result;
}

const get = async (port: number, place: string) => (await fetch(`http://127.0.0.1:${port}${place}`)).text();

function payment(Sequence: number): string {
  const fields = { TransactionType: 'Payment', Account: MASTER.id, Destination: ALICE.id, Amount: 1_000_000_000n };
  const common = { Fee: 10n, Flags: 0, Sequence, SigningPubKey: MASTER.keys.publicKey };
  return bytesToHex(signTransaction({ ...fields, ...common }, MASTER.keys).blob);
}

/** As the metrics library writes them: the value of a name with its labels. */
const figure = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );

describe('a server with workers', () => {
  let server: RunningServer;
  before(async () => {
    server = await start('--ephemeral', '--ws-port', '0', '--public-port', '0', '--public-host', '127.0.0.1', '--dev');
  });
  after(() => server.stop());

  test('has ports with their roles in every worker', async () => {
    for (let count = 0; count < MANY; count++) {
      assert.equal((await ask(server.port, 'ping')).role, 'admin');
      assert.equal((await ask(server.webSocketPort!, 'ping')).role, 'admin');
      assert.deepEqual(await ask(server.publicPort!, 'ping'), { status: 'success' });
    }
    const refused = await ask(server.publicPort!, 'ledger_accept');
    assert.equal(refused?.error ?? 'forbidden', 'forbidden');
  });

  test('lists its ports, and sums the counters of its threads', async () => {
    const { info: before } = await ask(server.port, 'server_info', { counters: true });
    assert.deepEqual(
      before.ports.map(({ port }: { port: string }) => Number(port)).sort(),
      [server.port, server.webSocketPort!, server.publicPort!].sort(),
    );
    assert.equal(before.load.threads, 1 + THREADS);
    const finished = async () => {
      const { info } = await ask(server.port, 'server_info', { counters: true });
      const count = (method: string) => Number(info.counters.rpc[method]?.finished ?? 0);
      return [count('random'), count('ledger_accept')];
    };
    const start = await finished();
    // The second request is forwarded to the engine.
    for (const method of ['random', 'ledger_accept'])
      await Promise.all(Array.from({ length: MANY }, () => ask(server.port, method)));
    await until(async () => (await finished())[0]! >= start[0]! + MANY, 'all are counted');
    assert.deepEqual(
      await finished(),
      start.map((count) => count + MANY),
      'and once each',
    );
  });

  test('sums the metrics of its threads', async () => {
    const name = 'weir_requests_total{method="wallet_propose",outcome="success"}';
    const clients = await Promise.all(Array.from({ length: MANY }, () => WebSocketClient.connect(server.port)));
    await Promise.all(clients.map((client) => client.call('wallet_propose')));
    const accepts = 'weir_requests_total{method="ledger_accept",outcome="success"}';
    const accepted = figure(await get(server.port, '/metrics'), accepts);
    await clients[0]!.call('ledger_accept');
    const text = await get(server.port, '/metrics');
    assert.equal(figure(text, name), MANY);
    assert.equal(figure(text, accepts), accepted + 1, 'what is passed on is counted once too');
    assert.equal(figure(text, 'weir_connections{kind="websocket"}'), MANY);
    await Promise.all(clients.map((client) => client.close()));
    await until(
      async () => figure(await get(server.port, '/metrics'), 'weir_connections{kind="websocket"}') === 0,
      'connections that ended are not counted',
    );
  });

  test('answers its routes in the engine', async () => {
    for (const path of ['/health', '/health/leader', '/health/reads'])
      assert.equal(JSON.parse(await get(server.publicPort!, path)).status, 'ok');
    assert.equal(JSON.parse(await get(server.publicPort!, '/version')).name, 'weir');
    assert.match(await get(server.publicPort!, '/metrics'), /JSON-RPC/);
    const given = await post(server.port, '{}');
    assert.equal(given.status, 400);
    const faucet = await fetch(`http://127.0.0.1:${server.port}/accounts`, { method: 'POST', body: '{}' });
    assert.equal(faucet.status, 200);
  });

  test('names the port that is in use, and leaves none open', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as net.AddressInfo;
    for (const words of [
      ['--port', String(port)],
      ['--public-port', String(port), '--public-host', '127.0.0.1'],
      ['--port', String(server.port)],
    ]) {
      await assert.rejects(start('--ephemeral', ...words), (error) => {
        assert.ok(error instanceof CommandError);
        return /cannot listen on 127\.0\.0\.1:\d+: the port is already in use/.test(error.message);
      });
    }
    taken.close();
  });

  test('starts on a port to which clients already connect', async () => {
    const free = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as net.AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    let isOver = false;
    const sockets = new Set<net.Socket>();
    const connect = () => {
      if (isOver) return;
      const socket = net.connect(port, '127.0.0.1');
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        setImmediate(connect);
      });
    };
    for (let count = 0; count < 8; count++) connect();
    const own = await start('--ephemeral', '--port', String(port));
    isOver = true;
    for (const socket of sockets) socket.destroy();
    assert.equal((await ask(port, 'ping')).role, 'admin');
    await own.stop();
  });
});

test('a server with workers takes a new certificate in all of them', async () => {
  const [cert, key] = [path.join(scratch, 'cert.pem'), path.join(scratch, 'key.pem')];
  const use = (name: 'first' | 'second') => {
    copyCertificate(name, cert);
    copyKey(name, key);
  };
  const ca = ['first', 'second'].map((name) => readFileSync(path.join(TLS_FIXTURES, `${name}.cert.pem`)));
  const subject = (port: number) =>
    new Promise<unknown>((resolve, reject) => {
      const socket = tls.connect({ host: '127.0.0.1', port, ca }, () => {
        resolve(socket.getPeerCertificate().subject.CN);
        socket.destroy();
      });
      socket.on('error', reject);
    });
  const subjects = async (port: number) =>
    new Set(await Promise.all(Array.from({ length: MANY }, () => subject(port))));
  const threads = new WorkerThreads();
  use('first');
  const server = await start('--ephemeral', '--tls-cert', cert, '--tls-key', key);
  try {
    const [first, ...none] = await subjects(server.port);
    assert.deepEqual(none, []);
    use('second');
    server.renewCertificates();
    await until(async () => {
      const shown = await subjects(server.port);
      return shown.size === 1 && !shown.has(first);
    }, 'all show the new one');
    await threads.kill(0);
    await until(() => threads.running.size === THREADS, 'it is replaced');
    await until(() => subjects(server.port).then((shown) => !shown.has(first)), 'the next one shows it too');
  } finally {
    await server.stop();
    threads.end();
  }
});

test('with --durable-submit a server with workers journals a submission before it answers', async () => {
  const directory = path.join(scratch, 'durable');
  const server = await start('--data', directory, '--durable-submit');
  const journal = path.join(directory, 'submissions.journal');
  const blobs = Array.from({ length: 10 }, (_, at) => payment(at + 1));
  for (const blob of blobs) {
    const { engine_result: result } = await ask(server.port, 'submit', { tx_blob: blob });
    assert.equal(result, 'tesSUCCESS');
    assert.ok(bytesToHex(readFileSync(journal)).includes(blob), 'it is in the journal when the answer comes');
  }
  await server.stop();
  const again = await start('--data', directory, '--durable-submit');
  await ask(again.port, 'ledger_accept');
  const { account_data: data } = await ask(again.port, 'account_info', {
    ...{ account: MASTER.address, ledger_index: 'validated' },
  });
  assert.equal(data.Sequence, 11);
  await again.stop();
});

test('a server starts the thread that writes ledgers with its first transaction', async () => {
  const server = await start('--data', path.join(scratch, 'first'));
  const begun: Worker[] = [];
  const note = (thread: Worker) => void begun.push(thread);
  process.on('worker', note);
  try {
    await ask(server.port, 'ping');
    assert.equal(begun.length, 0);
    for (const sequence of [1, 2]) {
      const { engine_result: result } = await ask(server.port, 'submit', { tx_blob: payment(sequence) });
      assert.deepEqual([result, begun.length], ['tesSUCCESS', 1]);
    }
    await ask(server.port, 'ledger_accept');
    assert.equal(begun.length, 1);
  } finally {
    process.off('worker', note);
    await server.stop();
  }
});
