import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';
import { exchange } from '../../../test/support/hostile-sockets.ts';
import { type ServedEnv, serveEnv } from '../../../test/support/served-env.ts';
import { TestClock } from '../../../test/support/test-clock.ts';
import { SKIP_WITH_THREADS } from '../../../test/support/thread-words.ts';
import { until } from '../../../test/support/until.ts';
import { DEFAULT_LIMITS } from '../admission/limits.ts';

const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\n';
const ANSWER = /^HTTP\/1.1 \d/;
/** A header that no short request has. */
const TO_NODE = 'x-node: 1\r\n';
const { checkIntervalMs, keepAliveTimeoutMs } = DEFAULT_LIMITS;

function request(body: string, headers = ''): string {
  return `${HEAD}${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function bodyOf(method: string, params: object = {}): string {
  return JSON.stringify({ method, params: [params] });
}

/** Contains the time of the machine. */
function withoutDate(answer: string): string {
  assert.match(answer, /\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
  return answer.replace(/Date: .*?\r\n/, '');
}

describe('short connections', () => {
  const clock = new TestClock();
  let served: ServedEnv;
  before(async () => {
    served = await serveEnv({ socketClock: clock });
  });
  after(() => served.stop());

  const send = (bytes: string, expected = ANSWER) => exchange(served.port, bytes, { expected });
  /** A connection, and what has arrived on it. */
  const connect = () => {
    const socket = net.connect(served.port, '127.0.0.1').setNoDelay();
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString();
    });
    return { socket, received: () => text };
  };
  const connectionCount = () => served.listener.connectionCount();

  for (const [name, body] of [
    ['a success', bodyOf('ping')],
    ['an error', bodyOf('nope')],
    ['a refusal', '{'],
    ['text beyond ASCII', '{"method":"ping","id":"ü"}'],
    ['a batch', '{"method":"batch","params":[{"method":"ping"},{"method":"nope"}]}'],
    ['a version that follows errors by the status', bodyOf('nope', { ripplerpc: '3.0' })],
    ['an answer of many kilobytes', bodyOf('server_definitions')],
    ['no body at all', ''],
  ] as const) {
    test(`send the same bytes as Node.js: ${name}`, async () => {
      const [short, long] = await Promise.all([send(request(body)), send(request(body, TO_NODE))]);
      assert.equal(withoutDate(short), withoutDate(long));
    });
  }

  test('end after the idle time', { skip: SKIP_WITH_THREADS }, async () => {
    await until(async () => (await connectionCount()) === 0, 'there is none');
    const { socket, received } = connect();
    const ask = async () => {
      const before = received().length;
      socket.write(request(bodyOf('ping')));
      await until(() => received().includes('"status":"success"', before), 'it is answered');
    };
    await ask();
    clock.advanceMs(keepAliveTimeoutMs);
    await ask();
    clock.advanceMs(keepAliveTimeoutMs + checkIntervalMs);
    await until(async () => (await connectionCount()) === 0, 'it is ended');
  });

  test('move to Node.js if they send nothing for a while', {
    skip: SKIP_WITH_THREADS,
  }, async () => {
    const { socket, received } = connect();
    await until(async () => (await connectionCount()) === 1, 'it is there');
    clock.advanceMs(checkIntervalMs);
    socket.write(request(bodyOf('ping')));
    await until(() => received().includes('"status":"success"'), 'it is answered');
    socket.destroy();
  });

  test('end with the server', async () => {
    const own = await serveEnv();
    const sockets = [0, 1].map(() => net.connect(own.port, '127.0.0.1'));
    const ended = sockets.map((socket) => new Promise((resolve) => socket.resume().on('close', resolve)));
    sockets[0]!.write(request(bodyOf('ping')));
    await until(async () => (await own.listener.connectionCount()) === 2, 'they are there');
    await own.stop();
    await Promise.all(ended);
  });
});
