import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestClock } from '../../../test/support/test-clock.ts';
import { RequestTally } from './request-tally.ts';

describe('the tally of requests', () => {
  test('tells what began, ended, failed, and how long it took', () => {
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
    endFee(false);
    endTx(true);
    assert.deepEqual(tally.load().job_types, [{ in_progress: 1, job_type: 'clientCommand' }]);
    assert.deepEqual(tally.counters().rpc, {
      fee: { duration_us: '5000', errored: '0', finished: '1', started: '1' },
      tx: { duration_us: '3000', errored: '1', finished: '0', started: '2' },
      total: { duration_us: '8000', errored: '1', finished: '1', started: '3' },
    });
    assert.deepEqual(tally.current(), { jobs: [], methods: [{ duration_us: '3000', method: 'tx' }] });
  });
});
