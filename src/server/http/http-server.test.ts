import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';
import { bareServices } from '../../../test/support/rpc-call.ts';
import { type HttpListener, listenHttp } from './http-server.ts';

const services = bareServices();

interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a body may have any form; the assertions check it.
  readonly body: any;
}

function send(
  listener: HttpListener,
  body: string,
  {
    headers = {},
    method = 'POST',
    path = '/',
  }: { headers?: Record<string, string>; method?: string; path?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: listener.port, method, path, headers, agent: false };
    const request = http.request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode!, headers: response.headers, body: text && JSON.parse(text) });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Writes raw bytes, and returns everything that arrives until the server closes the connection. */
function raw(listener: HttpListener, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(listener.port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('the http server', () => {
  let admin: HttpListener;
  let open: HttpListener;
  before(async () => {
    admin = await listenHttp({ services, adminAccess: 'local' }, 0, '127.0.0.1');
    open = await listenHttp({ services, adminAccess: 'none' }, 0, '127.0.0.1');
  });
  after(() => Promise.all([admin.close(), open.close()]));

  const ANSWERED: readonly (readonly [string, unknown])[] = [
    ['{"method":"ping"}', { result: { role: 'admin', status: 'success' } }],
    ['{"method":"ping","params":{}}', { result: { role: 'admin', status: 'success' } }],
    ['{"method":"ping","params":[]}', { result: { role: 'admin', status: 'success' } }],
    ['{"method":"ping","params":[null]}', { result: { role: 'admin', status: 'success' } }],
    [
      '{"method":"ping","params":[{}],"id":5,"jsonrpc":"2.0"}',
      { result: { role: 'admin', status: 'success' }, id: 5, jsonrpc: '2.0' },
    ],
    ['{"method":"ping","params":[{"id":6}],"id":5}', { result: { role: 'admin', status: 'success' }, id: 6 }],
    [
      '{"method":"ping","params":[{"id":5,"jsonrpc":"2.0","ripplerpc":"1.0"}]}',
      { result: { role: 'admin', status: 'success' }, id: 5, jsonrpc: '2.0', ripplerpc: '1.0' },
    ],
    [
      '{"method":"nope","params":[{"secret":"s"}]}',
      {
        result: {
          error: 'unknownCmd',
          error_code: 32,
          error_message: 'Unknown method.',
          request: { command: 'nope', secret: '<masked>' },
          status: 'error',
        },
      },
    ],
    [
      '{"method":"nope","params":[{"ripplerpc":"2.0"}]}',
      {
        error: { error: 'unknownCmd', error_code: 32, status: 'error', code: 32, message: 'Unknown method.' },
        ripplerpc: '2.0',
      },
    ],
    [
      '{"method":"submit","params":[{"ripplerpc":"2.0","tx_blob":"00"}]}',
      {
        error: {
          error: 'invalidTransaction',
          error_exception: 'Transaction length invalid',
          error_code: null,
          status: 'error',
          code: null,
          message: null,
        },
        ripplerpc: '2.0',
      },
    ],
    [
      '{"id":[1],"command":"ping"}',
      { id: [1], result: { role: 'admin', status: 'success' }, status: 'success', type: 'response' },
    ],
    [
      '{"id":1,"command":"nope","seed":"s","api_version":2}',
      {
        id: 1,
        api_version: 2,
        error: 'unknownCmd',
        error_code: 32,
        error_message: 'Unknown method.',
        request: { id: 1, command: 'nope', seed: '<masked>', api_version: 2 },
        status: 'error',
        type: 'response',
      },
    ],
    ['{"method":"batch","params":[{"method":"ping"}]}', [{ result: { role: 'admin', status: 'success' } }]],
    [
      '{"method":"batch","params":[7,{},{"method":""},{"method":"ping","api_version":9},{"method":"ping","id":4}]}',
      [
        { request: 7, error: { error: { code: -32601, message: 'Method not found' } } },
        { error: { error: { code: -32601, message: 'Null method' } } },
        { method: '', error: { error: { code: -32601, message: 'method is empty' } } },
        {
          request: { method: 'ping', api_version: 9 },
          error: { error: { code: -32606, message: 'invalid_API_version' } },
        },
        { result: { role: 'admin', status: 'success' }, id: 4 },
      ],
    ],
  ];
  for (const [body, answer] of ANSWERED) {
    test(`answers ${body}`, async () => {
      const reply = await send(admin, body);
      assert.deepEqual(reply.body, answer);
      assert.equal(reply.status, 200);
      assert.match(reply.headers['content-type']!, /^application\/json/);
    });
  }

  const REFUSED: readonly (readonly [string, RegExp])[] = [
    ['', /^Unable to parse request: the body is empty/],
    ['{', /^Unable to parse request: not valid JSON/],
    ['[]', /^Unable to parse request/],
    ['[1]', /^Unable to parse request/],
    ['"x"', /^Unable to parse request/],
    ['null', /^Unable to parse request/],
    ['{}', /^Unable to parse request/],
    ['{"method":7}', /^method is not string/],
    ['{"method":"","params":[{}]}', /^method is empty/],
    ['{"method":null,"params":[{}]}', /^Null method/],
    ['{"x":1}', /^Null method/],
    ['{"method":"ping","params":[1]}', /^params unparsable/],
    ['{"method":"ping","params":[{},{}]}', /^params unparsable/],
    ['{"method":"ping","params":{"a":1}}', /^params unparsable/],
    ['{"method":"ping","params":0}', /^params unparsable/],
    ['{"method":"ping","params":[{"api_version":0}]}', /^invalid_API_version/],
    ['{"method":"ping","params":[{"api_version":9}]}', /^invalid_API_version/],
    ['{"method":"ping","params":[{"api_version":"1"}]}', /^invalid_API_version/],
    ['{"method":"ping","params":[{"ripplerpc":2}]}', /^ripplerpc is not a string/],
    ['{"method":"batch","params":{}}', /^Malformed batch request/],
    [`{"method":"ping","params":[{"a":${'['.repeat(23)}1${']'.repeat(23)}}]}`, /nest deeper than 25/],
    ['{"method":"ping","method":"nope","params":[{}]}', /a name appears twice in one object: 'method'/],
  ];
  for (const [body, message] of REFUSED) {
    test(`refuses ${body.slice(0, 60) || 'an empty body'} with 400`, async () => {
      const { status, body: answer } = await send(admin, body);
      assert.equal(status, 400);
      assert.equal(answer.result.error, 'invalidParams');
      assert.equal(answer.result.error_message, 'Invalid parameters.');
      assert.equal(answer.result.status, 'error');
      assert.match(answer.result.error_what, message);
    });
  }

  test('refuses a flat message without a method with 400', async () => {
    const { status, body } = await send(admin, '{"command":7,"id":2,"secret":"s"}');
    assert.equal(status, 400);
    assert.deepEqual(body, {
      error: 'missingCommand',
      error_what: "'command' must be the name of a method, as a string; a 'method' beside it must be the same.",
      id: 2,
      request: { command: 7, id: 2, secret: '<masked>' },
      status: 'error',
      type: 'response',
    });
  });

  test('takes the HTTP status from the error with ripplerpc 3.0', async () => {
    const reply = await send(admin, '{"method":"nope","params":[{"ripplerpc":"3.0"}]}');
    assert.equal(reply.status, 405);
    assert.equal(reply.body.error.code, 32);
  });

  test('accepts a body of exactly the limit, and refuses one byte more', async () => {
    const body = (length: number) => `{"method":"ping","params":[{"a":"${'x'.repeat(length - 37)}"}]}`;
    const longest = body(1_000_000);
    assert.equal(longest.length, 1_000_000);
    assert.equal((await send(admin, longest)).status, 200);
    const refused = await send(admin, body(1_000_001));
    assert.equal(refused.status, 400);
    assert.match(refused.body.result.error_what, /over 1000000 bytes/);
  });

  test('closes the connection of a body that does not end', async () => {
    const limits = { bodyBytes: 100 };
    const listener = await listenHttp({ services, adminAccess: 'local', limits }, 0, '127.0.0.1');
    const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n';
    const answer = await raw(listener, head + 'x'.repeat(1000));
    assert.match(answer, /^HTTP\/1.1 400 .*connection: close/is);
    await listener.close();
  });

  test('explains itself to anything but a POST to /', async () => {
    const get = await send(admin, '', { method: 'GET' });
    assert.equal(get.status, 405);
    assert.equal(get.headers.allow, 'POST');
    assert.match(get.body.result.error_what, /POST/);
    assert.equal((await send(admin, '{"method":"ping"}', { path: '/x' })).status, 404);
  });

  test('refuses an encoded body and too many headers', async () => {
    const encoded = await send(admin, 'x', { headers: { 'content-encoding': 'gzip' } });
    assert.equal(encoded.status, 415);
    const headers = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`x-${i}`, '1']));
    assert.equal((await send(admin, '{"method":"ping"}', { headers })).status, 431);
    assert.equal((await send(admin, '{"method":"ping"}', { headers: { x: 'x'.repeat(20_000) } })).status, 431);
  });

  test('ends requests whose headers or bodies arrive too slowly', async () => {
    const limits = { headersTimeoutMs: 50, requestTimeoutMs: 100, checkIntervalMs: 20 };
    const listener = await listenHttp({ services, adminAccess: 'local', limits }, 0, '127.0.0.1');
    const answers = await Promise.all([
      raw(listener, 'POST / HTTP/1.1\r\nhost: localh'),
      raw(listener, 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{'),
    ]);
    for (const answer of answers) assert.match(answer, /^HTTP\/1.1 408 /);
    await listener.close();
  });

  test('serves several requests on one connection', async () => {
    const one = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 17\r\n\r\n{"method":"ping"}';
    const last = one.replace('host:', 'connection: close\r\nhost:');
    const answers = await raw(admin, one + one + last);
    assert.equal(answers.match(/HTTP\/1.1 200 OK/g)?.length, 3);
  });

  test('rejects when the port is in use', async () => {
    const second = listenHttp({ services, adminAccess: 'local' }, admin.port, '127.0.0.1');
    await assert.rejects(second, { code: 'EADDRINUSE' });
  });

  test('closing ends idle connections', async () => {
    const listener = await listenHttp({ services, adminAccess: 'local' }, 0, '127.0.0.1');
    const connection = raw(
      listener,
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 17\r\n\r\n{"method":"ping"}',
    );
    await send(listener, '{"method":"ping"}');
    await listener.close();
    assert.match(await connection, /^HTTP\/1.1 200 OK/);
  });
});
