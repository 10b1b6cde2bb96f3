import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { LONG_ANSWER_BYTES, writeLongAnswer } from './long-answer.ts';

const SIZES = [1, 0, 5, LONG_ANSWER_BYTES, LONG_ANSWER_BYTES + 1, 3 * LONG_ANSWER_BYTES, 7];

/** Serves one request by `answer`, and returns what the client has read. */
async function serveOnce(
  answer: (response: ServerResponse) => Promise<void>,
  read: (body: IncomingMessage) => unknown,
) {
  const done = Promise.withResolvers<void>();
  const server = createServer((_request, response) => void answer(response).then(done.resolve, done.reject));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const result = await read(response);
  await done.promise;
  server.closeAllConnections();
  server.close();
  return result;
}

async function bytesOf(body: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('a long answer', () => {
  const pieces = SIZES.map((size, at) => Buffer.alloc(size, at));

  test('is written whole and in order for all sizes of pieces, and lets other work run', async () => {
    let pauses = 0;
    const pacer = () => {
      pauses += 1;
      return new Promise<void>((resolve) => setImmediate(resolve));
    };
    const answer = async (response: ServerResponse) => {
      await writeLongAnswer(response, pieces, pacer);
      response.end();
    };
    const bytes = await serveOnce(answer, bytesOf);
    assert.ok(Buffer.concat(pieces).equals(bytes as Buffer));
    assert.ok(pauses >= 5, `${pauses} pauses`);
  });

  test('ends when the client disconnects', async () => {
    let written = 0;
    function* endless(): Generator<Buffer, void> {
      for (;;) {
        written += 1;
        yield Buffer.alloc(LONG_ANSWER_BYTES);
      }
    }
    await serveOnce(
      (response) => writeLongAnswer(response, endless(), undefined),
      (body) => body.destroy(),
    );
    assert.ok(written > 0);
  });
});
