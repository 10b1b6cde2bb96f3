import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amountText } from '../../../test/support/book-ledger.ts';
import { tokens } from '../../../test/support/token-ledger.ts';
import { numOf } from '../../protocol/amounts/number.ts';
import { compareQuality, qualityOf } from '../../protocol/amounts/quality.ts';
import type { TradedAmount } from '../../protocol/values.ts';
import { exceeds, keepsProduct, type Swap, swapIn, swapOut, swapToQuality } from './swap.ts';

const ISSUER = 'A'.repeat(40);
const t = (text: string) => tokens(text, ISSUER);
/** Ten thousand drops for a token. */
const POOL: Swap = { in: 10_000_000n, out: t('1000') };
const REVERSE: Swap = { in: t('1000'), out: 10_000_000n };
const TOKENS: Swap = { in: t('1000'), out: t('500') };
const text = (amount: TradedAmount) => amountText(amount);

describe('A swap', () => {
  test('gives less, and takes more, than the product would allow exactly', () => {
    assert.equal(text(swapIn(REVERSE, t('3'), 0)), '29910');
    assert.equal(text(swapOut(POOL, t('3'), 0)), '30091');
    assert.equal(text(swapIn(TOKENS, t('1000'), 0)), '250');
    assert.equal(text(swapOut(TOKENS, t('250'), 0)), '1000');
  });

  test('leaves the fee in the pool', () => {
    assert.equal(text(swapIn(TOKENS, t('1000'), 1000)), '248.7437185929648');
    assert.equal(text(swapOut(TOKENS, t('250'), 1000)), '1010.101010101011');
  });

  test('of all, or more, takes as much as can be expressed', () => {
    assert.equal(text(swapOut(REVERSE, 10_000_000n, 0)).length, 96);
    assert.equal(swapOut(POOL, t('1000'), 0), 100_000_000_000_000_000n);
  });

  test('of less than nothing gives nothing', () => {
    assert.equal(text(swapIn(POOL, -10_000_000n, 0)), '0');
    assert.equal(text(swapIn(POOL, -10n, 0)), '0');
    assert.equal(text(swapOut(POOL, t('-3'), 0)), '0');
  });

  test('keeps the product of the pool', () => {
    const tolerance = numOf(1n, -7);
    assert.equal(keepsProduct(POOL, { in: 30_091n, out: t('3') }, tolerance), true);
    assert.equal(keepsProduct(POOL, { in: 30_090n, out: t('3') }, tolerance), true, 'by what rounding takes');
    assert.equal(keepsProduct(POOL, { in: 30_000n, out: t('3') }, tolerance), false);
  });

  test('does not exceed another', () => {
    const offer = { in: 10n, out: t('1') };
    assert.equal(exceeds(offer, offer), false);
    assert.equal(exceeds({ ...offer, in: 11n }, offer), true);
    assert.equal(exceeds({ ...offer, out: t('1.1') }, offer), true);
  });
});

describe('The offer that brings a pool to a quality', () => {
  for (const [name, pool, quality] of [
    ['drops for tokens', POOL, qualityOf({ in: 12_100n, out: t('1') })],
    ['tokens for drops', REVERSE, qualityOf({ in: t('121'), out: 1_000_000n })],
    ['tokens for tokens', TOKENS, qualityOf({ in: t('2.42'), out: t('1') })],
  ] as const) {
    test(`is no worse than that, with ${name}, whatever the fee`, () => {
      for (const fee of [0, 10, 500, 1000]) {
        const offer = swapToQuality(pool, quality, fee);
        assert.ok(offer !== undefined);
        assert.ok(compareQuality(qualityOf(offer), quality) >= 0, `${fee}`);
      }
    });
  }

  test('is the largest that leaves the pool as good', () => {
    const offer = swapToQuality(TOKENS, qualityOf({ in: t('2.42'), out: t('1') }), 0)!;
    assert.equal(Math.round(Number(text(offer.in))), 100);
  });

  test('is not there if the pool is worse, or for no quality', () => {
    assert.equal(swapToQuality(POOL, qualityOf({ in: 9_000n, out: t('1') }), 0), undefined);
    assert.equal(swapToQuality(REVERSE, qualityOf({ in: t('90'), out: 1_000_000n }), 0), undefined);
    assert.equal(swapToQuality(POOL, 0n, 0), undefined);
  });

  test('is smaller where drops are too coarse for its quality', () => {
    const small: Swap = { in: 1_000n, out: t('10') };
    const quality = qualityOf({ in: 103n, out: t('1') });
    const offer = swapToQuality(small, quality, 0);
    assert.ok(offer === undefined || compareQuality(qualityOf(offer), quality) >= 0);
  });
});
