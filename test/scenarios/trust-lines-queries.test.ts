/** `gateway_balances`, `account_currencies` and `noripple_check` on one small market. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AccountSetFlags, TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { JsonObject, StObject } from '../../src/protocol/values.ts';
import { Env, type Party, party } from '../support/env.ts';
import { type Answer, type Call, type CallOptions, rpcOf } from '../support/rpc-call.ts';
import { testCurrency, tokens } from '../support/token-ledger.ts';

const { tfSetNoRipple, tfClearNoRipple, tfSetFreeze } = TransactionFlags.TrustSet;
const [USD, EUR] = ['USD', 'EUR'].map(testCurrency) as [string, string];

describe('queries about trust lines', () => {
  const [issuer, hot, alice, bob, whale, minnow] = ['issuer', 'hot', 'alice', 'bob', 'whale', 'minnow'].map((name) =>
    party(name),
  ) as [Party, Party, Party, Party, Party, Party];
  let env: Env;
  let call: Call;

  const submit = async (who: Party, fields: StObject) => {
    env.submit(who, fields, 'tesSUCCESS');
    await env.close();
  };
  const trust = (who: Party, peer: Party, limit: string, currency = USD, Flags = 0) =>
    submit(who, { TransactionType: 'TrustSet', LimitAmount: tokens(limit, peer.id, currency), Flags });
  const pay = (from: Party, to: Party, value: string, by: Party, currency = USD) =>
    submit(from, { TransactionType: 'Payment', Destination: to.id, Amount: tokens(value, by.id, currency) });

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, issuer, hot, alice, bob, whale, minnow);
    await submit(issuer, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple });
    for (const holder of [hot, alice, bob]) await trust(holder, issuer, '100', USD, tfSetNoRipple);
    await trust(alice, issuer, '100', EUR);
    await pay(issuer, hot, '40', issuer);
    await pay(issuer, alice, '10.5', issuer);
    await pay(issuer, bob, '2', issuer);
    await pay(issuer, alice, '100', issuer, EUR);
    await trust(issuer, bob, '0', USD, tfSetFreeze);
    // The issuer holds tokens of Alice in a third currency.
    await trust(issuer, alice, '7', testCurrency('IOU'));
    await pay(alice, issuer, '3', alice, testCurrency('IOU'));
  });
  after(() => env.stop());

  describe('gateway_balances', () => {
    const ask = (params: JsonObject = {}, options: CallOptions = {}): Promise<Answer> =>
      call('gateway_balances', { account: issuer.address, ledger_index: 'validated', ...params }, options);

    test('sums obligations, and lists frozen balances and assets', async () => {
      const { account, obligations, balances, frozen_balances, assets } = await ask();
      assert.equal(account, issuer.address);
      assert.deepEqual(obligations, { USD: '50.5', EUR: '100' });
      assert.equal(balances, undefined);
      assert.deepEqual(frozen_balances, { [bob.address]: [{ currency: 'USD', value: '2' }] });
      assert.deepEqual(assets, { [alice.address]: [{ currency: 'IOU', value: '3' }] });
    });

    test('lists the balances of hot wallets separately', async () => {
      for (const hotwallet of [hot.address, [hot.address], [hot.address, whale.address]]) {
        const { obligations, balances } = await ask({ hotwallet });
        assert.deepEqual(obligations, { USD: '10.5', EUR: '100' });
        assert.deepEqual(balances, { [hot.address]: [{ currency: 'USD', value: '40' }] });
      }
      const { balances, assets, frozen_balances } = await ask({ hotwallet: [alice.address, bob.address] });
      assert.equal(balances[alice.address].length, 3);
      assert.deepEqual([assets, frozen_balances], [undefined, undefined]);
    });

    test('omits empty members', async () => {
      const { obligations, balances, assets, account } = await ask({ account: whale.address });
      assert.deepEqual([account, obligations, balances, assets], [whale.address, undefined, undefined, undefined]);
    });

    test('leaves out lines without a balance', async () => {
      await trust(minnow, whale, '100');
      const { obligations, balances, assets } = await ask({ account: whale.address });
      assert.deepEqual([obligations, balances, assets], [undefined, undefined, undefined]);
      assert.equal((await ask({ account: whale.address, hotwallet: minnow.address })).balances, undefined);
      await trust(minnow, whale, '0');
    });

    test('caps a sum at the largest amount', async () => {
      const most = { mantissa: 9_000_000_000_000_000n, exponent: 80, currency: USD, issuer: bob.id };
      for (const holder of [whale, minnow]) {
        await submit(holder, { TransactionType: 'TrustSet', LimitAmount: most });
        await submit(bob, { TransactionType: 'Payment', Destination: holder.id, Amount: most });
      }
      const { obligations } = await ask({ account: bob.address });
      assert.deepEqual(obligations, { USD: '9999999999999999e80' });
    });
  });

  describe('account_currencies', () => {
    const ask = (who: Party): Promise<Answer> =>
      call('account_currencies', { account: who.address, ledger_index: 'validated' });

    test('lists currencies that can still be received and sent', async () => {
      const { send_currencies, receive_currencies } = await ask(alice);
      // The line in euros is at its limit. Alice's own euros can be returned, and she can issue more.
      assert.deepEqual(receive_currencies, ['IOU', 'USD']);
      assert.deepEqual(send_currencies, ['EUR', 'IOU', 'USD']);
    });
  });

  describe('noripple_check', () => {
    const ask = (params: JsonObject, options: CallOptions = {}): Promise<Answer> =>
      call('noripple_check', { ledger_index: 'validated', transactions: true, ...params }, options);

    test('reports no problem for a holder without rippling', async () => {
      const { problems, transactions } = await ask({ account: hot.address, role: 'user' });
      assert.deepEqual([problems, transactions], [[], []]);
    });

    test('reports lines of a user that can ripple, with transactions that fix them', async () => {
      const { problems, transactions } = await ask({ account: alice.address, role: 'user' });
      assert.deepEqual(problems.toSorted(), [
        `You should probably set the no ripple flag on your EUR line to ${issuer.address}`,
      ]);
      const [fix] = transactions;
      assert.deepEqual([fix.TransactionType, fix.Flags, fix.Fee], ['TrustSet', tfSetNoRipple, 10]);
      assert.deepEqual(fix.LimitAmount, { currency: 'EUR', issuer: issuer.address, value: '100' });
      assert.equal(fix.Sequence, env.account(alice)!.Sequence);
    });

    test('reports lines of a gateway that cannot ripple, with numbered transactions', async () => {
      const { problems, transactions } = await ask({ account: hot.address, role: 'gateway' });
      assert.deepEqual(problems, [
        'You should immediately set your default ripple flag',
        `You should clear the no ripple flag on your USD line to ${issuer.address}`,
      ]);
      const { Sequence } = env.account(hot)!;
      assert.deepEqual(
        transactions.map((fix: Answer) => [fix.TransactionType, fix.SetFlag ?? fix.Flags, fix.Sequence]),
        [
          ['AccountSet', AccountSetFlags.asfDefaultRipple, Sequence],
          ['TrustSet', tfClearNoRipple, Sequence + 1],
        ],
      );
    });

    test('warns a user with the default ripple flag, and stops at limit', async () => {
      const { problems, transactions } = await call('noripple_check', {
        account: issuer.address,
        role: 'user',
        limit: 2,
      });
      assert.match(problems[0], /^You appear to have set your default ripple flag/);
      assert.equal(problems.length, 3);
      assert.equal(transactions, undefined);
    });

    const faults: [JsonObject, CallOptions, string][] = [
      [{ role: 'user' }, {}, "Missing field 'account'."],
      [{ account: hot.address }, {}, "Missing field 'role'."],
      [{ account: hot.address, role: 'king' }, {}, "Invalid field 'role'."],
      [{ account: 5, role: 'user' }, {}, "Invalid field 'account'."],
      [{ account: 'x', role: 'user' }, {}, 'Account malformed.'],
      [{ account: party('nobody').address, role: 'user' }, {}, 'Account not found.'],
      [{ account: hot.address, role: 'user', limit: 0 }, {}, "Invalid field 'limit'."],
      [{ account: hot.address, role: 'user', transactions: 'yes' }, { apiVersion: 2 }, "Invalid field 'transactions'."],
    ];
    for (const [params, options, message] of faults) {
      test(`refuses ${JSON.stringify(params)}`, async () => {
        assert.equal((await ask(params, options)).error_message, message);
      });
    }
  });
});
