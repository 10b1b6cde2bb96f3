import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OpenQuestion } from '../method/stream-subscriber.ts';
import { StreamTurns } from './stream-turns.ts';

describe('searches for paths', () => {
  test('end when their connection does, and others get their turn', async () => {
    const next = Promise.withResolvers<void>();
    const messages: string[] = [];
    const turns = new StreamTurns(() => new Promise(setImmediate));
    const taker = (name: string, pathWatch: OpenQuestion) => ({
      isClosed: false,
      pathWatch,
      sink: {
        push(message: Buffer) {
          messages.push(`${name} ${message}`);
          next.resolve();
        },
      },
      takeTurn() {},
    });
    let steps = 0;
    const endless = taker('first', {
      status: {},
      *update() {
        for (;;) {
          steps += 1;
          if (steps === 10) endless.isClosed = true;
          assert.ok(steps <= 10, 'the search has ended');
          yield;
        }
      },
    });
    const quick = taker('second', {
      status: {},
      *update() {
        yield;
        return Buffer.from('found');
      },
    });
    turns.findPaths(endless);
    turns.findPaths(quick);
    await next.promise;
    assert.deepEqual(messages, ['second found']);
    assert.equal(steps, 10);
  });
});
