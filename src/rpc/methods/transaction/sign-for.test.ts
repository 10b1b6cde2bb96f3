import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const alice = party('alice');
const bob = party('bob');
const carol = party('carol', 'ed25519');

describe('signing by several accounts', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, alice, bob, carol);
    const SignerEntries = [bob, carol]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id }) => ({ SignerEntry: { Account: id, SignerWeight: 1 } }));
    env.submit(alice, { TransactionType: 'SignerListSet', SignerQuorum: 2, SignerEntries }, 'tesSUCCESS');
    await env.close();
  });
  after(() => env.stop());

  const payment = (fields = {}) => ({
    TransactionType: 'Payment',
    Account: alice.address,
    Destination: bob.address,
    Amount: '5',
    Fee: '30',
    Sequence: env.account(alice)?.Sequence as number,
    ...fields,
  });
  const byBob = { account: bob.address, secret: 'bob' };

  test('refuses other requests to sign_for', async () => {
    const rows: [object, string, string?][] = [
      [{ secret: 'bob', tx_json: payment() }, 'invalidParams', "Missing field 'account'."],
      [{ ...byBob, account: 'x', tx_json: payment() }, 'srcActMalformed', "Invalid field 'account'."],
      [byBob, 'invalidParams', "Missing field 'tx_json'."],
      [{ ...byBob, tx_json: payment({ Fee: undefined }) }, 'invalidParams'],
      [
        { ...byBob, tx_json: payment({ SigningPubKey: 'AB' }) },
        'invalidParams',
        "When multi-signing 'tx_json.SigningPubKey' must be empty.",
      ],
      [{ ...byBob, tx_json: payment({ SigningPubKey: {} }) }, 'invalidParams', "Invalid field 'SigningPubKey'."],
      [
        { ...byBob, tx_json: payment({ Signers: [{ Memo: { MemoData: 'AB' } }] }) },
        'invalidParams',
        'Signers array may only contain Signer entries.',
      ],
      [{ ...byBob, tx_json: payment({ TxnSignature: 'AB' }) }, 'alreadySingleSig'],
      [{ ...byBob, secret: 'carol', tx_json: payment() }, 'badSecret'],
      [{ account: alice.address, secret: 'alice', tx_json: payment() }, 'invalidParams'],
    ];
    for (const [params, error, message] of rows) {
      const result = await call('sign_for', params as never);
      assert.equal(result.error, error, JSON.stringify(params));
      if (message !== undefined) assert.equal(result.error_message, message);
    }
    const { tx_json } = await call('sign_for', { ...byBob, tx_json: payment() });
    const twice = await call('sign_for', { ...byBob, tx_json });
    assert.match(twice.error_message, /^Duplicate Signers:Signer:Account entries/);
  });

  test('refuses other requests to submit_multisigned', async () => {
    const { tx_json } = await call('sign_for', { ...byBob, tx_json: payment() });
    const [{ Signer }] = tx_json.Signers;
    const { DeliverMax: _, ...unlimited } = tx_json;
    const rows: [object, string, string?][] = [
      [{}, 'invalidParams', "Missing field 'tx_json'."],
      [{ tx_json: { ...tx_json, Signers: undefined } }, 'invalidParams'],
      [{ tx_json: { ...tx_json, Signers: [] } }, 'invalidParams', 'tx_json.Signers array may not be empty.'],
      [{ tx_json: { ...tx_json, TxnSignature: 'AB' } }, 'signingMalformed'],
      [{ tx_json: { ...tx_json, Fee: '0' } }, 'invalidParams', 'Invalid Fee field.  Fees must be greater than zero.'],
      [
        { tx_json: { ...tx_json, Fee: { currency: 'USD', issuer: carol.address, value: '1' } } },
        'invalidParams',
        'Invalid Fee field.  Fees must be specified in XRP.',
      ],
      [
        { tx_json: { ...unlimited, TransactionType: 9999 } },
        'invalidParams',
        'Exception while serializing transaction: Invalid transaction type 9999',
      ],
      [{ tx_json: { ...tx_json, Destination: carol.address } }, 'invalidParams', 'Invalid signature.'],
      [{ tx_json: { ...tx_json, Account: party('unfunded').address } }, 'srcActNotFound'],
      [{ tx_json: { ...tx_json, Signers: [{ Signer: { ...Signer, Account: alice.address } }] } }, 'invalidParams'],
    ];
    for (const [params, error, message] of rows) {
      const result = await call('submit_multisigned', params as never);
      assert.equal(result.error, error, JSON.stringify(params));
      if (message !== undefined) assert.equal(result.error_message, message);
    }
  });
});
