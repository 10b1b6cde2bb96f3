import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import { type LedgerLink, LinkError } from '../client/ledger-link.ts';
import type { JsonObject } from '../protocol/values.ts';
import { ForkReadError } from '../storage/fork/fork-base.ts';
import { PacedCalls } from './paced-calls.ts';

const BROKEN = () => Promise.reject(new LinkError('no answer to ping in 10 s'));
const BUSY = () => Promise.resolve({ error: 'slowDown' });
const GOOD = () => Promise.resolve({ n: 1 });

/** Calls of a server that answers as `answer` says now. */
function callsOf(answer: (method: string) => Promise<JsonObject>) {
  const clock = new TestClock();
  const server = { answer, asked: 0 };
  const problems: (string | undefined)[] = [];
  const link: LedgerLink = {
    request: (method) => {
      server.asked += 1;
      return server.answer(method);
    },
    close: () => {},
  };
  const calls = new PacedCalls({
    clock,
    url: 'ws://origin',
    openLink: async () => link,
    requestsPerSecond: Number.POSITIVE_INFINITY,
    retryMs: 500,
    onSent: () => {},
    onProblem: (problem) => problems.push(problem),
  });
  return { calls, clock, server, problems };
}

/** Lets waits end one after the other until the call has its answer. */
async function settled(clock: TestClock, call: Promise<JsonObject>): Promise<JsonObject | Error> {
  let outcome: JsonObject | Error | undefined;
  call.then(
    (value) => (outcome = value),
    (error: Error) => (outcome = error),
  );
  for (;;) {
    await new Promise(setImmediate);
    if (outcome !== undefined) return outcome;
    clock.advanceMs(clock.dueInMs[0] ?? 0);
  }
}

describe('calls of a server that does not answer', () => {
  for (const [name, answer, attempts] of [
    ['is silent', BROKEN, 3],
    ['is busy', BUSY, 5],
  ] as const) {
    test(`fail at once after one has failed for good: it ${name}`, async () => {
      const { calls, clock, server, problems } = callsOf(answer);
      const failed = await settled(clock, calls.call('ping', {}));
      assert.ok(failed instanceof ForkReadError);
      assert.match(failed.message, new RegExp(`^ws://origin does not answer ping: .* \\(${attempts} attempts\\)$`));
      assert.equal(server.asked, attempts);
      assert.deepEqual(problems, [failed.message]);
      for (let again = 0; again < 3; again++)
        await assert.rejects(calls.call('ping', {}), /; it is asked again in 1 s$/);
      assert.equal(server.asked, attempts);
    });
  }

  test('send one probe after a pause that doubles with each failure, up to a minute', async () => {
    const { calls, clock, server, problems } = callsOf(BROKEN);
    await settled(clock, calls.call('ping', {}));
    const pauses: number[] = [];
    for (let probe = 0; probe < 9; probe++) {
      let pauseMs = 0;
      for (const asked = server.asked; server.asked === asked; pauseMs += 500) {
        clock.advanceMs(500);
        const probed = settled(clock, calls.call('ping', {}));
        await assert.rejects(calls.call('ping', {}), /it is asked again/);
        await probed;
      }
      pauses.push(pauseMs / 1000);
    }
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    server.answer = GOOD;
    clock.advanceMs(60_000);
    assert.deepEqual(await calls.call('ping', {}), { n: 1 });
    assert.deepEqual(await calls.call('ping', {}), { n: 1 });
    assert.equal(problems.length, 2);
    assert.equal(problems[1], undefined);
  });

  test('which wait for a place fail with the one that was given up', async () => {
    const { calls, clock } = callsOf(BROKEN);
    const many = Array.from({ length: 200 }, () => calls.call('ping', {}));
    const outcomes = Promise.allSettled(many);
    await settled(clock, many[0]!);
    assert.ok((await outcomes).every(({ status }) => status === 'rejected'));
  });

  test('do not stop others of a server that answers them', async () => {
    const { calls, clock, server, problems } = callsOf((method) => (method === 'poison' ? BROKEN() : GOOD()));
    const failing = calls.call('poison', {});
    await new Promise(setImmediate);
    clock.advanceMs(500);
    assert.deepEqual(await calls.call('ping', {}), { n: 1 });
    assert.ok((await settled(clock, failing)) instanceof ForkReadError);
    assert.equal(server.asked, 4);
    assert.deepEqual(await calls.call('ping', {}), { n: 1 });
    assert.deepEqual(problems, []);
  });
});
