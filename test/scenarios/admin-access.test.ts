/** Who is an administrator of a server that does not take every program of the machine for one. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { adminCredential } from '../../src/cli/request/admin-access.ts';
import { createRpcClient, resultOf } from '../../src/cli/request/rpc-client.ts';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { bannerOf } from '../../src/cli/start/start.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { PROGRAM } from '../support/program.ts';
import type { Answer } from '../support/rpc-call.ts';
import { refusedStart } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-admin-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const isWindows = process.platform === 'win32';
const TOKEN = 'a-token-of-administrators';

function tokenFile(name: string): string {
  const file = join(scratch, name);
  writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 });
  return file;
}

async function begin(t: TestContext, ...words: string[]): Promise<RunningServer & { readonly url: string }> {
  const options = parseStartOptions(['--port', '0', '--manual', '--threads', '0', ...words]);
  const server = await runServer(options, pino({ level: 'silent' }));
  t.after(() => server.stop());
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}

/** The role that a request over HTTP has. */
async function roleOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: '{"method":"ledger_accept"}', headers });
  const { result } = (await answer.json()) as Answer;
  return result.error === undefined ? 'admin' : result.error;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The role of a WebSocket, and the protocol that was agreed on. */
async function socketRole(
  port: number,
  protocols: string[],
  headers: Record<string, string> = {},
): Promise<readonly [role: string, protocol: string]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, protocols, { headers });
  await once(socket, 'open');
  socket.send('{"command":"ledger_accept"}');
  const [message] = (await once(socket, 'message')) as [Buffer];
  socket.terminate();
  return [(JSON.parse(message.toString()) as JsonObject).status === 'success' ? 'admin' : 'user', socket.protocol];
}

describe('a server with --admin private', () => {
  test('takes no program of the machine for an administrator without the token', async (t) => {
    const { url, port, publicPort } = await begin(
      t,
      ...['--ephemeral', '--admin-token', tokenFile('token'), '--public-port', '0', '--public-host', '127.0.0.1'],
    );
    assert.equal(await roleOf(url), 'forbidden');
    for (const wrong of [`${TOKEN}x`, TOKEN.slice(1), '', 'x'.repeat(10_000), `${TOKEN} ${TOKEN}`])
      assert.equal(await roleOf(url, bearer(wrong)), 'forbidden', wrong.slice(0, 40));
    assert.equal(await roleOf(url, { authorization: `Basic ${TOKEN}` }), 'forbidden');
    assert.equal(await roleOf(url, bearer(TOKEN)), 'admin');
    assert.equal(await roleOf(url, { authorization: `bearer ${TOKEN}` }), 'admin');
    for (const header of ['x-forwarded-for', 'origin', 'referer'])
      assert.equal(await roleOf(url, { ...bearer(TOKEN), [header]: 'http://127.0.0.1' }), 'forbidden', header);
    assert.equal(await roleOf(`http://127.0.0.1:${publicPort}`, bearer(TOKEN)), 'forbidden');
    assert.deepEqual(await socketRole(port, []), ['user', '']);
    assert.deepEqual(await socketRole(port, [], bearer(TOKEN)), ['admin', '']);
  });

  test('takes its own page for one that has the token, and no other page', async (t) => {
    const { port } = await begin(t, '--ephemeral', '--admin-token', tokenFile('token of a page'));
    const own = { origin: `http://127.0.0.1:${port}` };
    const protocols = ['weir', `weir.token.${TOKEN}`];
    assert.deepEqual(await socketRole(port, protocols, own), ['admin', 'weir']);
    assert.deepEqual(await socketRole(port, ['weir', 'weir.token.wrong'], own), ['user', 'weir']);
    assert.deepEqual(await socketRole(port, ['weir'], own), ['user', 'weir']);
    // A library that insists on one of its protocols refuses: an answer never repeats the token.
    await assert.rejects(socketRole(port, [`weir.token.${TOKEN}`], own), /Server sent no subprotocol/);
  });

  test('has a socket for its user only, which is gone after the end', { skip: isWindows }, async (t) => {
    const path = join(scratch, 'private.sock');
    const { url, stop } = await begin(t, '--ephemeral', '--admin-socket', path);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(await roleOf(url), 'forbidden');
    const call = createRpcClient(`unix:${path}`);
    assert.equal((await resultOf(call, 'ledger_accept', {})).status, 'success');
    await stop();
    assert.ok(!existsSync(path));
    await assert.rejects(call('ping', {}), { message: `cannot reach unix:${path}: no server listens there` });
  });

  test('has the same administrators with workers, whose requests the socket also takes', {
    skip: isWindows,
  }, async (t) => {
    const path = join(scratch, 'workers.sock');
    const words = ['--admin-socket', path, '--admin-token', tokenFile('token of workers'), '--threads', '2'];
    const { url } = await begin(t, '--ephemeral', ...words);
    assert.equal(await roleOf(url), 'forbidden');
    assert.equal(await roleOf(url, bearer(TOKEN)), 'admin');
    const call = createRpcClient(`unix:${path}`);
    assert.equal((await resultOf(call, 'ledger_accept', {})).status, 'success');
    assert.equal((await resultOf(call, 'ledger', { ledger_index: 'validated' })).status, 'success');
    assert.ok((await resultOf(call, 'server_info', {})).info);
  });

  test('begins with a new token each time, in files for its user only', async (t) => {
    const data = join(scratch, 'data');
    const [token, note] = ['admin.token', 'admin.json'].map((name) => join(data, name)) as [string, string];
    const tokens = new Set<string>();
    for (let starts = 0; starts < 2; starts++) {
      const options = parseStartOptions([
        '--port',
        '0',
        '--manual',
        '--threads',
        '0',
        '--data',
        data,
        '--admin',
        'private',
      ]);
      const server = await runServer(options, pino({ level: 'silent' }));
      t.after(() => server.stop());
      const text = readFileSync(token, 'utf8').trim();
      tokens.add(text);
      assert.equal(await roleOf(`http://127.0.0.1:${server.port}`, bearer(text)), 'admin');
      if (!isWindows) for (const file of [token, note]) assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.ok(!bannerOf(options, server).includes(text));
      await server.stop();
      assert.deepEqual([existsSync(token), existsSync(note)], [false, false]);
    }
    assert.equal(tokens.size, 2);
    // A server that was killed leaves its note, which would lead commands to a socket without a server.
    writeFileSync(note, '{}');
    await begin(t, '--data', data);
    assert.ok(!existsSync(note));
  });

  test('refuses a token that others can read, and a socket of another server', { skip: isWindows }, async (t) => {
    const open = tokenFile('open token');
    chmodSync(open, 0o644);
    const short = join(scratch, 'short token');
    writeFileSync(short, 'hush', { mode: 0o600 });
    const used = join(scratch, 'used.sock');
    const other = createServer().listen(used);
    await once(other, 'listening');
    t.after(() => other.close());
    const notes = join(scratch, 'notes');
    writeFileSync(notes, '');
    const rows: readonly (readonly [words: readonly string[], message: RegExp])[] = [
      [['--admin-token', open], /cannot use --admin-token .*: other users can read .*: chmod 600 /],
      [['--admin-token', short], /a token has 20 to 200 letters(?!.*hush)/],
      [['--admin-token', join(scratch, 'none')], /ENOENT/],
      [['--admin-socket', used], /another server listens there/],
      [['--admin-socket', notes], /cannot listen on --admin-socket .*: it is not a socket/],
      [['--admin-socket', join(scratch, 'x'.repeat(120))], /is too long for a socket/],
    ];
    for (const [words, message] of rows) assert.match((await refusedStart('--ephemeral', ...words)).stderr, message);
    assert.ok(existsSync(notes));
    // What a killed server left is replaced.
    const left = join(scratch, 'left.sock');
    const killed = await ServerProcess.start(['--ephemeral', '--manual', '--admin-socket', left]);
    await killed.kill();
    assert.ok(existsSync(left));
    await begin(t, '--ephemeral', '--admin-socket', left);
  });
});

describe('the command line', () => {
  test('finds the socket or the token of the server in ./weir-data', { skip: isWindows }, async (t) => {
    const place = join(scratch, 'place');
    mkdirSync(place);
    const server = await ServerProcess.start(['--manual', '--admin', 'private'], { directory: place });
    t.after(() => server.kill());
    const run = (...words: string[]) => runIn(place, ...words, '--url', server.url);
    assert.equal(await roleOf(server.url), 'forbidden');
    assert.equal((await run('ledger_accept')).result.status, 'success');
    const note = join(place, 'weir-data/admin.json');
    const { socket, ...others } = JSON.parse(readFileSync(note, 'utf8')) as Answer;
    assert.ok(existsSync(socket));
    writeFileSync(note, JSON.stringify(others));
    assert.equal((await run('ledger_accept')).result.status, 'success', 'by the token');
    writeFileSync(note, JSON.stringify({ ...others, port: 1 }));
    assert.equal((await run('ledger_accept')).result.error, 'forbidden', 'of another server');
    assert.equal(await server.stop(), 0);
  });

  test('uses a token that a variable names, but sends it nowhere in the clear', () => {
    const file = tokenFile('named token');
    const environment = (name: string) => (name === 'WEIR_ADMIN_TOKEN_FILE' ? file : undefined);
    for (const url of ['http://127.0.0.1:5005', 'http://[::1]:5005', 'http://localhost:1', 'https://ledger.example'])
      assert.deepEqual(adminCredential(url, environment), { token: TOKEN });
    for (const url of ['http://ledger.example', 'http://127.example'])
      assert.throws(() => adminCredential(url, environment), /others could read the token/);
    assert.deepEqual(adminCredential('unix:/run/weir/admin.sock', environment), { socket: '/run/weir/admin.sock' });
    assert.deepEqual(adminCredential('unix:///run/weir/admin.sock', environment), { socket: '/run/weir/admin.sock' });
    assert.deepEqual(
      adminCredential('http://127.0.0.1:5005', () => undefined),
      {},
    );
  });
});

/** Runs the program in a directory; gives its answer. */
function runIn(directory: string, ...words: string[]): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], { cwd: directory }, (_error, stdout) =>
      resolve(JSON.parse(stdout)),
    );
  });
}
