import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { negativeUnlIndex } from './entry-indexes.ts';

describe('indexes of entries that are only looked up', () => {
  test('the list of offline validators has its well-known key', () => {
    assert.equal(negativeUnlIndex(), '2E8A59AA9D3B5B186B0B9E0F62E6C02587CA74A4D778938E957B6357D364B244');
  });
});
