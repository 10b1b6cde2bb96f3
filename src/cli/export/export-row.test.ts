import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Party } from '../../../test/support/env.ts';
import { ALICE, BOB, DROPS, eur, GATE, marketEnv, offer, usd } from '../../../test/support/market.ts';
import { rpcOf } from '../../../test/support/rpc-call.ts';
import { exportRow } from './export-row.ts';

describe('the row of a trade', () => {
  test('is out for who took an offer, in for whose offer it was, and neither for the issuer', async () => {
    const env = await marketEnv();
    offer(env, ALICE, 10n * DROPS, usd('10'));
    offer(env, ALICE, eur('10'), usd('5'));
    await env.close();
    offer(env, BOB, usd('5'), 10n * DROPS);
    await env.close();
    const call = rpcOf(env);
    const rowOf = async ({ address: account }: Party) => {
      const { transactions } = await call('account_tx', { account, limit: 1 }, { apiVersion: 2 });
      return exportRow(transactions[0], account);
    };
    const [taker, owner, issuer] = [await rowOf(BOB), await rowOf(ALICE), await rowOf(GATE)];
    assert.deepEqual(
      [taker, owner, issuer].map(({ direction }) => direction),
      ['out', 'in', ''],
    );
    assert.deepEqual([owner.amount, owner.currency, owner.counterparty], ['5', 'XRP', BOB.address]);
    offer(env, BOB, usd('2'), eur('10'));
    await env.close();
    const tokens = await rowOf(ALICE);
    assert.deepEqual([tokens.direction, tokens.type], ['in', 'OfferCreate'], 'though no XRP moved');
  });
});
