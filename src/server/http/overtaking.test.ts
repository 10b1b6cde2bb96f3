import assert from 'node:assert/strict';
import net from 'node:net';
import { test } from 'node:test';
import { TEST_SERVER } from '../../../test/support/rpc-call.ts';
import { TestClock } from '../../../test/support/test-clock.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import { RequestTally } from '../../rpc/method/long-work.ts';
import { createHttpServer } from './http-server.ts';

const CONNECTIONS = 32;
const REQUESTS = 1_000;

test('no request is overtaken by more than two of each other connection, be they all new', async (t) => {
  const clock = new TestClock();
  const listener = await createHttpServer({
    services: {
      node: {} as LedgerNode,
      server: TEST_SERVER,
      tally: new RequestTally(clock),
      clock,
      log: { error: () => assert.fail('nothing unexpected happens here') },
      randomBytes: (count) => Buffer.alloc(count),
    },
    adminAccess: 'local',
  }).listen(0, '127.0.0.1');
  t.after(() => listener.close());

  const answered = await load(listener.port);

  const overtakers = answered.map((number, at) => answered.slice(0, at).filter((other) => other > number).length);
  assert.equal(answered.length, REQUESTS);
  assert.ok(Math.max(...overtakers) <= 2 * (CONNECTIONS - 1), `overtaken by ${Math.max(...overtakers)}`);
});

/** All connections at once; each sends again when it has its answer. Gives the numbers of requests as they were answered. */
async function load(port: number): Promise<number[]> {
  const answered: number[] = [];
  let sent = 0;
  const connect = () =>
    new Promise<void>((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1');
      let number = sent++;
      const send = () => socket.write(requestText(number));
      socket.on('data', () => {
        answered.push(number);
        number = sent++;
        if (number < REQUESTS) send();
        else socket.end();
      });
      socket.on('close', () => resolve());
      socket.on('error', reject);
      send();
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, connect));
  return answered;
}

function requestText(number: number): string {
  const body = JSON.stringify({ method: 'ping', params: [{ id: number }] });
  return `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
