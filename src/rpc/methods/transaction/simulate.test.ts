import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const ALICE = party('alice');

describe('simulate', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    env = await Env.create();
    await env.fund(1000, ALICE);
    call = rpcOf(env);
  });

  test('ends in tefEXCEPTION for a multi-purpose token in place of a token with a trust line', async () => {
    const Amount = { mpt_issuance_id: `00000001${ALICE.id}`, value: '1' };
    const sender = { Account: ALICE.address };
    const mint = { TransactionType: 'NFTokenMint', NFTokenTaxon: 0, Flags: 8, Amount, ...sender };
    env.submit(ALICE, { TransactionType: 'NFTokenMint', NFTokenTaxon: 0 }, 'tesSUCCESS');
    const { account_nfts: minted } = await call('account_nfts', { account: ALICE.address, ledger_index: 'current' });
    const offer = {
      TransactionType: 'NFTokenCreateOffer',
      NFTokenID: minted[0].NFTokenID,
      Amount,
      Flags: 1,
      ...sender,
    };
    const line = { TransactionType: 'TrustSet', LimitAmount: Amount, ...sender };
    for (const tx_json of [mint, { ...mint, TransferFee: 10 }, offer, line]) {
      const { engine_result: result } = await call('simulate', { tx_json });
      assert.equal(result, 'tefEXCEPTION', tx_json.TransactionType);
    }
    const nothing = { ...mint, Amount: { ...Amount, value: '0' } };
    assert.equal((await call('simulate', { tx_json: nothing })).engine_result, 'temBAD_AMOUNT');
  });
});
