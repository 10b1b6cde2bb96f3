import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAccount } from '../../../test/support/test-view.ts';
import { qualityOf } from '../../protocol/amounts/quality.ts';
import { XRP_CURRENCY } from '../../protocol/values.ts';
import { crossingTerms, PAYMENT_TERMS } from './book-terms.ts';

test('A payment counts the fees into the quality that it expects, and crossing does not', () => {
  const quality = qualityOf({ in: 2n, out: 1n });
  const rates = { in: 1_250_000_000, out: 1_000_000_000 };
  assert.equal(PAYMENT_TERMS.qualityWithFees(quality, rates), qualityOf({ in: 5n, out: 2n }));
  const owner = testAccount('A');
  const drops = { currency: XRP_CURRENCY };
  const ends = { source: owner, destination: owner, spend: drops, deliver: drops };
  const terms = crossingTerms({ limit: quality, ends, isDefaultPath: true, previous: undefined });
  assert.equal(terms.qualityWithFees(quality, rates), quality);
});
