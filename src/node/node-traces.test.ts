import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import { Tracer } from '../util/tracer.ts';
import { CloseTrace } from './node-traces.ts';

/** As the clocks of a machine: a later reading may show a larger difference of the time of day and the elapsed time. */
class TickingClock extends TestClock {
  #readings = 0;

  override nowMs(): number {
    return super.nowMs() + this.#readings++ / 10;
  }
}

test('the parts of a close are within it', () => {
  const tracer = new Tracer(new TickingClock());
  const close = new CloseTrace(tracer);
  for (const phase of ['apply', 'trees', 'commit'] as const) close.enter(phase);
  close.end({}, [`00-${'1'.repeat(32)}-${'1'.repeat(16)}-01`]);
  const spans = tracer.take().map((span) => JSON.parse(span));
  assert.equal(spans.length, 4);
  const times = spans.flatMap(({ startTimeUnixNano, endTimeUnixNano }) => [startTimeUnixNano, endTimeUnixNano]);
  assert.equal(new Set(times).size, 1, 'no time elapses');
});
