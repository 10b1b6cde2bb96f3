import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextResolutionSeconds } from './ledger-header.ts';

describe('the close time', () => {
  test('has a resolution that is refined every eighth ledger and coarsened on disagreement', () => {
    assert.equal(nextResolutionSeconds(30, 0, 8), 20);
    assert.equal(nextResolutionSeconds(30, 0, 9), 30);
    assert.equal(nextResolutionSeconds(10, 0, 8), 10);
    assert.equal(nextResolutionSeconds(30, 1, 9), 60);
    assert.equal(nextResolutionSeconds(120, 1, 9), 120);
  });
});
