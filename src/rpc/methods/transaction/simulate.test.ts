import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const ALICE = party('alice');

describe('simulate', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    env = await Env.create();
    await env.fund(1000, ALICE);
    call = rpcOf(env);
  });

  const pay = { TransactionType: 'Payment', Account: ALICE.address, Destination: MASTER.address };

  const WRONG: readonly (readonly [object, string, string])[] = [
    [{}, 'invalidParams', 'Neither `tx_blob` nor `tx_json` included.'],
    [{ tx_json: 1 }, 'invalidParams', "Invalid field 'tx_json', not object."],
    [{ tx_json: {}, tx_blob: '00' }, 'invalidParams', 'Can only include one of `tx_blob` and `tx_json`.'],
    [{ tx_blob: 'x' }, 'invalidParams', "Invalid field 'tx_blob'."],
    [{ tx_json: {} }, 'invalidParams', "Missing field 'tx.TransactionType'."],
    [{ tx_json: pay, binary: 1 }, 'invalidParams', "Invalid field 'binary'."],
    [{ tx_json: pay, secret: 'hush' }, 'invalidParams', "Invalid field 'secret'."],
    [{ tx_json: { ...pay, TxnSignature: 'AB' } }, 'transactionSigned', 'Transaction should not be signed.'],
    [{ tx_json: { ...pay, Account: 'r' } }, 'srcActMalformed', "Invalid field 'tx.Account'."],
    [{ tx_json: { ...pay, Account: party('bob').address } }, 'srcActNotFound', 'Source account not found.'],
    [{ tx_json: { ...pay, Signers: 1 } }, 'invalidParams', "Invalid field 'tx.Signers'."],
    [{ tx_json: { ...pay, Signers: [{}] } }, 'invalidParams', "Invalid field 'tx.Signers[0]'."],
  ];
  for (const [params, error, message] of WRONG) {
    test(`refuses ${JSON.stringify(params).slice(0, 60)}`, async () => {
      const result = await call('simulate', { ...params });
      assert.deepEqual([result.error, result.error_message], [error, message]);
    });
  }

  const ZERO = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';
  const ONE = 'rrrrrrrrrrrrrrrrrrrrBZbvji';

  test('shows what an entry would hold that no bytes can express', async () => {
    for (const issuer of [ZERO, ONE]) {
      const SendMax = { currency: 'USD', issuer, value: '1' };
      const check = { TransactionType: 'CheckCreate', Account: ALICE.address, Destination: MASTER.address, SendMax };
      const { engine_result: result, meta } = await call('simulate', { tx_json: check });
      const made = meta.AffectedNodes.find(({ CreatedNode }: Answer) => CreatedNode?.LedgerEntryType === 'Check');
      assert.deepEqual([result, made.CreatedNode.NewFields.SendMax], ['tesSUCCESS', SendMax]);
    }
  });

  test('ends in tefEXCEPTION where a multi-purpose token stands for one with a trust line', async () => {
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
