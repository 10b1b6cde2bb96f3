import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amendmentById, amendmentByName } from './amendments.ts';

describe('amendments', () => {
  test('a name and its id find each other', () => {
    const id = '12523DF04B553A0B1AD74F42DDB741DE8DC06A03FC089A0EF197E2A87F1D8107';
    assert.deepEqual(amendmentById(id), { id, name: 'fixAMMOverflowOffer', status: 'active', isVotedFor: true });
    assert.equal(amendmentByName('fixAMMOverflowOffer'), amendmentById(id));
    assert.equal(amendmentByName('NoSuchAmendment'), undefined);
  });
});
