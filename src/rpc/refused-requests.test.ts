/** Errors and answers that no recording of the reference has. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../test/support/env.ts';
import { type Call, rpcOf } from '../../test/support/rpc-call.ts';
import { tokens } from '../../test/support/token-ledger.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import type { JsonObject } from '../protocol/values.ts';

const ALICE = party('alice');
const HASH = 'A'.repeat(64);
const account = MASTER.address;
const PRICE = { base_asset: 'XRP', quote_asset: 'USD', oracles: [{ account, oracle_document_id: 1 }] };
const ED25519_SEED = 'sEdS75rFaAXRGoydCF5EnSsUc5ePJsG';

const REFUSED: readonly (readonly [method: string, params: JsonObject, error: string])[] = [
  ['blacklist', { threshold: [] }, 'invalidParams'],
  ['can_delete', {}, 'notEnabled'],
  ['connect', {}, 'notSynced'],
  ['blacklist', { threshold: 2 ** 31 }, 'invalidParams'],
  ['get_counts', { min_count: 'many' }, 'invalidParams'],
  ['get_counts', { min_count: -0.5 }, 'invalidParams'],
  ['stop', {}, 'notSupported'],
  ['validator_info', {}, 'invalidParams'],
  ['amm_info', {}, 'invalidParams'],
  ['amm_info', { asset: { currency: 'XRP' }, asset2: { currency: 'USD' } }, 'issueMalformed'],
  ['amm_info', { amm_account: 'x' }, 'actMalformed'],
  ['amm_info', { amm_account: account }, 'actNotFound'],
  ['amm_info', { amm_account: account, asset: {}, asset2: {} }, 'invalidParams'],
  ['get_aggregate_price', {}, 'invalidParams'],
  ['get_aggregate_price', { oracles: [] }, 'oracleMalformed'],
  ['vault_info', {}, 'malformedRequest'],
  ['vault_info', { vault_id: 'x' }, 'malformedRequest'],
  ['vault_info', { vault_id: 'A'.repeat(64) }, 'entryNotFound'],
  ['vault_info', { owner: MASTER.address, seq: 5 }, 'entryNotFound'],
  ['vault_info', { owner: MASTER.address, seq: 0 }, 'malformedRequest'],
  ['owner_info', {}, 'invalidParams'],
  ['ledger_request', {}, 'invalidParams'],
  ['ledger_request', { ledger_index: 3 }, 'invalidParams'],
  ['ledger_request', { ledger_index: -1 }, 'invalidParams'],
  ['ledger_request', { ledger_index: '1' }, 'invalidParams'],
  ['ledger_request', { ledger_hash: 'q'.repeat(64) }, 'invalidParams'],
  ['vault_info', { vault_id: '0' }, 'malformedRequest'],
  ['vault_info', { owner: 'x', seq: 1 }, 'malformedRequest'],
  ['account_nfts', { account, marker: 'x' }, 'invalidParams'],
  ['account_nfts', { account, marker: HASH }, 'invalidParams'],
  ['account_objects', { account, marker: 'x' }, 'invalidParams'],
  ['account_objects', { account, marker: `${HASH},${HASH}` }, 'invalidParams'],
  ['account_objects', { account, type: 7 }, 'invalidParams'],
  ['account_objects', { account, type: 'amendments' }, 'invalidParams'],
  ['account_channels', { account, marker: `${HASH},0` }, 'invalidParams'],
  ['account_channels', { account, marker: `${accountKeylet(MASTER.id).key},0` }, 'invalidParams'],
  ['account_offers', { account, marker: `${HASH},18446744073709551616` }, 'invalidParams'],
  ['account_tx', { account, ledger_index_min: 2, ledger_index_max: 3, marker: { ledger: 9, seq: 0 } }, 'invalidParams'],
  ['gateway_balances', { account, hotwallet: 'x' }, 'invalidHotWallet'],
  ['ledger_accept', { close_time: 1 }, 'invalidParams'],
  ['ledger_entry', { ticket: accountKeylet(MASTER.id).key }, 'unexpectedLedgerType'],
  ['ledger_request', { ledger_index: 0 }, 'invalidParams'],
  ['simulate', { tx_json: { TransactionType: 'Payment', Account: account } }, 'invalidTransaction'],
  ['transaction_entry', {}, 'fieldNotFoundTransaction'],
  ['transaction_entry', { tx_hash: 'x', ledger_index: 2 }, 'malformedRequest'],
  ['tx_history', { start: -0.5 }, 'invalidParams'],
  ['wallet_propose', { key_type: 7 }, 'invalidParams'],
  ['wallet_propose', { key_type: 'secp256k1', seed: ED25519_SEED }, 'badSeed'],
];

const PRICES: readonly (readonly [JsonObject, string])[] = [
  [{}, 'objectNotFound'],
  [{ trim: 0 }, 'invalidParams'],
  [{ trim: 26 }, 'invalidParams'],
  [{ trim: '25' }, 'objectNotFound'],
  [{ base_asset: '' }, 'invalidParams'],
  [{ oracles: [{ account }] }, 'oracleMalformed'],
  [{ oracles: [{ account: 'x', oracle_document_id: 1 }] }, 'invalidParams'],
  [{ time_threshold: 'x' }, 'invalidParams'],
];

describe('a request', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    env = await Env.create();
    await env.fund(1000, ALICE);
    call = rpcOf(env);
  });
  after(() => env.stop());

  for (const [method, params, error] of REFUSED) {
    test(`is refused with ${error}: ${method} ${JSON.stringify(params).slice(0, 100)}`, async () => {
      assert.equal((await call(method, params)).error, error);
    });
  }

  for (const [change, error] of PRICES) {
    test(`for a price is refused with ${error}: ${JSON.stringify(change)}`, async () => {
      assert.equal((await call('get_aggregate_price', { ...PRICE, ...change })).error, error);
    });
  }

  test('is refused in the names of version 2', async () => {
    const v2 = { apiVersion: 2 } as const;
    assert.equal((await call('gateway_balances', { account, hotwallet: 'x' }, v2)).error, 'invalidParams');
    assert.equal((await call('tx_history', { start: 10_001 }, { role: 'user' })).error, 'noPermission');
  });
});

describe('an account with many entries', () => {
  test('is listed by owner_info, and in pages of account_offers with any page hint', async () => {
    const env = await Env.create();
    const call = rpcOf(env);
    const terms = { TransactionType: 'OfferCreate', TakerPays: 5n };
    for (let value = 1; value <= 40; value++) {
      const TakerGets = tokens(String(value), MASTER.id);
      env.submit(MASTER, { ...terms, TakerGets }, 'tesSUCCESS');
    }
    await env.close();
    const { current, accepted } = await call('owner_info', { account });
    assert.deepEqual([current.offers.length, accepted.offers.length], [40, 40]);
    assert.equal((await call('owner_info', { ident: 'x' })).current.error, 'actMalformed');
    const first = await call('account_offers', { account, limit: 35 });
    const rest = await call('account_offers', { account, limit: 35, marker: first.marker });
    assert.equal(new Set([...first.offers, ...rest.offers].map(({ seq }) => seq)).size, 40);
    const hintless = await call('account_offers', { account, limit: 35, marker: first.marker.replace(/,.*/, ',99') });
    assert.deepEqual(hintless.offers, rest.offers);
    await env.stop();
  });
});

test('version 2 has signer lists and the hash of a signed transaction beside the object', async () => {
  const env = await Env.create();
  const call = rpcOf(env);
  const v2 = { apiVersion: 2 } as const;
  assert.deepEqual((await call('account_info', { account, signer_lists: true }, v2)).signer_lists, []);
  const tx_json = { TransactionType: 'Payment', Account: account, Destination: ALICE.address, DeliverMax: '9' };
  const { tx_json: signed } = await call('sign', { secret: 'masterpassphrase', tx_json });
  assert.equal(signed.Amount, '9');
  const submitted = await call(
    'submit',
    { secret: 'masterpassphrase', tx_json: { ...tx_json, DeliverMax: '9000000' } },
    v2,
  );
  assert.deepEqual([submitted.engine_result, submitted.tx_json.hash], ['tesSUCCESS', undefined]);
  await env.close();
  const { hash, tx_json: found } = await call('tx', { transaction: submitted.hash }, v2);
  assert.deepEqual([hash, found.hash], [submitted.hash, undefined]);
  const { ledger_data } = await call('ledger_header', { ledger_index: 'validated' });
  assert.equal(ledger_data.length, 236);
  await env.stop();
});

test('wallet_propose makes a wallet of random bytes, and warns of passphrases', async () => {
  const env = await Env.create();
  const call = rpcOf(env);
  assert.equal((await call('wallet_propose')).master_seed_hex, '07'.repeat(16));
  assert.match((await call('wallet_propose', { passphrase: 'masterpassphrase' })).warning, /low entropy/);
  const long = await call('wallet_propose', { passphrase: 'nine hundred sleepy owls kept vigil over the mill pond' });
  assert.doesNotMatch(long.warning, /low entropy/);
  assert.equal((await call('wallet_propose', { passphrase: long.master_seed })).warning, undefined);
  await env.stop();
});
