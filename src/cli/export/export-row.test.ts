import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Party } from '../../../test/support/env.ts';
import { ALICE, BOB, DROPS, eur, GATE, marketEnv, offer, usd } from '../../../test/support/market.ts';
import { rpcOf } from '../../../test/support/rpc-call.ts';
import { nftOfferKeylet } from '../../protocol/entries/keylets.ts';
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

test('The row of a token’s sale is in for whose offer was accepted', async () => {
  const env = await marketEnv();
  const call = rpcOf(env);
  env.submit(ALICE, { TransactionType: 'NFTokenMint', NFTokenTaxon: 0, Flags: 8 }, 'tesSUCCESS');
  await env.close();
  const { account_nfts: tokens } = await call('account_nfts', { account: ALICE.address });
  const NFTokenID = tokens[0].NFTokenID;
  const sequence = env.account(BOB)!.Sequence;
  const bid = { TransactionType: 'NFTokenCreateOffer', NFTokenID, Amount: 5n * DROPS, Owner: ALICE.id };
  env.submit(BOB, bid, 'tesSUCCESS');
  await env.close();
  const NFTokenBuyOffer = nftOfferKeylet(BOB.id, sequence).key;
  env.submit(ALICE, { TransactionType: 'NFTokenAcceptOffer', NFTokenBuyOffer }, 'tesSUCCESS');
  await env.close();
  const rowOf = async ({ address: account }: Party) => {
    const { transactions } = await call('account_tx', { account, limit: 1 }, { apiVersion: 2 });
    const { direction, counterparty, amount, currency } = exportRow(transactions[0], account);
    return [direction, counterparty, amount, currency];
  };
  assert.deepEqual(await rowOf(BOB), ['in', ALICE.address, '5', 'XRP']);
  assert.deepEqual(await rowOf(ALICE), ['out', BOB.address, '5', 'XRP']);
});
