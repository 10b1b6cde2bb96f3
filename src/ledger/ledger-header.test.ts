import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effectiveCloseTimeSeconds, nextResolutionSeconds } from './ledger-header.ts';

describe('the close time', () => {
  test('is rounded to the nearest multiple of the resolution, up when midway', () => {
    assert.equal(effectiveCloseTimeSeconds(1004, 10, 0), 1000);
    assert.equal(effectiveCloseTimeSeconds(1005, 10, 0), 1010);
    assert.equal(effectiveCloseTimeSeconds(1014, 30, 0), 1020);
  });

  test('is at least a second after the parent', () => {
    assert.equal(effectiveCloseTimeSeconds(1004, 10, 1000), 1001);
    assert.equal(effectiveCloseTimeSeconds(500, 10, 1000), 1001);
  });

  test('is none at all if there is none, whatever the parent’s is', () => {
    assert.equal(effectiveCloseTimeSeconds(0, 30, 1000), 0);
  });

  test('has a resolution that is refined every eighth ledger and coarsened on disagreement', () => {
    assert.equal(nextResolutionSeconds(30, 0, 8), 20);
    assert.equal(nextResolutionSeconds(30, 0, 9), 30);
    assert.equal(nextResolutionSeconds(10, 0, 8), 10);
    assert.equal(nextResolutionSeconds(30, 1, 9), 60);
    assert.equal(nextResolutionSeconds(120, 1, 9), 120);
  });
});
