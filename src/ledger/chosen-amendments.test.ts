import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amendmentByName, GENESIS_AMENDMENTS } from '../protocol/tables/amendments.ts';
import { chooseAmendments } from './chosen-amendments.ts';

describe('the amendments of a new chain', () => {
  const { id } = amendmentByName('BatchV1_1')!;
  const withBatch = [...GENESIS_AMENDMENTS, id].sort();

  test('are the usual ones, with and without those that are named', () => {
    assert.deepEqual(chooseAmendments([]), GENESIS_AMENDMENTS);
    for (const word of ['+BatchV1_1', ' BatchV1_1 ', id, id.toLowerCase(), `+${id} BatchV1_1`]) {
      assert.deepEqual(chooseAmendments([word]), withBatch, word);
    }
    assert.deepEqual(chooseAmendments(['+BatchV1_1', '-BatchV1_1', '-DynamicMPT']), GENESIS_AMENDMENTS);
  });

  test('can name those that are always in force', () => {
    assert.deepEqual(chooseAmendments(['+DID', 'Checks']), GENESIS_AMENDMENTS);
    assert.throws(() => chooseAmendments(['-DID']), /DID is always in force; a chain can be without Permission/);
    assert.throws(() => chooseAmendments(['-Checks']), /Checks is always in force/);
  });

  test('cannot be unknown', () => {
    const { id: other } = amendmentByName('DID')!;
    for (const word of ['Batch', '+MPTokensV2', 'toString', '', '+', `${other} BatchV1_1`, '00'.repeat(32)]) {
      assert.throws(() => chooseAmendments([word]), /Weir has no amendment '.*'; it has AMM, .*BatchV1_1, /, word);
    }
  });
});
