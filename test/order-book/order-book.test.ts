/**
 * Order books against a model (`book-model.ts`): after each transaction of a random history all balances are those of the
 * model, within the rounding of amounts. `WEIR_BOOKS=10000` plays that many histories.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SeededRandom } from '../support/seeded-random.ts';
import { BookHistory, type Pair } from './history.ts';

const HISTORIES = Number(process.env.WEIR_BOOKS ?? 120);
const FIRST_SEED = Number(process.env.WEIR_BOOKS_SEED ?? 1);
const PAIRS: readonly Pair[] = ['tokens for tokens', 'drops for tokens'];

describe('A single order book', () => {
  for (const pair of PAIRS) {
    test(`exchanges ${pair} as the model does`, (context) => {
      const totals = { placed: 0, refused: 0, crossed: 0 };
      for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES / PAIRS.length; seed++) {
        const history = new BookHistory(new SeededRandom(seed), pair);
        try {
          history.play();
        } catch (error) {
          throw new Error(`the history of seed ${seed} (WEIR_BOOKS_SEED=${seed} WEIR_BOOKS=2)`, { cause: error });
        }
        for (const name of ['placed', 'refused', 'crossed'] as const) totals[name] += history.figures[name];
      }
      context.diagnostic(JSON.stringify(totals));
      assert.ok(totals.crossed > HISTORIES);
    });
  }
});
