import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ammLedger, DOLLARS, ISSUER, PROVIDER, TRADER, usd } from '../../../test/support/amm-ledger.ts';
import { XRP } from '../../../test/support/book-ledger.ts';
import { AmmContext, MAX_AMM_ITERATIONS } from './amm-context.ts';
import { AmmLiquidity } from './amm-liquidity.ts';

describe('A market maker beside an order book', () => {
  test('gives what is better than the book for drops too', () => {
    const at = ammLedger();
    at.offer(PROVIDER, usd('121'), 1_000_000n);
    at.pay(TRADER, PROVIDER, '0', ISSUER, { Amount: 1_200_000n, SendMax: usd('500') });
    const [drops, dollars] = at.pool().split(' ').map(Number);
    assert.ok(Math.abs(drops! / dollars! - 1_000_000 / 121) < 1, at.pool());
    assert.equal(at.book(DOLLARS, XRP).length, 1);
  });
});

test('A market maker is traded with in so many turns only', () => {
  const at = ammLedger();
  const context = new AmmContext(TRADER);
  context.isMultiPath = true;
  const liquidity = AmmLiquidity.find(at.view, context, { in: XRP, out: DOLLARS })!;
  const sizes: string[] = [];
  for (let turn = 0; turn < MAX_AMM_ITERATIONS; turn++) {
    context.clearAmmUsed();
    const offer = liquidity.offer(at.view, undefined);
    if (turn < 4) sizes.push(String(offer?.amounts.in));
    context.setAmmUsed();
    context.finishIteration();
  }
  assert.equal(liquidity.offer(at.view, undefined), undefined);
  // Outputs in a Fibonacci sequence that starts with 1/4000 of the pool.
  assert.deepEqual(sizes, ['2500', '2501', '5002', '7504']);
});
