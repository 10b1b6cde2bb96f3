/** Multi-purpose tokens in the methods. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ExportRow, exportRows } from '../../explorer/history/export-text.js';
import { mptIssuanceId, mptIssuanceKeylet, mptokenKeylet } from '../../src/protocol/entries/keylets.ts';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { JsonObject, StObject } from '../../src/protocol/values.ts';
import { Env, type Party, party, submitNow } from '../support/env.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';

const { tfMPTCanTransfer, tfMPTCanLock } = TransactionFlags.MPTokenIssuanceCreate;
const { tfPartialPayment } = TransactionFlags.Payment;
const CREATE = { TransactionType: 'MPTokenIssuanceCreate', Flags: tfMPTCanTransfer | tfMPTCanLock };

describe('multi-purpose tokens in the methods', () => {
  const [issuer, alice, bob] = ['issuer', 'alice', 'bob'].map((name) => party(name)) as [Party, Party, Party];
  let env: Env;
  let call: Call;
  let id: string;
  let createHash: string;
  let partialHash: string;

  const submit = async (who: Party, fields: StObject, expected: Ter = 'tesSUCCESS') => {
    const transaction = env.sign(who, fields);
    const { result } = submitNow(env.node, transaction);
    assert.equal(result, expected);
    await env.close();
    return transaction.id;
  };
  const pay = (from: Party, to: Party, value: bigint, fields: StObject = {}) =>
    submit(from, { TransactionType: 'Payment', Destination: to.id, Amount: { value, mptIssuanceId: id }, ...fields });

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, issuer, alice, bob);
    id = mptIssuanceId(env.account(issuer)!.Sequence, issuer.id);
    createHash = await submit(issuer, { ...CREATE, TransferFee: 25_000, MaximumAmount: 1000n });
    for (const holder of [alice, bob]) {
      await submit(holder, { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: id });
    }
    await pay(issuer, alice, 100n);
    partialHash = await pay(alice, bob, 40n, { Flags: tfPartialPayment });
  });
  after(() => env.stop());

  test('metadata has mpt_issuance_id in every method that shows it', async () => {
    const { ledger_index } = await call('tx', { transaction: createHash });
    for (const apiVersion of [1, 2] as const) {
      const tx = await call('tx', { transaction: createHash }, { apiVersion });
      assert.equal(tx.meta.mpt_issuance_id, id);
      const range = { ledger_index_min: -1, ledger_index_max: -1 };
      const { transactions } = await call(
        'account_tx',
        { account: issuer.address, tx_type: 'MPTokenIssuanceCreate', ...(apiVersion === 1 ? range : {}) },
        { apiVersion },
      );
      assert.deepEqual(
        transactions.map(({ meta }: Answer) => meta.mpt_issuance_id),
        [id],
      );
      const ledger = await call('ledger', { ledger_index, transactions: true, expand: true }, { apiVersion });
      const [shown] = ledger.ledger.transactions;
      assert.equal((apiVersion === 1 ? shown.metaData : shown.meta).mpt_issuance_id, id);
    }
    const entry = await call('transaction_entry', { tx_hash: createHash, ledger_index });
    assert.equal('mpt_issuance_id' in entry.metadata, false, 'transaction_entry shows what is stored and no more');
  });

  test('simulate names the issuance that it would create, a failure none', async () => {
    const tx_json = { TransactionType: 'MPTokenIssuanceCreate', Account: issuer.address };
    const { meta, tx_json: shown } = await call('simulate', { tx_json });
    assert.equal(meta.mpt_issuance_id, mptIssuanceId(shown.Sequence, issuer.id));
    const limited = { ...tx_json, Account: bob.address, TransferFee: 1 };
    const failed = await call('simulate', { tx_json: limited });
    assert.equal(failed.meta?.mpt_issuance_id, undefined);
  });

  test('ledger_entry finds an issuance and a holding', async () => {
    const byId = await call('ledger_entry', { mpt_issuance: id, ledger_index: 'validated' });
    assert.equal(byId.index, mptIssuanceKeylet(id).key);
    assert.deepEqual(
      [byId.node.mpt_issuance_id, byId.node.OutstandingAmount, byId.node.MaximumAmount, byId.node.TransferFee],
      [id, '92', '1000', 25_000],
    );
    const mptoken = { mpt_issuance_id: id, account: alice.address };
    const held = await call('ledger_entry', { mptoken, ledger_index: 'validated' });
    assert.equal(held.index, mptokenKeylet(id, alice.id).key);
    assert.deepEqual([held.node.MPTAmount, held.node.MPTokenIssuanceID], ['60', id]);
    assert.equal('mpt_issuance_id' in held.node, false);
  });

  test('lists of entries find them by type', async () => {
    const owned = (who: Party, type: string): Promise<Answer> =>
      call('account_objects', { account: who.address, type, ledger_index: 'validated' });
    const issuances = (await owned(issuer, 'mpt_issuance')).account_objects;
    assert.deepEqual(
      issuances.map((entry: Answer) => entry.mpt_issuance_id),
      [id],
    );
    assert.equal((await owned(bob, 'mptoken')).account_objects[0].MPTAmount, '32');
    assert.deepEqual((await owned(bob, 'mpt_issuance')).account_objects, []);
    const { state } = await call('ledger_data', { type: 'mptoken', ledger_index: 'validated' });
    assert.deepEqual(state.map((entry: Answer) => entry.MPTAmount).sort(), ['32', '60']);
    const both = await call('account_objects', { account: issuer.address, deletion_blockers_only: true });
    assert.deepEqual(
      both.account_objects.map((entry: Answer) => entry.LedgerEntryType),
      ['MPTokenIssuance'],
    );
  });

  test('a partial payment has delivered_amount', async () => {
    const { meta } = await call('tx', { transaction: partialHash });
    assert.deepEqual(meta.delivered_amount, { mpt_issuance_id: id, value: '32' });
    assert.deepEqual(meta.DeliveredAmount, meta.delivered_amount);
  });

  test('account_tx filters by token', async () => {
    const count = async (params: JsonObject): Promise<number | string> => {
      const range = { ledger_index_min: -1, ledger_index_max: -1 };
      const answer = await call('account_tx', { account: alice.address, ...range, ...params });
      return answer.error ?? answer.transactions.length;
    };
    assert.equal(await count({ currency: id }), 2);
    assert.equal(await count({ currency: id.toLowerCase() }), 2);
    assert.equal(await count({ currency: mptIssuanceId(1, issuer.id) }), 0);
    assert.equal(await count({ currency: id, delivered_at_least: '32' }), 2);
    assert.equal(await count({ currency: id, delivered_at_least: '33' }), 1);
    assert.equal(await count({ currency: id, delivered_at_least: '1.5' }), 'invalidParams');
    assert.equal(await count({ currency: id, issuer: issuer.address }), 'invalidParams');
  });

  test('an exported history has the balance after each row', async () => {
    const { transactions } = await call('account_tx', { account: alice.address, currency: id }, { apiVersion: 2 });
    const rows = transactions.flatMap((item: JsonObject) => exportRows(item, alice.address));
    assert.deepEqual(
      rows.map(({ currency, amount, balance_after }: ExportRow) => [currency, amount, balance_after]),
      [
        [id, '-40', '60'],
        [id, '100', '100'],
      ],
    );
  });

  test('ripple_path_find lists an empty holding if more can be issued', async () => {
    const ids: string[] = [];
    for (const MaximumAmount of [5n, 6n]) {
      const made = mptIssuanceId(env.account(issuer)!.Sequence, issuer.id);
      await submit(issuer, { ...CREATE, MaximumAmount });
      for (const holder of [alice, bob]) {
        await submit(holder, { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: made });
      }
      const Amount = { value: 5n, mptIssuanceId: made };
      await submit(issuer, { TransactionType: 'Payment', Destination: bob.id, Amount });
      ids.push(made);
    }
    const ends = { source_account: bob.address, destination_account: alice.address };
    const found = await call('ripple_path_find', { ...ends, destination_amount: '1000000' });
    assert.deepEqual(found.destination_currencies, ['XRP', ids[1]]);
  });

  test('are destination currencies while the holding is empty', async () => {
    const carol = party('carol');
    await env.fund(1000, carol);
    await submit(carol, { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: id });
    const payable = async (to: Party) => {
      const ends = { source_account: issuer.address, destination_account: to.address, destination_amount: '1000' };
      return (await call('ripple_path_find', ends)).destination_currencies;
    };
    assert.deepEqual(await payable(carol), ['XRP', id]);
    assert.deepEqual(await payable(bob), ['XRP'], 'as in the reference');
  });
});
