import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

describe('wallet_propose', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
  });
  after(() => env.stop());

  const wallet = {
    account_id: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    key_type: 'secp256k1',
    master_key: 'I IRE BOND BOW TRIO LAID SEAT GOAL HEN IBIS IBIS DARE',
    master_seed: 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb',
    master_seed_hex: 'DEDCE9CE67B451D852FD4E846FCDE31C',
    public_key: 'aBQG8RQAzjs1eTKFEAQXr2gS4utcDiEC9wmi7pfUPTi27VCahwgw',
    public_key_hex: '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020',
  };

  test('makes the same wallet of every spelling of a seed', async () => {
    const { master_key, master_seed, master_seed_hex } = wallet;
    for (const passphrase of [master_key, master_seed, master_seed_hex]) {
      assert.deepEqual(await call('wallet_propose', { passphrase }), wallet, passphrase);
    }
    assert.deepEqual(await call('wallet_propose', { seed: master_seed }), wallet);
    assert.deepEqual(await call('wallet_propose', { seed_hex: master_seed_hex, key_type: 'secp256k1' }), wallet);
  });

  test('warns of passphrases', async () => {
    const { warning, ...rest } = await call('wallet_propose', { passphrase: 'masterpassphrase' });
    assert.deepEqual(rest, wallet);
    assert.match(warning, /low entropy/);
    const long = await call('wallet_propose', { passphrase: 'nine hundred sleepy owls kept vigil over the mill pond' });
    assert.doesNotMatch(long.warning, /low entropy/);
  });

  test('makes a new one of random bytes', async () => {
    assert.equal((await call('wallet_propose')).master_seed_hex, '07'.repeat(16));
    assert.match((await call('wallet_propose', { key_type: 'ed25519' })).public_key_hex, /^ED/);
  });

  test('is for the operator, and has the reference errors', async () => {
    assert.equal((await call('wallet_propose', {}, { role: 'user' })).error, 'noPermission');
    assert.equal((await call('wallet_propose', { key_type: 'rsa' })).error, 'invalidParams');
    assert.equal(
      (await call('wallet_propose', { key_type: 7 })).error_message,
      "Invalid field 'key_type', not string.",
    );
    assert.equal((await call('wallet_propose', { seed: 'bad' })).error, 'badSeed');
    assert.equal((await call('wallet_propose', { seed: 'a', passphrase: 'b' })).error, 'invalidParams');
    const ed = { seed: 'sEdS75rFaAXRGoydCF5EnSsUc5ePJsG', key_type: 'secp256k1' };
    assert.equal((await call('wallet_propose', ed)).error, 'badSeed');
  });
});
