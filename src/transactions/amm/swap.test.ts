import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amountText } from '../../../test/support/book-ledger.ts';
import { tokens } from '../../../test/support/token-ledger.ts';
import { qualityOf } from '../../protocol/amounts/quality.ts';
import type { TradedAmount } from '../../protocol/values.ts';
import { type Swap, swapIn, swapOut, swapToQuality } from './swap.ts';

const ISSUER = 'A'.repeat(40);
const t = (text: string) => tokens(text, ISSUER);
/** Ten thousand drops for a token. */
const POOL: Swap = { in: 10_000_000n, out: t('1000') };
const REVERSE: Swap = { in: t('1000'), out: 10_000_000n };
const text = (amount: TradedAmount) => amountText(amount);

describe('A swap', () => {
  test('of all, or more, takes as much as can be expressed', () => {
    assert.equal(text(swapOut(REVERSE, 10_000_000n, 0)).length, 96);
    assert.equal(swapOut(POOL, t('1000'), 0), 100_000_000_000_000_000n);
  });

  test('of less than nothing gives nothing', () => {
    assert.equal(text(swapIn(POOL, -10_000_000n, 0)), '0');
    assert.equal(text(swapIn(POOL, -10n, 0)), '0');
    assert.equal(text(swapOut(POOL, t('-3'), 0)), '0');
  });
});

describe('The offer that brings a pool to a quality', () => {
  test('is not there if the pool is worse, or for no quality', () => {
    assert.equal(swapToQuality(POOL, qualityOf({ in: 9_000n, out: t('1') }), 0), undefined);
    assert.equal(swapToQuality(REVERSE, qualityOf({ in: t('90'), out: 1_000_000n }), 0), undefined);
    assert.equal(swapToQuality(POOL, 0n, 0), undefined);
  });
});
