import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { servicesOf } from '../../../../test/support/rpc-call.ts';
import { vaultKeylet } from '../../../protocol/entries/keylets.ts';
import { type JsonObject, XRP_CURRENCY } from '../../../protocol/values.ts';
import { dispatch } from '../../execute.ts';

const OWNER = party('owner');

describe('vault_info', () => {
  let env: Env;
  let sequence: number;
  let id: string;
  before(async () => {
    env = await Env.create();
    await env.fund(1000, OWNER);
    sequence = env.account(OWNER)!.Sequence;
    id = vaultKeylet(OWNER.id, sequence).key;
    env.submit(OWNER, { TransactionType: 'VaultCreate', Asset: { currency: XRP_CURRENCY } }, 'tesSUCCESS');
    env.submit(OWNER, { TransactionType: 'VaultDeposit', VaultID: id, Amount: 50n }, 'tesSUCCESS');
    await env.close();
  });
  after(() => env.stop());

  async function ask(params: JsonObject): Promise<JsonObject> {
    const request = { method: 'vault_info', params: { ledger_index: 'validated', ...params }, apiVersion: 2 } as const;
    return dispatch(servicesOf(env), { ...request, role: 'user' });
  }

  test('shows a vault and its shares, by key or by owner and sequence', async () => {
    const byKey = await ask({ vault_id: id });
    const vault = byKey.vault as JsonObject;
    const shares = vault.shares as JsonObject;
    assert.deepEqual([vault.index, vault.Owner, vault.AssetsTotal], [id, OWNER.address, '50']);
    assert.deepEqual([shares.OutstandingAmount, shares.mpt_issuance_id], ['50', vault.ShareMPTID]);
    assert.deepEqual((await ask({ owner: OWNER.address, seq: sequence })).vault, vault);
  });

  test('says what is malformed or not there, in names of its own', async () => {
    for (const params of [
      {},
      { vault_id: 'x' },
      { vault_id: '0' },
      { owner: 'x', seq: 1 },
      { owner: OWNER.address, seq: 0 },
    ]) {
      assert.equal((await ask(params)).error, 'malformedRequest');
    }
    assert.equal((await ask({ vault_id: id, owner: OWNER.address })).error, 'malformedRequest');
    assert.equal((await ask({ owner: MASTER.address, seq: 1 })).error, 'entryNotFound');
  });
});
