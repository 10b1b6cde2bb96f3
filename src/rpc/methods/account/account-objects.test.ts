import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFuzzLedger, PARTIES } from '../../../../fuzz/fuzz-ledger.ts';
import { type Answer, rpcOf } from '../../../../test/support/rpc-call.ts';
import { ENTRY_RECORDS } from '../../../protocol/tables/entry-types.ts';

/** The types in the reference (AccountObjects.cpp, deletionBlockers). */
const BLOCKERS = new Set([
  ...['Check', 'Escrow', 'NFTokenPage', 'PayChannel', 'RippleState', 'MPTokenIssuance', 'MPToken'],
  ...['XChainOwnedClaimID', 'XChainOwnedCreateAccountClaimID', 'Bridge', 'PermissionedDomain', 'Vault'],
]);

test('account_objects lists the entries that prevent the deletion of their account', async () => {
  const blocking = Object.keys(ENTRY_RECORDS).filter((name) => ENTRY_RECORDS[name]?.atOwnersDeletion === 'blocks');
  assert.deepEqual(new Set(blocking), BLOCKERS);
  const env = await createFuzzLedger();
  const call = rpcOf(env);
  const seen = new Set<string>();
  for (const { address: account } of PARTIES) {
    const ask = async (params = {}): Promise<Answer[]> =>
      (await call('account_objects', { account, limit: 400, ...params })).account_objects;
    const blockers = (await ask()).filter(({ LedgerEntryType }) => BLOCKERS.has(LedgerEntryType));
    assert.deepEqual(await ask({ deletion_blockers_only: true }), blockers);
    for (const { LedgerEntryType } of blockers) seen.add(LedgerEntryType);
  }
  assert.ok(seen.size > 8, [...seen].join());
  await env.stop();
});
