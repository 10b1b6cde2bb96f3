import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AMENDMENTS, amendmentById, amendmentByName, GENESIS_AMENDMENTS } from './amendments.ts';

describe('amendments', () => {
  test('a name and its id find each other', () => {
    const id = '12523DF04B553A0B1AD74F42DDB741DE8DC06A03FC089A0EF197E2A87F1D8107';
    assert.deepEqual(amendmentById(id), { id, name: 'fixAMMOverflowOffer', status: 'active', isVotedFor: true });
    assert.equal(amendmentByName('fixAMMOverflowOffer'), amendmentById(id));
    assert.equal(amendmentByName('NoSuchAmendment'), undefined);
  });

  test('the genesis ledger lists the 46 active ones by ascending id', () => {
    assert.equal(GENESIS_AMENDMENTS.length, 46);
    assert.deepEqual(GENESIS_AMENDMENTS, GENESIS_AMENDMENTS.toSorted());
    assert.equal(GENESIS_AMENDMENTS[0], '03BDC0099C4E14163ADA272C1B6F6FABB448CC3E51F522F978041E4B57D9158C');
    for (const name of ['PayChan', 'Batch']) {
      assert.ok(!GENESIS_AMENDMENTS.includes(amendmentByName(name)?.id ?? ''), name);
    }
  });

  test('names and ids are unique', () => {
    assert.equal(new Set(AMENDMENTS.map(({ id }) => id)).size, 103);
    assert.equal(new Set(AMENDMENTS.map(({ name }) => name)).size, 103);
  });
});
