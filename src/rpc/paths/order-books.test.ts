import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ledgerOf } from '../../../test/contracts/store/contract-ledgers.ts';
import { USD } from '../../../test/support/token-ledger.ts';
import { type Issue, XRP_CURRENCY } from '../../protocol/values.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { orderBooksOf } from './order-books.ts';

const XRP: Issue = { currency: XRP_CURRENCY };

describe('the order books that paths lead through', () => {
  test('are 1,000 of one asset at most, and are looked up once', async () => {
    const store = new MemoryStore();
    const token = (number: number) => `01${USD}${number.toString(16).toUpperCase().padStart(40, '0')}`;
    const rows = Array.from({ length: 1_100 }, (_, at) => `0000${token(at)}${'A'.repeat(64)}`);
    const indexChanges = rows.map((key) => ({ index: 'order_books', key, isPresent: true }));
    await store.append(ledgerOf(1, { indexChanges }));
    const openView = { changedEntries: new Map() };
    const books = orderBooksOf({ store } as never, openView as never);
    const found = books.takerGets(XRP);
    assert.equal(found.length, 1_000);
    assert.equal(books.takerGets(XRP), found);
  });
});
