import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, DROPS, eur, marketEnv, offer, usd } from '../../test/support/market.ts';
import { ZERO_HASH } from '../protocol/values.ts';
import { decodeEntry, indexRowsOf } from './derived-rows.ts';

describe('the rows of indexes of the newest state', () => {
  test('are those that closes keep', async () => {
    const env = await marketEnv();
    const cancelled = offer(env, ALICE, usd('2'), 5n * DROPS);
    offer(env, ALICE, usd('1'), 5n * DROPS);
    offer(env, ALICE, eur('1'), usd('3'));
    await env.close();
    env.submit(ALICE, { TransactionType: 'OfferCancel', OfferSequence: cancelled }, 'tesSUCCESS');
    offer(env, BOB, usd('1'), eur('1'));
    await env.close();
    const { store, validated } = env.node;
    const rows = new Map<string, string[]>();
    for (let key = store.nextEntryKey(ZERO_HASH, validated.ledgerIndex); key !== undefined; ) {
      const bytes = store.entry(key, validated.ledgerIndex)!;
      for (const row of indexRowsOf(decodeEntry({ key, bytes })))
        rows.set(row.index, [...(rows.get(row.index) ?? []), row.key]);
      key = store.nextEntryKey(key, validated.ledgerIndex);
    }
    assert.deepEqual([...rows.keys()].sort(), ['order_books', 'trust_lines']);
    for (const [index, keys] of rows) assert.deepEqual([...store.indexKeys(index, '')], keys.sort(), index);
    await env.stop();
  });
});
