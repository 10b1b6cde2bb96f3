import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_LIMITS, type LimitName, limitsOfWorker } from './limits.ts';

describe('the limits of one of several workers', () => {
  const limits = { ...DEFAULT_LIMITS, connections: 100, unreadBytes: 9_000, bodiesBytes: 8_000, bodyBytes: 3_000 };
  const DIVIDED: readonly LimitName[] = ['connections', 'unreadBytes', 'bodiesBytes'];

  test('are all of them for one worker', () => {
    assert.deepEqual(limitsOfWorker(limits, 1), limits);
  });

  test('are a part of what all clients may have, and all that one client may have', () => {
    const { connections, unreadBytes, bodiesBytes, ...others } = limitsOfWorker(limits, 3);
    assert.deepEqual({ connections, unreadBytes }, { connections: 34, unreadBytes: 3_000 });
    assert.equal(bodiesBytes, 3_000, 'the longest body, since a third is less');
    assert.deepEqual({ ...others, ...Object.fromEntries(DIVIDED.map((name) => [name, limits[name]])) }, limits);
    assert.equal(limitsOfWorker({ ...limits, bodiesBytes: 2_000 }, 3).bodiesBytes, 2_000);
  });
});
