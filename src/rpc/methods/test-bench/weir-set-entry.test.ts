import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Env, type Party, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { verifyChain } from '../../../../test/support/verify-store.ts';
import type { JsonObject } from '../../../protocol/values.ts';

const ALICE = party('alice');
const BOB = party('bob');

describe('weir_set_entry', () => {
  let env: Env;
  let call: Call;
  beforeEach(async () => {
    env = await Env.create({ isTestBench: true });
    call = rpcOf(env);
    await env.fund(1000, ALICE, BOB);
  });
  const root = async () => (await call('ledger_entry', { account_root: ALICE.address })).node;

  test('has metadata for the change', async () => {
    const entry = await root();
    const { ledger_index } = await call('weir_set_entry', { entry: { ...entry, Domain: 'AB' } });
    const { transactions } = await call('account_tx', { account: ALICE.address, ledger_index });
    const [{ tx, meta }] = transactions;
    assert.equal(tx.TransactionType, 'SetFee');
    assert.equal(Buffer.from(tx.Memos[0].Memo.MemoType, 'hex').toString(), 'weir_set_entry');
    const { error, error_what } = await call('explain', { transaction: tx.hash });
    assert.equal(error, 'notSupported');
    assert.match(error_what, /weir_set_entry changed an entry/);
    assert.equal(meta.AffectedNodes[0].ModifiedNode.FinalFields.Domain, 'AB');
    assert.equal((await root()).PreviousTxnID, tx.hash);
    assert.deepEqual((await call('server_info')).weir.altered, { set_entry: ledger_index });
  });

  test('closes the open ledger first, and makes a ledger with nothing else', async () => {
    env.submit(ALICE, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    const entry = { ...(await root()), Domain: 'AB' };
    const { ledger_index } = await call('weir_set_entry', { entry });
    const before = await call('ledger', { ledger_index: ledger_index - 1, transactions: true });
    const own = await call('ledger', { ledger_index, transactions: true });
    assert.deepEqual([before.ledger.transactions.length, own.ledger.transactions.length], [1, 1]);
  });

  test('checks the invariants, except those in override', async () => {
    const rich: JsonObject = { ...(await root()), Balance: '5000000000' };
    const { ledgerIndex, totalDrops } = env.node.validated;
    const refused = await call('weir_set_entry', { entry: rich });
    assert.equal(refused.error_message, "Invalid field 'entry'.");
    assert.match(refused.error_what, /^The change breaks noDropsAppear: name them in 'override'/);
    assert.equal(env.node.validated.ledgerIndex, ledgerIndex);
    assert.equal((await call('server_info')).weir.altered, undefined);
    const others = await call('weir_set_entry', { entry: rich, override: ['noXRPTrustLines'] });
    assert.equal(others.error, 'invalidParams');
    const done = await call('weir_set_entry', { entry: rich, override: ['noDropsAppear'] });
    assert.equal(done.error, undefined);
    assert.equal((await root()).Balance, '5000000000');
    assert.equal(env.node.validated.totalDrops, totalDrops + 4_000_000_000n);
    assert.equal(verifyChain(env.node.store), env.node.validated.ledgerIndex);
  });

  test('updates the directories and the owner count of an entry that it removes or creates', async () => {
    env.submit(ALICE, { TransactionType: 'CheckCreate', Destination: BOB.id, SendMax: 5n }, 'tesSUCCESS');
    await env.close();
    const listed = async (who: Party) => (await call('account_objects', { account: who.address })).account_objects;
    const [{ PreviousTxnID: _, PreviousTxnLgrSeq: _ledger, OwnerNode, DestinationNode: _page, ...entry }] =
      await listed(BOB);
    await call('weir_set_entry', { index: entry.index, remove: true });
    assert.equal((await call('ledger_entry', { index: entry.index })).error, 'entryNotFound');
    assert.deepEqual([await listed(ALICE), await listed(BOB), env.account(ALICE)!.OwnerCount], [[], [], 0]);
    assert.equal((await call('weir_set_entry', { entry: { ...entry, DestinationNode: '0' } })).index, entry.index);
    assert.equal((await call('ledger_entry', { index: entry.index })).node.OwnerNode, OwnerNode);
    assert.deepEqual([(await listed(BOB)).length, env.account(ALICE)!.OwnerCount], [1, 1]);
    env.submit(BOB, { TransactionType: 'CheckCash', CheckID: entry.index, Amount: 5n }, 'tesSUCCESS');
  });

  test('refuses an entry whose owner does not exist', async () => {
    const entry = { LedgerEntryType: 'DID', Account: party('unfunded').address, URI: 'AB', index: '1'.repeat(64) };
    const { error_what } = await call('weir_set_entry', { entry });
    assert.equal(
      error_what,
      'The account that owns the entry is not there, or its directory has no room (tefINTERNAL).',
    );
  });

  test('updates the order book of an offer that it removes', async () => {
    const offer = { TransactionType: 'OfferCreate', TakerGets: 1_000_000n, TakerPays: tokens('1', BOB.id) };
    env.submit(ALICE, offer, 'tesSUCCESS');
    await env.close();
    const [{ index }] = (await call('account_objects', { account: ALICE.address, type: 'offer' })).account_objects;
    await call('weir_set_entry', { index, remove: true });
    assert.deepEqual((await call('account_offers', { account: ALICE.address })).offers, []);
    const { state } = await call('ledger_data', { type: 'directory' });
    const books = state.filter(({ TakerPaysIssuer }: JsonObject) => TakerPaysIssuer !== undefined);
    assert.deepEqual(books, []);
    assert.equal(verifyChain(env.node.store), env.node.validated.ledgerIndex);
  });

  test('refuses other requests', async () => {
    const index = '1'.repeat(64);
    const entry = (fields: JsonObject) => ({ entry: { index, ...fields } });
    const rows: readonly (readonly [JsonObject, string, RegExp])[] = [
      [{}, 'invalidParams', /^One of fields 'entry' and 'remove' is required\.$/],
      [{ remove: true }, 'invalidParams', /^Missing field 'index'\.$/],
      [{ remove: true, index: 'AB' }, 'invalidParams', /^Invalid field 'index'\.$/],
      [{ remove: true, index }, 'entryNotFound', /./],
      [{ entry: {}, index }, 'invalidParams', /^Missing field 'entry\.LedgerEntryType'\.$/],
      [{ entry: 5 }, 'invalidParams', /^Invalid field 'entry', not object\.$/],
      [{ entry: { index: 'x' } }, 'invalidParams', /^Invalid field 'entry\.index'\.$/],
      [entry({ LedgerEntryType: 'Cat' }), 'invalidParams', /'entry\.LedgerEntryType'/],
      [entry({ LedgerEntryType: 'FeeSettings' }), 'invalidParams', /'entry\.LedgerEntryType'/],
      [entry({ LedgerEntryType: 'Ticket' }), 'invalidParams', /^Invalid field 'entry': .*Account/],
      [entry({ LedgerEntryType: 'Ticket', Account: 'x' }), 'invalidParams', /entry\.Account/],
      [{ remove: true, index, override: 'all' }, 'invalidParams', /^Invalid field 'override', not array\.$/],
      [{ remove: true, index, override: [1] }, 'invalidParams', /^Invalid field 'override\[0\]', not string/],
    ];
    for (const [params, error, message] of rows) {
      const answer = await call('weir_set_entry', params);
      assert.equal(answer.error, error, JSON.stringify(params));
      assert.match(answer.error_message, message);
    }
    const { state } = await call('ledger_data', { type: 'fee', ledger_index: 'validated' });
    const { error_what } = await call('weir_set_entry', { index: state[0].index, remove: true });
    assert.equal(error_what, 'The ledger keeps its FeeSettings itself.');
  });
});
