/** `ledger` with `owner_funds`; streams are in test/scenarios/book-streams.test.ts. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Env } from '../../../test/support/env.ts';
import { ALICE, BOB, DROPS, GATE, marketEnv, offer, usd } from '../../../test/support/market.ts';
import { type Answer, type Call, type CallOptions, rpcOf } from '../../../test/support/rpc-call.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import type { JsonObject } from '../../protocol/values.ts';

const LISTED = { transactions: true, expand: true };

describe('a ledger with the funds of owners', () => {
  let env: Env;
  let call: Call;
  /** Alice sells half of what she has to Bob; the gate sells its own tokens. */
  before(async () => {
    env = await marketEnv();
    call = rpcOf(env);
    offer(env, ALICE, 50n * DROPS, usd('50'));
    offer(env, GATE, 60n * DROPS, usd('10'));
    offer(env, BOB, usd('50'), 50n * DROPS);
    await env.close();
  });

  async function transactions(params: JsonObject, options?: CallOptions): Promise<Answer[]> {
    const answer = await call(
      'ledger',
      { ledger_index: 'validated', ...LISTED, owner_funds: true, ...params },
      options,
    );
    return answer.ledger.transactions;
  }

  const byAccount = (found: Answer[]): Record<string, string | undefined> =>
    Object.fromEntries(found.map((one) => [(one.tx_json ?? one).Account, one.owner_funds]));

  test('shows the funds after the whole ledger, and none of issuers', async () => {
    for (const apiVersion of [1, 2] as const) {
      const funds = byAccount(await transactions({}, { apiVersion }));
      assert.deepEqual([funds[ALICE.address], funds[GATE.address]], ['50', undefined]);
      assert.match(funds[BOB.address]!, /^\d{9}$/, 'drops above the reserve');
    }
  });

  test('shows them with binary too, but not with hashes, and only on demand', async () => {
    const bytes = await transactions({ binary: true });
    assert.deepEqual(
      bytes
        .map(({ owner_funds }) => owner_funds)
        .sort()
        .slice(0, 1),
      ['50'],
    );
    assert.equal(typeof (await transactions({ expand: false }))[0], 'string');
    const { ledger } = await call('ledger', { ledger_index: 'validated', ...LISTED });
    assert.ok(ledger.transactions.every((one: JsonObject) => one.owner_funds === undefined));
  });

  test('counts frozen tokens, in the open ledger too', async () => {
    const frozen = { TransactionType: 'TrustSet', Flags: TransactionFlags.TrustSet.tfSetFreeze };
    offer(env, ALICE, 500n * DROPS, usd('50'));
    env.submit(GATE, { ...frozen, LimitAmount: { ...usd('0'), issuer: ALICE.id } }, 'tesSUCCESS');
    const funds = byAccount(await transactions({ ledger_index: 'current' }));
    assert.equal(funds[ALICE.address], '50');
  });
});
