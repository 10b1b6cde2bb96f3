import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { MASTER_PASSPHRASE } from '../../../ledger/genesis.ts';
import { objectFromJson } from '../../../protocol/json/from-json.ts';
import { createTransaction } from '../../../protocol/transaction/transaction.ts';
import { bytesToHex } from '../../../util/hex.ts';

const ACCOUNT_ZERO = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';
const alice = party('alice');
const bob = party('bob');

describe('submitting', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create();
    await env.fund(1000, alice, bob);
    call = rpcOf(env);
  });
  after(() => env.stop());

  const payment = (fields = {}) => ({
    TransactionType: 'Payment',
    Account: MASTER.address,
    Destination: alice.address,
    Amount: '5',
    ...fields,
  });

  test('shows the transaction that was signed, to the last field', async () => {
    for (const fields of [{}, { Flags: 0 }, { Flags: 2147483648 }, { DestinationTag: 7, Memos: [] }]) {
      for (const method of ['submit', 'sign']) {
        const { tx_json, tx_blob } = await call(method, { secret: MASTER_PASSPHRASE, tx_json: payment(fields) });
        const { hash, DeliverMax, ...shown } = tx_json;
        const transaction = createTransaction(objectFromJson(shown, 'tx_json'));
        assert.deepEqual([bytesToHex(transaction.blob), transaction.id], [tx_blob, hash]);
        assert.equal(DeliverMax, shown.Amount);
        assert.equal(shown.Flags, (fields as { Flags?: number }).Flags);
      }
    }
  });

  test('refuses blobs that are no transaction', async () => {
    for (const tx_blob of ['', 'zz', 7.5, {}]) {
      assert.equal((await call('submit', { tx_blob })).error, 'invalidParams', String(tx_blob));
    }
    const short = await call('submit', { tx_blob: 'ABC' });
    assert.deepEqual(short, { error: 'invalidTransaction', error_exception: 'Transaction length invalid' });
    const { fields } = env.sign(bob, { TransactionType: 'Payment', Destination: alice.id, Amount: 5n });
    const forged = bytesToHex(createTransaction({ ...fields, Amount: 6n }).blob);
    assert.deepEqual(await call('submit', { tx_blob: forged }), {
      error: 'invalidTransaction',
      error_exception: 'fails local checks: Invalid signature.',
    });
  });

  test('signs for admins only', async () => {
    const params = { secret: MASTER_PASSPHRASE, tx_json: payment() };
    for (const method of ['submit', 'sign', 'sign_for', 'channel_authorize']) {
      assert.equal((await call(method, params, { role: 'user' })).error, 'notSupported', method);
    }
  });

  test('names what is wrong with a request to sign, in the reference order', async () => {
    const secret = MASTER_PASSPHRASE;
    const usd = { currency: 'USD', issuer: bob.address, value: '1' };
    // Free with the master key, which only SigningPubKey names.
    const freeKeyChange = {
      TransactionType: 'SetRegularKey',
      Account: MASTER.address,
      RegularKey: alice.address,
      SigningPubKey: MASTER.keys.publicKey,
    };
    const rows: [object, string, string?][] = [
      [{ fail_hard: 1 }, 'invalidParams', "Invalid field 'fail_hard', not boolean."],
      [{}, 'invalidParams', "Missing field 'secret'."],
      [{ secret }, 'invalidParams', "Missing field 'tx_json'."],
      [{ secret, tx_json: 7 }, 'invalidParams', "Invalid field 'tx_json', not object."],
      [{ secret, tx_json: {} }, 'invalidParams', "Missing field 'tx_json.TransactionType'."],
      [{ secret, tx_json: { TransactionType: 'Payment' } }, 'srcActMissing', "Missing field 'tx_json.Account'."],
      [{ secret, tx_json: payment({ Account: 'x' }) }, 'srcActMalformed', "Invalid field 'tx_json.Account'."],
      [{ secret, offline: true, tx_json: payment() }, 'invalidParams', "Missing field 'tx_json.Sequence'."],
      [{ secret, offline: true, tx_json: payment({ Sequence: 1 }) }, 'invalidParams', "Missing field 'tx_json.Fee'."],
      [{ secret, tx_json: payment({ Account: party('nobody').address }) }, 'srcActNotFound'],
      [{ secret, fee_mult_max: 0, tx_json: payment() }, 'highFee', 'Fee of 10 exceeds the requested tx limit of 0'],
      [{ secret, fee_mult_max: -1, tx_json: payment() }, 'invalidParams'],
      [{ secret, fee_div_max: 0, tx_json: payment() }, 'invalidParams'],
      [{ secret, tx_json: payment({ Amount: undefined }) }, 'invalidParams'],
      [{ secret, tx_json: payment({ Amount: 'x' }) }, 'invalidParams', "Invalid field 'tx_json.Amount'."],
      [
        { secret, tx_json: payment({ DeliverMax: '6' }) },
        'invalidParams',
        "Cannot specify differing 'Amount' and 'DeliverMax'",
      ],
      [{ secret, tx_json: payment({ Destination: 'x' }) }, 'invalidParams', "Invalid field 'tx_json.Destination'."],
      [{ secret, build_path: 1, tx_json: payment() }, 'invalidParams', 'Cannot build XRP to XRP paths.'],
      [{ secret, tx_json: payment({ Signers: [] }) }, 'alreadyMultisig'],
      [{ secret: 'bob', tx_json: payment() }, 'badSecret'],
      [{ secret, tx_json: payment({ Nope: 1 }) }, 'invalidParams', "Field 'tx_json.Nope' is unknown."],
      [
        { secret, tx_json: payment({ TicketCount: 1, SettleDelay: 1 }) },
        'invalidParams',
        "Field 'SettleDelay' found in disallowed location.",
      ],
      [{ secret, tx_json: payment({ Memos: [{ Memo: { MemoType: 'FF' } }] }) }, 'invalidParams'],
      [{ secret, signature_target: 'Destination', tx_json: payment() }, 'invalidParams', 'Destination'],
      [{ secret, signature_target: 'x', tx_json: payment() }, 'invalidParams', ''],
      [
        { secret, tx_json: payment({ Amount: { currency: 'USD', issuer: ACCOUNT_ZERO, value: '1' } }) },
        'invalidParams',
        'Unable to sterilize transaction.',
      ],
      [
        { secret, tx_json: payment({ SendMax: usd, Paths: [[]] }) },
        'invalidParams',
        'Unable to sterilize transaction.',
      ],
      [{ secret, tx_json: payment({ Account: [] }) }, 'invalidParams', "Invalid field 'Account'."],
      [{ secret, tx_json: payment({ Destination: {} }) }, 'invalidParams', "Invalid field 'Destination'."],
      [{ secret, tx_json: payment({ TransactionType: {} }) }, 'invalidParams', "Invalid field 'TransactionType'."],
      [
        { secret, tx_json: payment({ TransactionType: 9999 }) },
        'invalidParams',
        'Exception occurred constructing serialized transaction',
      ],
      [{ secret, tx_json: freeKeyChange }, 'highFee', 'Fee of 10 exceeds the requested tx limit of 0'],
    ];
    for (const [params, error, message] of rows) {
      const result = await call('submit', params as never);
      assert.equal(result.error, error, JSON.stringify(params));
      if (message !== undefined) assert.equal(result.error_message, message);
    }
  });
});
