import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XRP_CURRENCY } from '../values.ts';
import { bookEndIndex, bookRange, lineKeylet, qualityKeylet, qualityOfIndex } from './keylets.ts';

test('the pages of a book carry their quality and end where the next book could begin', () => {
  const takerPays = { currency: '0000000000000000000000005553440000000000', issuer: '2'.repeat(40) };
  const { base, end } = bookRange({ takerPays, takerGets: { currency: XRP_CURRENCY } });
  assert.equal(qualityOfIndex(base), 0n);
  const page = qualityKeylet(base, 0x5c038d7ea4c68000n);
  assert.equal(qualityOfIndex(page.key), 0x5c038d7ea4c68000n);
  assert.ok(page.key > base && page.key < end);
  assert.equal(bookEndIndex(`${'0'.repeat(47)}F${'0'.repeat(16)}`), `${'0'.repeat(46)}10${'0'.repeat(16)}`);
});

test('a line has one key in both directions, and another for each currency and account', () => {
  const [low, high, other] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string];
  const [usd, eur] = ['A', 'B'].map((digit) => digit.repeat(40)) as [string, string];
  const { key } = lineKeylet(low, high, usd);
  assert.equal(lineKeylet(high, low, usd).key, key);
  assert.equal(new Set([key, lineKeylet(low, high, eur).key, lineKeylet(low, other, usd).key]).size, 3);
});
