/**
 * Ambiguous framing of HTTP requests, which two servers may read differently, with TLS and without. Meanwhile other clients
 * are answered, and afterwards no connection is left.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createFilledServer, type FilledServer } from '../support/filled-server.ts';
import { exchange } from '../support/hostile-sockets.ts';
import { until } from '../support/until.ts';

const PING = '{"method":"ping"}';
const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\n';
const FIXTURES = path.join(import.meta.dirname, '../fixtures/tls');
const [cert, key] = ['cert', 'key'].map((part) => readFileSync(path.join(FIXTURES, `first.${part}.pem`), 'utf8')) as [
  string,
  string,
];

function chunked(pieces: readonly string[]): string {
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
  return `transfer-encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`;
}

function withLength(head: string, body = PING): string {
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const SERVED = /^HTTP\/1.1 200 .*"status":"success"/s;
const REFUSED = /^HTTP\/1.1 4\d\d /;
const upgrade = (to: string) => `${HEAD}connection: Upgrade, HTTP2-Settings\r\nupgrade: ${to}\r\nhttp2-settings: x\r\n`;

/** Name, bytes that are sent, and the start of the answer. */
const CASES: readonly (readonly [string, string | Buffer, RegExp])[] = [
  ['HTTP/1.0', withLength('POST / HTTP/1.0\r\n'), SERVED],
  ['HTTP/1.0 that stays', withLength('POST / HTTP/1.0\r\nconnection: keep-alive\r\n'), SERVED],
  ['chunks over HTTP/1.0', `POST / HTTP/1.0\r\n${chunked([PING])}`, REFUSED],
  ['HTTP/0.9', 'GET /\r\n\r\n', REFUSED],
  ['HTTP/1.2', withLength('POST / HTTP/1.2\r\nhost: localhost\r\n'), REFUSED],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', REFUSED],
  ['a wish for HTTP/2', withLength(upgrade('h2c')), SERVED],
  ['a wish for something else', withLength(upgrade('x, y')), SERVED],
  ['a wish for WebSockets by POST', withLength(upgrade('websocket')), REFUSED],
  ['chunks', `${HEAD}${chunked([...PING])}`, SERVED],
  ['chunks of two codings', `${HEAD}transfer-encoding: gzip, ${chunked([PING]).slice(19)}`, REFUSED],
  ['chunks named twice', `${HEAD}transfer-encoding: chunked\r\n${chunked([PING])}`, REFUSED],
  ['a coding after the chunks', `${HEAD}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n`, REFUSED],
  ['a chunk of less than nothing', `${HEAD}transfer-encoding: chunked\r\n\r\n-1\r\n${PING}`, REFUSED],
  ['a chunk in C notation', `${HEAD}transfer-encoding: chunked\r\n\r\n0x11\r\n${PING}\r\n0\r\n\r\n`, REFUSED],
  ['a chunk with a long extension', `${HEAD}transfer-encoding: chunked\r\n\r\n11;${'a'.repeat(200_000)}\r\n`, REFUSED],
  [
    'a thousand trailers',
    `${HEAD}${chunked([PING]).slice(0, -2)}${'x: y\r\n'.repeat(10_000)}\r\n`,
    /^HTTP\/1.1 (200|4\d\d) /,
  ],
  ['a length in hex', `${HEAD}content-length: 0x11\r\n\r\n${PING}`, REFUSED],
  ['a length of less than nothing', `${HEAD}content-length: -1\r\n\r\n${PING}`, REFUSED],
  ['no length', `${HEAD}\r\n`, REFUSED],
  ['a header in two lines', withLength(`${HEAD}x: y\r\n z\r\n`), REFUSED],
  ['a header with NUL', withLength(`${HEAD}x: a\0b\r\n`), REFUSED],
  ['a header without a name', withLength(`${HEAD}: x\r\n`), REFUSED],
  ['a header without a colon', withLength(`${HEAD}x\r\n`), REFUSED],
  ['headers of objects', withLength(`${HEAD}__proto__: x\r\nconstructor: y\r\n`), SERVED],
  ['no host', withLength('POST / HTTP/1.1\r\n'), REFUSED],
  ['an expectation', withLength(`${HEAD}expect: something\r\n`), REFUSED],
  ['a request to continue', withLength(`${HEAD}expect: 100-continue\r\n`), /^HTTP\/1.1 100 .*200 OK/s],
  ['another path', withLength('POST //evil HTTP/1.1\r\nhost: localhost\r\n'), REFUSED],
  ['a whole address', withLength('POST http://evil.example/ HTTP/1.1\r\nhost: localhost\r\n'), REFUSED],
  ['a path with NUL', withLength('POST /\0 HTTP/1.1\r\nhost: localhost\r\n'), REFUSED],
  ['no path', withLength('POST  HTTP/1.1\r\nhost: localhost\r\n'), REFUSED],
  ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n', /^$/],
  ['something that is no method', 'FOO / HTTP/1.1\r\nhost: localhost\r\n\r\n', REFUSED],
  ...['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS'].map(
    (method) =>
      [
        `the method ${method}`,
        withLength(`${method} / HTTP/1.1\r\nhost: localhost\r\n`),
        /^HTTP\/1.1 405 .*allow: POST/s,
      ] as const,
  ),
  ...[
    'text/plain',
    'text/xml',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    '',
    'x'.repeat(5_000),
  ].map(
    (type) =>
      [`the content type ${type.slice(0, 50)}`, withLength(`${HEAD}content-type: ${type}\r\n`), SERVED] as const,
  ),
  ['what follows a body', `${withLength(HEAD)}GARBAGE`, /^HTTP\/1.1 (200|400) /],
  ['empty lines first', `\r\n\r\n\r\n${withLength(HEAD)}`, SERVED],
  ['only empty lines', '\r\n'.repeat(50_000), /^$/],
  ['only NUL bytes', Buffer.alloc(10_000), REFUSED],
  ['bytes of another protocol', Buffer.from(`16030100a5010000a10303${'ab'.repeat(160)}`, 'hex'), REFUSED],
];

for (const isTls of [false, true]) {
  describe(`a listener ${isTls ? 'with' : 'without'} TLS`, () => {
    let filled: FilledServer;
    before(async () => {
      filled = await createFilledServer(isTls ? { tls: { cert, key } } : {});
    });
    after(async () => {
      assert.deepEqual(filled.reports, [], 'the server reports nothing unexpected');
      await until(async () => (await filled.listener.connectionCount()) === 0, 'no connection is left');
      await filled.stop();
    });

    const send = (bytes: string | Buffer, expected?: RegExp) =>
      exchange(filled.port, bytes, { isTls, ...(expected && { expected }) });
    /** Another client still gets an answer. */
    const serveOther = async () => {
      assert.match(await send(withLength(`${HEAD}connection: close\r\n`), SERVED), SERVED);
    };

    test('answers or refuses each kind of framing', async () => {
      const answers = await Promise.all(CASES.map(([, bytes, expected]) => send(bytes, expected)));
      for (const [index, [name, , expected]] of CASES.entries()) assert.match(answers[index]!, expected, name);
      for (const [index, answer] of answers.entries()) {
        assert.ok((answer.match(/^HTTP\/1.1 [2-5]/gm) ?? []).length <= 2, `${CASES[index]![0]} is one request`);
      }
    });

    test('needs no more memory for a body in many pieces', async () => {
      const text = `{"method":"ping","params":[{"x":"${'x'.repeat(9_000)}"}]}`;
      assert.match(await send(`${HEAD}connection: close\r\n${chunked([...text])}`, SERVED), SERVED);
      const before = process.memoryUsage.rss();
      const tiny = `${HEAD}transfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(400_000)}`;
      const bodies = Promise.all(Array.from({ length: 5 }, () => send(tiny)));
      await serveOther();
      const answers = await bodies;
      // A connection may be reset before its client has read the reason.
      const reported = answers.filter((answer) => /^HTTP\/1.1 400 .*over 10000 pieces/s.test(answer));
      assert.ok(
        reported.length > 0 && answers.every((answer) => answer === '' || reported.includes(answer)),
        answers.join(),
      );
      assert.ok(process.memoryUsage.rss() - before < 200_000_000, 'the pieces are not kept apart');
    });

    test('answers a hundred requests of a connection in their order, and ends one with thousands', async () => {
      const numbered = (count: number) =>
        Array.from({ length: count }, (_, id) => withLength(HEAD, `{"method":"ping","params":[{"id":${id}}]}`)).join(
          '',
        );
      const ids = [...(await send(numbered(100), /"id":99\b/)).matchAll(/"id":(\d+)/g)].map((match) =>
        Number(match[1]),
      );
      assert.deepEqual(
        ids,
        Array.from({ length: 100 }, (_, id) => id),
      );
      const flood = Promise.all(Array.from({ length: 10 }, () => send(numbered(5_000))));
      await serveOther();
      for (const answer of await flood) assert.ok((answer.match(/^HTTP/gm) ?? []).length <= 100);
    });
  });
}
