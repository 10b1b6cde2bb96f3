/** A server with TLS on all its ports, which can load a new certificate while it runs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import tls from 'node:tls';
import { WebSocket } from 'ws';
import { post } from '../support/hostile-sockets.ts';
import { refusedStart } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';
import { copyCertificate, copyKey } from '../support/tls-fixtures.ts';

const FIXTURES = path.join(import.meta.dirname, '../fixtures/tls');
const fixture = (name: string) => path.join(FIXTURES, name);
const ca = ['first', 'second'].map((name) => readFileSync(fixture(`${name}.cert.pem`)));

/** Posts over a new connection; returns the text of the answer. */
function ask(port: number, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = https.request({ host: '127.0.0.1', port, method: 'POST', ca, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(text);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** The subject of the certificate of a new connection. */
async function subject(port: number): Promise<unknown> {
  const socket = tls.connect({ host: '127.0.0.1', port, ca });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return CN;
}

describe('a server with TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'weir-tls-'));
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const use = (name: 'first' | 'second') => {
    copyCertificate(name, cert);
    copyKey(name, key);
  };
  let weir: ServerProcess;
  before(async () => {
    use('first');
    const args = ['--ephemeral', '--manual', '--log-level', 'info', '--tls-cert', cert, '--tls-key', key];
    weir = await ServerProcess.start([...args, '--public-port', '0', '--public-host', '127.0.0.1']);
  });
  after(async () => {
    await weir.stop();
    rmSync(folder, { recursive: true });
  });

  test('serves requests and WebSockets on both ports, with the roles of each, and nothing in the clear', async () => {
    const [own, publicPort] = weir.ports as [number, number];
    assert.deepEqual(JSON.parse(await ask(own, '{"method":"ping"}')).result, { role: 'admin', status: 'success' });
    assert.deepEqual(JSON.parse(await ask(publicPort, '{"method":"ping"}')).result, { status: 'success' });
    assert.match(await ask(publicPort, '{"method":"ledger_accept"}'), /forbidden/);
    for (const port of [own, publicPort]) {
      const socket = new WebSocket(`wss://127.0.0.1:${port}`, { ca });
      await once(socket, 'open');
      socket.send('{"command":"ping"}');
      const [answer] = (await once(socket, 'message')) as [Buffer];
      assert.equal(JSON.parse(answer.toString()).status, 'success');
      socket.terminate();
      await assert.rejects(post(port, '{"method":"ping"}'));
    }
    const old = tls.connect({ host: '127.0.0.1', port: own, ca, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' });
    await assert.rejects(once(old, 'secureConnect'));
  });

  test('uses a new certificate after SIGHUP, and keeps the old one if the new one is invalid', async () => {
    const [own, publicPort] = weir.ports as [number, number];
    const open = new WebSocket(`wss://127.0.0.1:${own}`, { ca });
    await once(open, 'open');
    assert.equal(await subject(own), 'first.example');
    use('second');
    weir.signal('SIGHUP');
    await weir.wrote(/the certificate was read again/);
    assert.deepEqual([await subject(own), await subject(publicPort)], ['second.example', 'second.example']);
    writeFileSync(key, 'not a key');
    weir.signal('SIGHUP');
    await weir.wrote(/could not be renewed; the old one stays/);
    copyKey('first', key);
    weir.signal('SIGHUP');
    await weir.wrote(/KEY_VALUES_MISMATCH/i);
    assert.equal(await subject(own), 'second.example');
    open.send('{"command":"ping"}');
    await once(open, 'message');
    open.terminate();
    const secret = readFileSync(fixture('second.key.pem'), 'utf8').split('\n')[1]!;
    assert.ok(!weir.output.includes(secret) && !weir.output.includes('not a key'));
  });

  test('does not start with a certificate and key that do not match', async () => {
    const key = path.join(folder, 'second.key.pem');
    copyKey('second', key);
    const options = ['--tls-cert', fixture('first.cert.pem'), '--tls-key', key];
    const { code, stderr } = await refusedStart('--ephemeral', ...options);
    assert.deepEqual([code, stderr.trim().split('\n').length], [1, 1]);
    assert.match(stderr, /^weir: cannot use .*first.cert.pem with the key .*second.key.pem: /);
    chmodSync(key, 0o644);
    const open = process.platform === 'win32' ? undefined : await refusedStart('--ephemeral', ...options);
    if (open !== undefined)
      assert.match(open.stderr, /^weir: cannot read --tls-key: other users can read .* chmod 600 /);
    const missing = await refusedStart('--ephemeral', '--tls-cert', 'no.pem', '--tls-key', 'no.pem');
    assert.match(missing.stderr, /^weir: cannot read --tls-cert: ENOENT/);
  });
});
