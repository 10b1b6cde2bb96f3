import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { trendOf } from './trend.ts';

describe('a trend', () => {
  test('is the slope of a line, whatever lies around it', () => {
    const points = Array.from({ length: 90 }, (_, at) => [at, 100 + 2 * at + (at % 2)] as const);
    const trend = trendOf(points)!;
    assert.ok(Math.abs(trend.slope - 2) < 0.01);
    assert.ok(Math.abs(trend.from - 190) < 1);
    assert.ok(Math.abs(trend.to - 278) < 1);
  });

  test('leaves out the first half, while caches fill', () => {
    const points = Array.from({ length: 90 }, (_, at) => [at, Math.min(at, 45)] as const);
    assert.equal(trendOf(points)!.slope, 0);
  });

  test('is not told of too few values', () => {
    assert.equal(trendOf([[0, 1]]), undefined);
    assert.equal(trendOf(Array.from({ length: 9 }, (_, at) => [at, Number.NaN] as const)), undefined);
  });
});
