/**
 * Markets against rules of conservation (`market-audit.ts`): no transaction of a random history creates or destroys drops or
 * tokens, and every count and list is right. `WEIR_MARKETS=10000` plays that many histories.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeededRandom } from '../support/seeded-random.ts';
import { MarketHistory, type Tally } from './market-history.ts';

const HISTORIES = Number(process.env.WEIR_MARKETS ?? 12);
const FIRST_SEED = Number(process.env.WEIR_MARKETS_SEED ?? 1);

test('Offers and payments through all books of a market create and lose nothing', (context) => {
  const tally: Tally = new Map();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
    try {
      new MarketHistory(new SeededRandom(seed), tally).play();
    } catch (error) {
      throw new Error(`the history of seed ${seed} (WEIR_MARKETS_SEED=${seed} WEIR_MARKETS=1)`, { cause: error });
    }
  }
  context.diagnostic(JSON.stringify(Object.fromEntries([...tally].sort())));
  for (const kind of ['OfferCreate', 'Payment']) assert.ok((tally.get(`${kind} tesSUCCESS`) ?? 0) > HISTORIES, kind);
});
