/** What a web page of another origin gets from a server on the machine of its reader: by WebSockets, and by a name that was rebound. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, test } from 'node:test';
import { exchange } from '../support/hostile-sockets.ts';
import { ServerProcess } from '../support/server-process.ts';
import { ONE_THREAD } from '../support/thread-words.ts';

const PING = '{"method":"ping"}';

interface Answer {
  readonly status: number;
  readonly text: string;
}

function send(port: number, options: http.RequestOptions, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, agent: false, ...options }, async (response) => {
      let text = '';
      for await (const piece of response) text += piece;
      resolve({ status: response.statusCode!, text });
    });
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode!, text: '' });
    });
    request.on('error', reject);
    request.end(body);
  });
}

function upgrade(port: number, headers: http.OutgoingHttpHeaders): Promise<Answer> {
  const handshake = { 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
  return send(port, { headers: { connection: 'upgrade', upgrade: 'websocket', ...handshake, ...headers } });
}

const ADDED = ['--cors-origin', 'https://wallet.example', '--cors-origin', 'chrome-extension://abcdef'];
const NAMES = ['--host-name', 'ledger.example', '--host-name', '*.svc.cluster.local'];

for (const threads of [ONE_THREAD, ['--threads', '2']]) {
  describe(`a server on the machine of a page's reader, ${threads.join(' ')}`, () => {
    let weir: ServerProcess;
    before(async () => {
      const ports = ['--public-port', '0', '--public-host', '0.0.0.0'];
      weir = await ServerProcess.start(['--ephemeral', '--manual', ...ports, ...ADDED, ...NAMES, ...threads]);
    });
    after(() => weir.stop());

    test('lets no page of another origin open a WebSocket', async () => {
      for (const port of weir.ports) {
        const own = `127.0.0.1:${port}`;
        const foreign = ['https://evil.example', 'null', '', 'http://localhost:3000', `http://127.0.0.1:${port + 1}`];
        for (const origin of [...foreign, 'http://127.0.0.1', `ws://${own}`, `http://localhost:${port}`, 'file://']) {
          const { status, text } = await upgrade(port, { host: own, origin });
          assert.equal(status, 403, origin);
          assert.match(JSON.parse(text).result.error_what, /only if --cors-origin names its origin/);
        }
        for (const origin of [undefined, `http://${own}`, 'https://wallet.example', 'chrome-extension://abcdef'])
          assert.equal((await upgrade(port, { host: own, ...(origin && { origin }) })).status, 101, origin);
        for (const host of [`localhost:${port}`, 'ledger.example', 'LEDGER.example:80', `[::1]:${port}`])
          assert.equal((await upgrade(port, { host, origin: `http://${host}` })).status, 101, host);
        assert.equal((await upgrade(port, { host: 'ledger.example', origin: 'https://ledger.example' })).status, 101);
      }
    });

    test('refuses every path and upgrade for a name that is not its own', async () => {
      const [port, publicPort] = weir.ports as [number, number];
      const paths = ['/', '/health', '/health/reads', '/version', '/metrics', '/openrpc.json', '/explorer/x.js', '/no'];
      for (const host of ['rebound.example', `rebound.example:${port}`, `localhost.evil.example:${port}`]) {
        for (const place of paths) {
          for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
            const page = { host, origin: `http://${host}`, accept: 'text/html' };
            const { status, text } = await send(port, { path: place, method, headers: page });
            assert.equal(status, 403, `${method} ${place}`);
            if (method !== 'HEAD')
              assert.match(text, /"error":"forbidden".*The header Host is '[a-z.]+'.*--host-name /);
          }
        }
        assert.equal((await upgrade(port, { host, origin: `http://${host}` })).status, 403);
        assert.equal((await upgrade(publicPort, { host })).status, 403);
        assert.equal((await send(publicPort, { method: 'POST', headers: { host } }, PING)).status, 403);
      }
    });

    test('refuses such a name on a connection that sent another one before, with both parsers', async () => {
      const [port] = weir.ports as [number];
      const request = (host: string, more = '') =>
        `POST / HTTP/1.1\r\nhost: ${host}\r\n${more}content-length: ${PING.length}\r\n\r\n${PING}`;
      for (const more of ['', 'x-node: 1\r\n']) {
        const expected = /HTTP\/1\.1 200 .*HTTP\/1\.1 403 /s;
        const both = request('localhost', more) + request('rebound.example', `${more}connection: close\r\n`);
        assert.match(await exchange(port, both, { expected }), expected);
        assert.match(await exchange(port, request('rebound.example', more)), /^HTTP\/1\.1 403 Forbidden/);
      }
    });

    test('answers by addresses, by its names, and without a name', async () => {
      const [port, publicPort] = weir.ports as [number, number];
      const status = async (at: number, host: string) =>
        (await send(at, { path: '/health', headers: { host } })).status;
      const names = [
        '10.1.2.3',
        `203.0.113.7:${port}`,
        '[2001:db8::7]',
        'weir.localhost',
        'weir.ns.svc.cluster.local:6006',
      ];
      for (const host of names)
        assert.deepEqual([await status(port, host), await status(publicPort, host)], [200, 200]);
      // Names of containers are own names of a port that other machines reach.
      for (const host of ['weir', 'test-bench:5005', 'host.docker.internal'])
        assert.deepEqual([await status(port, host), await status(publicPort, host)], [403, 200], host);
      assert.match(await exchange(port, 'GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
    });
  });
}
