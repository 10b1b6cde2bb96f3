/** A server with TLS on all its ports, which can load a new certificate while it runs. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import tls from 'node:tls';
import { WebSocket } from 'ws';
import { makeCertificate } from '../support/certificates.ts';
import { post } from '../support/hostile-sockets.ts';
import { refusedStart } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';
import { ONE_THREAD } from '../support/thread-words.ts';
import { copyCertificate, copyKey } from '../support/tls-fixtures.ts';

const FIXTURES = path.join(import.meta.dirname, '../fixtures/tls');
const fixture = (name: string) => path.join(FIXTURES, name);
const ca = ['first', 'second'].map((name) => readFileSync(fixture(`${name}.cert.pem`)));

/** Sends a request over a new connection; returns the text of the answer. */
function ask(port: number, body: string, { method = 'POST', path: place = '/' } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path: place, ca, agent: false };
    const request = https.request(options, async (response) => {
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
    await weir.wrote(/cannot use --tls-key \S+key\.pem: the key \(EC prime256v1\) does not belong to the certificate/);
    // OpenSSL notices this only when a client connects.
    const rsa = makeCertificate({ name: 'rsa', type: 'rsa' });
    writeFileSync(key, rsa.key);
    weir.signal('SIGHUP');
    await weir.wrote(/the key \(RSA 2048\) does not belong to the certificate \(EC prime256v1, CN=second\.example\)/);
    const expired = makeCertificate({ name: 'expired', notAfter: new Date('2021-02-03T04:05:06Z') });
    writeFileSync(key, expired.key);
    writeFileSync(cert, expired.cert);
    weir.signal('SIGHUP');
    await weir.wrote(/cannot use --tls-cert \S+cert\.pem: the certificate has expired at 2021-02-03T04:05:06Z/);
    assert.deepEqual([await subject(own), await subject(publicPort)], ['second.example', 'second.example']);
    const metrics = await ask(own, '', { method: 'GET', path: '/metrics' });
    const expiry = Date.parse(new X509Certificate(ca[1]!).validTo) / 1000;
    assert.match(metrics, new RegExp(`^weir_tls_certificate_expiry_seconds ${expiry}$`, 'm'));
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
    assert.match(
      stderr,
      /^weir: cannot use --tls-key .*second.key.pem: the key .* does not belong to the certificate /,
    );
    chmodSync(key, 0o644);
    const open = process.platform === 'win32' ? undefined : await refusedStart('--ephemeral', ...options);
    if (open !== undefined)
      assert.match(open.stderr, /^weir: cannot read --tls-key: other users can read .* chmod 600 /);
    const missing = await refusedStart('--ephemeral', '--tls-cert', 'no.pem', '--tls-key', 'no.pem');
    assert.match(missing.stderr, /^weir: cannot read --tls-cert: ENOENT/);
  });

  test('starts with a certificate that has expired, and warns', async () => {
    const expired = makeCertificate({ name: 'expired', notAfter: new Date('2021-02-03T04:05:06Z') });
    const files = ['expired.cert.pem', 'expired.key.pem'].map((name) => path.join(folder, name)) as [string, string];
    writeFileSync(files[0], expired.cert);
    writeFileSync(files[1], expired.key, { mode: 0o600 });
    const options = ['--ephemeral', '--manual', ...ONE_THREAD, '--log-level', 'warn'];
    const args = [...options, '--tls-cert', files[0], '--tls-key', files[1]];
    const own = await ServerProcess.start(args);
    await own.wrote(/"level":40,.*"reason":"the certificate has expired at 2021-02-03T04:05:06Z".*clients refuse/);
    await own.stop();
  });
});
