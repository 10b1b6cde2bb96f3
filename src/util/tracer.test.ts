import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import { parseTraceparent, Tracer } from './tracer.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('a trace context', () => {
  test('is read if it is of version 00, complete and sampled', () => {
    assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-01`), { traceId: TRACE, spanId: SPAN });
    assert.equal(parseTraceparent(`00-${TRACE}-${SPAN}-02`), 'not sampled');
    for (const text of [
      '',
      `01-${TRACE}-${SPAN}-01`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}`,
      `00-${TRACE}-${SPAN}-01-`,
      `00-${'0'.repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
    ]) {
      assert.equal(parseTraceparent(text), undefined, text);
    }
  });
});

describe('a tracer', () => {
  test('begins a bounded number of traces in a second, and more only where they are needed', () => {
    const clock = new TestClock();
    const tracer = new Tracer(clock);
    const begun = () => Array.from({ length: 1_000 }, () => tracer.begin({ name: 'request' })).filter(Boolean).length;
    const first = begun();
    assert.ok(first > 0 && first < 1_000);
    assert.equal(begun(), 0);
    assert.ok(tracer.begin({ name: 'close' }, true) !== undefined);
    clock.advance(1);
    assert.equal(begun(), first);
  });

  test('keeps a bounded number of spans, and counts those that it drops', () => {
    const tracer = new Tracer(new TestClock());
    const parent = tracer.begin({ name: 'request' })!.traceparent;
    for (let at = 0; at < 10_000; at++) tracer.child({ name: 'part', parent }).end({ attributes: {} });
    const kept = tracer.take().length;
    assert.ok(kept < 10_000);
    assert.equal(tracer.counts.dropped, 10_000 - kept);
    assert.deepEqual(tracer.take(), []);
  });

  test('dates spans by the time of day, also after that has jumped', () => {
    const clock = new TestClock(Date.UTC(2026, 0, 1));
    const tracer = new Tracer(clock);
    const span = tracer.begin({ name: 'request' })!;
    clock.advance(2);
    span.end({ attributes: { flag: true, count: 3, part: 0.5, word: 'a', nothing: undefined } });
    const { startTimeUnixNano, endTimeUnixNano, attributes } = JSON.parse(tracer.take()[0]!);
    assert.equal(startTimeUnixNano, `${Date.UTC(2026, 0, 1)}000000`);
    assert.equal(endTimeUnixNano, `${Date.UTC(2026, 0, 1) + 2_000}000000`);
    assert.deepEqual(attributes, [
      { key: 'flag', value: { boolValue: true } },
      { key: 'count', value: { intValue: '3' } },
      { key: 'part', value: { doubleValue: 0.5 } },
      { key: 'word', value: { stringValue: 'a' } },
    ]);
    clock.jump(-3_600);
    tracer.begin({ name: 'request' })!.end({ attributes: {} });
    assert.equal(JSON.parse(tracer.take()[0]!).endTimeUnixNano, `${clock.nowMs()}000000`);
  });
});
