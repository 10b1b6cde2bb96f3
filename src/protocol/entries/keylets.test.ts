import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XRP_CURRENCY } from '../values.ts';
import { bookBaseKeylet, bookEndIndex, qualityKeylet, qualityOfIndex } from './keylets.ts';

test('the pages of a book carry their quality and end where the next book could begin', () => {
  const takerPays = { currency: '0000000000000000000000005553440000000000', issuer: '2'.repeat(40) };
  const book = bookBaseKeylet({ takerPays, takerGets: { currency: XRP_CURRENCY } });
  assert.equal(qualityOfIndex(book.key), 0n);
  const page = qualityKeylet(book.key, 0x5c038d7ea4c68000n);
  assert.equal(qualityOfIndex(page.key), 0x5c038d7ea4c68000n);
  assert.ok(page.key > book.key && page.key < bookEndIndex(book.key));
  assert.equal(bookEndIndex(`${'0'.repeat(47)}F${'0'.repeat(16)}`), `${'0'.repeat(46)}10${'0'.repeat(16)}`);
});
