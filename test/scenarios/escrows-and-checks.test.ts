/** Escrows and checks in queries and in the history. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkKeylet, escrowKeylet } from '../../src/protocol/entries/keylets.ts';
import { AccountSetFlags } from '../../src/protocol/tables/flags.ts';
import type { JsonObject, StObject } from '../../src/protocol/values.ts';
import { Env, type Party, party } from '../support/env.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';
import { tokens } from '../support/token-ledger.ts';

describe('queries about escrows and checks', () => {
  const [issuer, alice, bob, carol] = ['issuer', 'alice', 'bob', 'carol'].map((name) => party(name)) as [
    Party,
    Party,
    Party,
    Party,
  ];
  let env: Env;
  let call: Call;
  let finishAfter: number;
  /** The sequence numbers of Alice's escrow of drops, that of tokens, and her check. */
  let drops: number;
  let usd: number;
  let check: string;

  const submit = async (who: Party, fields: StObject): Promise<string> => {
    const { id } = env.sign(who, fields);
    env.submit(who, fields, 'tesSUCCESS');
    await env.close();
    return id;
  };
  const nextSequence = (who: Party): number => env.account(who)!.Sequence;
  const objectsOf = async (who: Party, params: JsonObject): Promise<string[]> => {
    const { account_objects: objects } = await call('account_objects', { account: who.address, ...params });
    return objects.map((object: Answer) => object.index).sort();
  };

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, issuer, alice, bob, carol);
    for (const SetFlag of [AccountSetFlags.asfDefaultRipple, AccountSetFlags.asfAllowTrustLineLocking]) {
      await submit(issuer, { TransactionType: 'AccountSet', SetFlag });
    }
    await submit(alice, { TransactionType: 'TrustSet', LimitAmount: tokens('100', issuer.id) });
    await submit(issuer, { TransactionType: 'Payment', Destination: alice.id, Amount: tokens('100', issuer.id) });
    finishAfter = env.nowSeconds + 1000;
    const create = { TransactionType: 'EscrowCreate', Destination: bob.id, FinishAfter: finishAfter };
    drops = nextSequence(alice);
    await submit(alice, { ...create, Amount: 7_000_000n });
    usd = nextSequence(alice);
    await submit(alice, { ...create, Amount: tokens('40', issuer.id) });
    check = checkKeylet(alice.id, nextSequence(alice)).key;
    await submit(alice, { TransactionType: 'CheckCreate', Destination: bob.id, SendMax: tokens('20', issuer.id) });
  });
  after(() => env.stop());

  test('gateway_balances sums locked amounts by currency', async () => {
    const ask = (who: Party) => call('gateway_balances', { account: who.address });
    assert.deepEqual((await ask(issuer)).locked, { USD: '40' });
    assert.deepEqual((await ask(issuer)).obligations, { USD: '60' });
    assert.deepEqual((await ask(alice)).locked, { XRP: '7000000', USD: '40' });
    assert.equal((await ask(carol)).locked, undefined);
  });

  test('account_objects lists them for both accounts, by type, and as deletion blockers', async () => {
    const escrows = [escrowKeylet(alice.id, drops).key, escrowKeylet(alice.id, usd).key].sort();
    for (const end of [alice, bob]) {
      assert.deepEqual(await objectsOf(end, { type: 'escrow' }), escrows);
      assert.deepEqual(await objectsOf(end, { type: 'check' }), [check]);
      assert.deepEqual(await objectsOf(end, { deletion_blockers_only: true, type: 'check' }), [check]);
    }
    assert.deepEqual(await objectsOf(issuer, { type: 'escrow' }), [escrowKeylet(alice.id, usd).key]);
    assert.deepEqual(await objectsOf(carol, {}), []);
  });

  describe('in the history', () => {
    let cash: string;
    let finish: string;

    before(async () => {
      const Amount = tokens('5', issuer.id);
      cash = await submit(bob, { TransactionType: 'CheckCash', CheckID: check, Amount });
      await env.close(finishAfter + 20);
      await env.close(finishAfter + 40);
      finish = await submit(carol, { TransactionType: 'EscrowFinish', Owner: alice.id, OfferSequence: drops });
    });

    /** The transactions of the two that the account's history gives for these questions. */
    const found = async (who: Party, params: JsonObject): Promise<string[]> => {
      const { transactions } = await call('account_tx', { account: who.address, ledger_index_min: -1, ...params });
      const ids = transactions.map((row: Answer) => row.tx.hash);
      return [cash, finish].filter((id) => ids.includes(id));
    };

    test('a cashed check has delivered_amount', async () => {
      const { meta } = await call('tx', { transaction: cash });
      assert.deepEqual(meta.delivered_amount, { currency: 'USD', issuer: issuer.address, value: '5' });
      const { transactions } = await call('account_tx', {
        account: bob.address,
        ledger_index_min: -1,
        tx_type: 'CheckCash',
      });
      assert.deepEqual(transactions[0].meta.delivered_amount, meta.delivered_amount);
      assert.equal((await call('tx', { transaction: finish })).meta.delivered_amount, undefined);
    });

    test('direction and counterparty refer to the other account', async () => {
      assert.deepEqual(await found(bob, {}), [cash, finish]);
      assert.deepEqual(await found(bob, { direction: 'out', counterparty: alice.address }), [cash]);
      assert.deepEqual(await found(alice, { direction: 'in' }), [cash, finish]);
      assert.deepEqual(await found(alice, { counterparty: bob.address }), [cash]);
      assert.deepEqual(await found(carol, { direction: 'out', counterparty: alice.address }), [finish]);
      assert.deepEqual(await found(carol, { counterparty: bob.address }), []);
    });
  });
});
