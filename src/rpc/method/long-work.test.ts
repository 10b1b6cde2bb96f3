import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestClock } from '../../../test/support/test-clock.ts';
import type { Steps } from '../../util/steps.ts';
import { RpcError } from './errors.ts';
import { AbandonedRequestError, LongWork } from './long-work.ts';
import { RequestTally } from './request-tally.ts';

const QUIET = { watch: undefined, isOperators: false, settle: () => {} };

/** Turns that the test grants. */
function turns() {
  const waiting: (() => void)[] = [];
  return {
    pacer: () => new Promise<void>((resolve) => waiting.push(resolve)),
    waiting,
    /** Grants a turn to all that wait. */
    next: async () => {
      for (const go of waiting.splice(0)) go();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function* count(steps: number, log: number[] = []): Steps<number> {
  for (let at = 0; at < steps; at++) {
    log.push(at);
    yield;
  }
  return steps;
}

describe('long work', () => {
  test('waits for a turn before each step, settles once, and reports pauses', async () => {
    const { pacer, next } = turns();
    const events: string[] = [];
    const watch = { isAbandoned: () => false, onPause: () => events.push('pause') };
    const settle = () => events.push('settle');
    const done = new LongWork(pacer, { freeMs: 0, pageTurns: 1 }).run({
      steps: count(3),
      watch,
      isOperators: false,
      settle,
    });
    for (let at = 0; at < 3; at++) await next();
    assert.equal(await done, 3);
    assert.deepEqual(events, ['settle', 'pause', 'pause']);
  });

  test('ends when its request is abandoned', async () => {
    const { pacer, next } = turns();
    let isAbandoned = false;
    const log: number[] = [];
    const watch = { isAbandoned: () => isAbandoned, onPause: () => {} };
    const done = new LongWork(pacer, { freeMs: 0 }).run({ ...QUIET, steps: count(9, log), watch });
    const rejected = assert.rejects(done, AbandonedRequestError);
    await next();
    isAbandoned = true;
    await next();
    await rejected;
    assert.deepEqual(log, [0, 1]);
  });

  test('runs a limited number at a time, and refuses more with tooBusy, except for admins', async () => {
    const { pacer, next } = turns();
    const work = new LongWork(pacer, { atOnce: 1, waiting: 1, freeMs: 0, freeTurns: 0 });
    const logs: number[][] = [[], [], []];
    const first = work.run({ ...QUIET, steps: count(2, logs[0]) });
    const second = work.run({ ...QUIET, steps: count(2, logs[1]) });
    await assert.rejects(
      work.run({ ...QUIET, steps: count(2) }),
      (error) => error instanceof RpcError && error.token === 'tooBusy' && error.extra?.retry_after_ms === 1_000,
    );
    const operators = work.run({ ...QUIET, steps: count(2, logs[2]), isOperators: true });
    await next();
    assert.deepEqual(logs, [[0, 1], [0], [0]]);
    for (let at = 0; at < 4; at++) await next();
    assert.deepEqual(await Promise.all([first, second, operators]), [2, 2, 2]);
  });

  test('that is short continues if all places are taken', async () => {
    const { pacer, next } = turns();
    const work = new LongWork(pacer, { atOnce: 0, freeMs: 0, freeTurns: 2 });
    const short = work.run({ ...QUIET, steps: count(2) });
    const log: number[] = [];
    void work.run({ ...QUIET, steps: count(9, log) });
    for (let at = 0; at < 5; at++) await next();
    assert.equal(await short, 2);
    assert.deepEqual(log, [0, 1, 2]);
  });

  test('needs no turn within its free time', async () => {
    const work = new LongWork(() => assert.fail('it has time'), { freeMs: 60_000 });
    assert.equal(await work.run({ ...QUIET, steps: count(1_000) }), 1_000);
  });

  test('leaves its place when it fails', async () => {
    const { pacer, next } = turns();
    const work = new LongWork(pacer, { atOnce: 1, waiting: 1, freeMs: 0, freeTurns: 0 });
    function* failing(): Steps<number> {
      yield;
      throw new RangeError('no');
    }
    const failed = assert.rejects(work.run({ ...QUIET, steps: failing() }), RangeError);
    await next();
    await failed;
    const done = work.run({ ...QUIET, steps: count(2) });
    await next();
    await next();
    assert.equal(await done, 2);
  });
});

describe('the tally of requests', () => {
  test('counts started, finished and failed requests and their duration', () => {
    const clock = new TestClock();
    const tally = new RequestTally(clock);
    assert.deepEqual(tally.counters(), { job_queue: {}, rpc: {} });
    assert.deepEqual(tally.load(), { job_types: [], threads: 1 });
    const endFee = tally.begin('fee', 'clientRPC');
    clock.advanceMs(2);
    const endTx = tally.begin('tx', 'clientCommand');
    tally.begin('tx', 'clientCommand');
    clock.advanceMs(3);
    assert.deepEqual(tally.load().job_types, [
      { in_progress: 2, job_type: 'clientCommand' },
      { in_progress: 1, job_type: 'clientRPC' },
    ]);
    endFee('finished');
    endTx('errored');
    assert.deepEqual(tally.load().job_types, [{ in_progress: 1, job_type: 'clientCommand' }]);
    assert.deepEqual(tally.counters().rpc, {
      fee: { duration_us: '5000', errored: '0', finished: '1', started: '1' },
      tx: { duration_us: '3000', errored: '1', finished: '0', started: '2' },
      total: { duration_us: '8000', errored: '1', finished: '1', started: '3' },
    });
    assert.deepEqual(tally.current(), { jobs: [], methods: [{ duration_us: '3000', method: 'tx' }] });
    const before = tally.counters();
    tally.begin('fee', 'clientRPC')('passed on');
    assert.deepEqual(tally.counters(), before, 'the engine counts what it is given');
  });
});
