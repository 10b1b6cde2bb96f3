import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { AccountSetFlags } from '../../../protocol/tables/flags.ts';

const alice = party('alice');

describe('account_info', () => {
  let env: Env;
  let call: Call;
  const account = alice.address;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, alice);
    const fields = {
      TransactionType: 'AccountSet',
      SetFlag: AccountSetFlags.asfRequireAuth,
      EmailHash: 'AB'.repeat(16),
    };
    env.submit(alice, fields, 'tesSUCCESS');
  });
  after(() => env.stop());

  test('shows the open ledger unless another one is named', async () => {
    const open = await call('account_info', { account });
    assert.equal(open.validated, false);
    assert.equal(open.account_flags.requireAuthorization, true);
    assert.equal(open.account_data.urlgravatar, `https://www.gravatar.com/avatar/${'ab'.repeat(16)}`);
    const closed = await call('account_info', { account, ledger_index: 'validated' });
    assert.equal(closed.validated, true);
    assert.equal(closed.account_flags.requireAuthorization, false);
    assert.equal(closed.account_data.Balance, '1000000000');
  });

  test('names the entry as the specification does in version 1', async () => {
    const v1 = (await call('account_info', { account })).account_data;
    assert.equal(v1.LedgerIndex, v1.index);
    const v2 = (await call('account_info', { account }, { apiVersion: 2 })).account_data;
    assert.equal(v2.LedgerIndex, undefined);
  });

  test('adds signer lists and the queue on request', async () => {
    const params = { account, signer_lists: true, queue: true };
    const v1 = await call('account_info', params);
    assert.deepEqual([v1.account_data.signer_lists, v1.queue_data], [[], { txn_count: 0 }]);
    assert.deepEqual((await call('account_info', params, { apiVersion: 2 })).signer_lists, []);
    const closed = await call('account_info', { account, queue: true, ledger_index: 'validated' });
    assert.equal(closed.error, 'invalidParams');
    const strict = await call('account_info', { account, signer_lists: 'x' }, { apiVersion: 2 });
    assert.equal(strict.error, 'invalidParams');
  });

  test('has the reference errors', async () => {
    const rows: [object, string, string?][] = [
      [{}, 'invalidParams', "Missing field 'account'."],
      [{ account: 7 }, 'invalidParams', "Invalid field 'account'."],
      [{ ident: 7 }, 'invalidParams', "Invalid field 'ident'."],
      [{ account: 'r' }, 'actMalformed'],
      [{ account, ledger_index: 'x' }, 'invalidParams'],
      [{ account, ledger_index: 999 }, 'lgrNotFound', 'ledgerNotFound'],
      [{ account: party('nobody').address }, 'actNotFound'],
    ];
    for (const [params, error, message] of rows) {
      const result = await call('account_info', params as never);
      assert.equal(result.error, error, JSON.stringify(params));
      if (message !== undefined) assert.equal(result.error_message, message);
    }
    const missing = await call('account_info', { account: party('nobody').address });
    assert.equal(missing.account, party('nobody').address);
    assert.equal(missing.ledger_current_index, env.node.openLedger.view.ledgerIndex);
  });

  test('answers for every ledger of the past', async () => {
    await env.close();
    const balances = await Promise.all(
      [3, 4].map(async (ledger_index) => (await call('account_info', { account, ledger_index })).account_data?.Balance),
    );
    assert.deepEqual(balances, ['1000000000', '999999990']);
    assert.equal((await call('account_info', { account, ledger_index: 2 })).error, 'actNotFound');
  });
});
