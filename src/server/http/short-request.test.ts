import assert from 'node:assert/strict';
import http from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { ShortRequestReader } from './short-request.ts';

const LIMITS = { headerBytes: 16_384, headerCount: 64, bodyBytes: 1_000 };
const PING = '{"method":"ping"}';
const HOST = 'host: localhost:5005\r\n';
const HOSTS = { has: (host: string) => !host.startsWith('rebound.') };

function piece(headers: string, body = PING, first = 'POST / HTTP/1.1'): Buffer {
  return Buffer.from(`${first}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function read(bytes: Buffer, limits: Partial<typeof LIMITS> = {}) {
  return new ShortRequestReader({ ...LIMITS, ...limits }, HOSTS).read(bytes);
}

describe('a short request', () => {
  for (const [name, bytes] of [
    ['wrk', piece('Host: 127.0.0.1:5005\r\nContent-Type: application/json\r\n')],
    ['Node', piece(`content-type: application/json\r\n${HOST}Connection: keep-alive\r\n`)],
    ['curl', piece(`${HOST}User-Agent: curl/8.5.0\r\nAccept: */*\r\n`)],
    [
      "Node's fetch",
      piece(`${HOST}connection: keep-alive\r\naccept-language: *\r\nsec-fetch-mode: cors\r\nuser-agent: node\r\n`),
    ],
    ['a body of UTF-8', piece(HOST, '{"method":"ping","id":"ü"}')],
    ['no body', piece(HOST, '')],
  ] as const) {
    test(`is that of ${name}`, () => {
      const request = read(bytes);
      assert.equal(request?.head.contentLength, bytes.length - request!.bodyAt);
    });
  }

  const good = piece(HOST).toString();
  for (const [name, bytes] of [
    ['part of one', good.slice(0, -1)],
    ['part of a head', good.slice(0, 30)],
    ['more than one', good + good],
    ['one with bytes behind it', `${good} `],
    ['one with empty lines before it', `\r\n${good}`],
    ['another method', piece(HOST, PING, 'PUT / HTTP/1.1')],
    ['another path', piece(HOST, PING, 'POST /accounts HTTP/1.1')],
    ['HTTP/1.0', piece(HOST, PING, 'POST / HTTP/1.0')],
    ['two spaces in the first line', piece(HOST, PING, 'POST  / HTTP/1.1')],
    ['one without a host', piece('')],
    ['one with two hosts', piece(`${HOST}Host: evil.example\r\n`)],
    ['one with two lengths', piece(`${HOST}Content-Length: ${PING.length}\r\n`)],
    ['one without a length', `POST / HTTP/1.1\r\n${HOST}\r\n`],
    ['a length with a sign', good.replace('th: 17', 'th: +17')],
    ['a length with a zero before it', good.replace('th: 17', 'th: 017')],
    ['a length in hex', good.replace('th: 17', 'th: 0x11')],
    ['one in chunks', piece(`${HOST}transfer-encoding: chunked\r\n`)],
    ['one that is to close', piece(`${HOST}connection: close\r\n`)],
    ['an upgrade', piece(`${HOST}connection: upgrade\r\nupgrade: websocket\r\n`)],
    ['one that expects something', piece(`${HOST}expect: 100-continue\r\n`)],
    ['one that passed a proxy', piece(`${HOST}x-forwarded-for: 1.2.3.4\r\n`)],
    ['one of a page', piece(`${HOST}origin: https://evil.example\r\n`)],
    ['one with the site of its page', piece(`${HOST}sec-fetch-site: cross-site\r\n`)],
    ['one that is packed', piece(`${HOST}content-encoding: gzip\r\n`)],
    ['a header in two lines', piece(`${HOST}accept: x\r\n y\r\n`)],
    ['a header with a space before the colon', piece('host : localhost\r\n')],
    ['a header with a control character', piece(`${HOST}accept: a\tb\r\n`)],
    ['a header with a byte beyond ASCII', piece(`${HOST}accept: ü\r\n`)],
    ['a bare line feed', piece(`${HOST}accept: x\n`)],
    ['an empty header', piece(`${HOST}accept: \r\n`)],
    ['one for another server', piece('host: rebound.example\r\n')],
    ['a long head', piece(`${HOST}accept: ${'x'.repeat(1_000)}\r\n`)],
    ['a body that is too long', piece(HOST, 'x'.repeat(1_001))],
  ] as const) {
    test(`is not ${name}`, () => {
      assert.equal(read(Buffer.from(bytes)), undefined);
    });
  }

  test('is read as Node.js reads it, also with some bytes changed', async (t) => {
    const reader = new ShortRequestReader(LIMITS, HOSTS);
    let seen: object | undefined;
    const server = http.createServer(async (request, response) => {
      const { method, url, httpVersion, headers } = request;
      seen = { method, url, httpVersion, sender: senderOf(headers), body: await text(request) };
      response.setHeader('connection', 'close').end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const random = randomNumbers(7);
    const whole = piece(`${HOST}Connection: keep-alive\r\nUser-Agent: x/1\r\ncontent-type: text/plain\r\n`);
    let taken = 0;
    for (let count = 0; count < 2_000; count++) {
      const bytes = mutant(whole, random);
      const request = reader.read(bytes);
      if (request === undefined) continue;
      taken += 1;
      seen = undefined;
      await exchangeWith(port, bytes);
      const body = bytes.toString('utf8', request.bodyAt);
      const { sender } = request.head;
      assert.deepEqual(
        seen,
        { method: 'POST', url: '/', httpVersion: '1.1', sender, body },
        JSON.stringify(bytes.toString('latin1')),
      );
    }
    assert.ok(taken > 100, `${taken} requests were taken`);
  });
});

function senderOf({ host, ...headers }: http.IncomingHttpHeaders): object {
  const names = ['user-agent', 'content-type'].filter((name) => headers[name] !== undefined);
  return { host, ...Object.fromEntries(names.map((name) => [name, headers[name]])) };
}

/** Pseudo-random numbers below a bound, the same in each run (a linear congruential generator). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

/** The same bytes with one or two changed, inserted or removed. */
function mutant(bytes: Buffer, random: (below: number) => number): Buffer {
  let result = bytes;
  for (let left = 1 + random(2); left > 0; left--) {
    const at = random(result.length);
    const alphabet = ':\r\n \t\0aA-_/019x"\x7f\x80';
    const byte = Buffer.from([alphabet.charCodeAt(random(alphabet.length))]);
    const kept = random(2);
    const put = random(3) === 0 ? [] : [byte];
    result = Buffer.concat([result.subarray(0, at), ...put, result.subarray(at + kept)]);
  }
  return result;
}

/** Sends the bytes, and waits until the server closes the connection. */
function exchangeWith(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('error', reject).on('close', () => resolve());
    socket.resume();
  });
}
