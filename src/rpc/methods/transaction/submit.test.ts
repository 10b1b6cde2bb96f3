import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { MASTER_PASSPHRASE } from '../../../ledger/genesis.ts';

const alice = party('alice');
const bob = party('bob');

describe('submit', () => {
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

  test('refuses requests to sign', async () => {
    const secret = MASTER_PASSPHRASE;
    const usd = { currency: 'USD', issuer: bob.address, value: '1' };
    const freeKeyChange = {
      TransactionType: 'SetRegularKey',
      Account: MASTER.address,
      RegularKey: alice.address,
      SigningPubKey: MASTER.keys.publicKey,
    };
    const rows: [object, string, string?][] = [
      [{ fail_hard: 1 }, 'invalidParams', "Invalid field 'fail_hard', not boolean."],
      [{ secret, tx_json: payment({ Account: 'x' }) }, 'srcActMalformed', "Invalid field 'tx_json.Account'."],
      [{ secret, offline: true, tx_json: payment({ Sequence: 1 }) }, 'invalidParams', "Missing field 'tx_json.Fee'."],
      [{ secret, fee_div_max: 0, tx_json: payment() }, 'invalidParams'],
      [
        { secret, tx_json: payment({ DeliverMax: '6' }) },
        'invalidParams',
        "Cannot specify differing 'Amount' and 'DeliverMax'",
      ],
      [
        { secret, tx_json: payment({ Amount: usd, DeliverMax: { ...usd, more: '1' } }) },
        'invalidParams',
        "Cannot specify differing 'Amount' and 'DeliverMax'",
      ],
      [{ secret, build_path: 1, tx_json: payment() }, 'invalidParams', 'Cannot build XRP to XRP paths.'],
      [{ secret, tx_json: payment({ Signers: [] }) }, 'alreadyMultisig'],
      [{ secret, tx_json: payment({ Nope: 1 }) }, 'invalidParams', "Field 'tx_json.Nope' is unknown."],
      [
        { secret, tx_json: payment({ TicketCount: 1, SettleDelay: 1 }) },
        'invalidParams',
        "Field 'SettleDelay' found in disallowed location.",
      ],
      [{ secret, signature_target: 'Destination', tx_json: payment() }, 'invalidParams', 'Destination'],
      [{ secret, signature_target: 'x', tx_json: payment() }, 'invalidParams', ''],
      [
        { secret, tx_json: payment({ SendMax: usd, Paths: [[]] }) },
        'invalidParams',
        'Unable to sterilize transaction.',
      ],
      [{ secret, tx_json: payment({ Account: [] }) }, 'invalidParams', "Invalid field 'Account'."],
      [
        { secret, tx_json: payment({ TransactionType: 9999 }) },
        'invalidParams',
        'Exception occurred constructing serialized transaction',
      ],
      // With the master key this change of a key is free, but only SigningPubKey names that key.
      [{ secret, tx_json: freeKeyChange }, 'highFee', 'Fee of 10 exceeds the requested tx limit of 0'],
    ];
    for (const [params, error, message] of rows) {
      const result = await call('submit', params as never);
      assert.equal(result.error, error, JSON.stringify(params));
      if (message !== undefined) assert.equal(result.error_message, message);
    }
  });
});
