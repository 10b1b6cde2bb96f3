/** `account_tx` with filters for trades finds them for both maker and taker. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Env, Party } from '../../../test/support/env.ts';
import { ALICE, BOB, CAROL, DROPS, eur, GATE, marketEnv, offer, usd } from '../../../test/support/market.ts';
import { type Call, rpcOf } from '../../../test/support/rpc-call.ts';
import type { JsonObject } from '../../protocol/values.ts';

describe('a history of trades', () => {
  let env: Env;
  let call: Call;
  let first: number;
  /** Bob takes of Alice's and of Carol's offer at once; then Carol pays Bob in euros with drops, through Alice's offer. */
  before(async () => {
    env = await marketEnv();
    call = rpcOf(env);
    first = env.node.openLedger.view.ledgerIndex;
    offer(env, ALICE, 10n * DROPS, usd('10'));
    offer(env, CAROL, 20n * DROPS, usd('10'));
    await env.close();
    offer(env, BOB, usd('15'), 30n * DROPS);
    await env.close();
    offer(env, ALICE, 10n * DROPS, eur('10'));
    await env.close();
    const pay = { TransactionType: 'Payment', Destination: BOB.id, Amount: eur('5'), SendMax: 5n * DROPS };
    env.submit(CAROL, pay, 'tesSUCCESS');
    await env.close();
  });

  async function ask(who: Party, question: JsonObject): Promise<string[]> {
    const range = { ledger_index_min: first, ledger_index_max: -1, forward: true };
    const answer = await call('account_tx', { account: who.address, ...range, ...question });
    const names = new Map([ALICE, BOB, CAROL, GATE].map((party, at) => [party.address, 'ABCG'[at]]));
    return answer.transactions.map(({ tx }: { tx: { Account: string; TransactionType: string } }) =>
      [names.get(tx.Account), tx.TransactionType].join(' '),
    );
  }

  test('finds by counterparty each owner whose offer was taken, and the taker', async () => {
    assert.deepEqual(await ask(ALICE, { counterparty: BOB.address }), ['B OfferCreate']);
    assert.deepEqual(await ask(BOB, { counterparty: ALICE.address }), ['B OfferCreate']);
    assert.deepEqual(await ask(BOB, { counterparty: CAROL.address }), ['B OfferCreate', 'C Payment']);
    assert.deepEqual(await ask(CAROL, { counterparty: ALICE.address }), ['C Payment'], 'through whom it paid');
    assert.deepEqual(await ask(CAROL, { counterparty: GATE.address }), []);
  });

  test('finds by currency what was traded', async () => {
    assert.deepEqual(await ask(ALICE, { currency: 'EUR', direction: 'in' }), ['C Payment']);
    assert.deepEqual(await ask(ALICE, { currency: 'XRP', direction: 'in' }), ['B OfferCreate', 'C Payment']);
    const issuer = { issuer: GATE.address };
    assert.deepEqual(await ask(ALICE, { currency: 'USD', ...issuer, direction: 'in' }), ['B OfferCreate']);
    assert.deepEqual(await ask(ALICE, { currency: 'USD', issuer: BOB.address, direction: 'in' }), []);
  });
});
