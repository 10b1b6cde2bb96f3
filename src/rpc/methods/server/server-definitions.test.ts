import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Env } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

/** Of the reference, version 3.2.0. */
const REFERENCE_HASH = 'C685734F5FEB756693B4BB978BBB3A158A65652E71EEB2977068B0D680689213';

describe('server_definitions', () => {
  let call: Call;
  before(async () => {
    call = rpcOf(await Env.create());
  });

  test('are those of the reference: their hash covers all of them', async () => {
    const { hash, TYPES, FIELDS } = await call('server_definitions');
    assert.equal(hash, REFERENCE_HASH);
    assert.equal(TYPES.AccountID, 8);
    assert.deepEqual(FIELDS[6][0], 'LedgerEntryType');
  });

  test('are left out for a client that has them', async () => {
    assert.deepEqual(await call('server_definitions', { hash: REFERENCE_HASH.toLowerCase() }), {
      hash: REFERENCE_HASH,
    });
    assert.ok((await call('server_definitions', { hash: '0' })).FIELDS.length > 300);
  });
});
