import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ledgerOf } from '../../../test/contracts/store/contract-ledgers.ts';
import { ALICE, DROPS, EUR, eur, GATE, marketEnv, offer, usd } from '../../../test/support/market.ts';
import { USD } from '../../../test/support/token-ledger.ts';
import { type Issue, XRP_CURRENCY } from '../../protocol/values.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { hasBookToDrops, orderBooksOf } from './order-books.ts';

const XRP: Issue = { currency: XRP_CURRENCY };
const DOLLARS: Issue = { currency: USD, issuer: GATE.id };
const EUROS: Issue = { currency: EUR, issuer: GATE.id };

describe('the order books that paths lead through', () => {
  test('are those of the validated ledger and those that the open one adds, each once', async () => {
    const env = await marketEnv();
    offer(env, ALICE, usd('1'), eur('1'));
    await env.close();
    assert.deepEqual(orderBooksOf(env.node, env.node.openLedger.view).takerGets(DOLLARS), [EUROS]);
    offer(env, ALICE, usd('2'), eur('1'));
    offer(env, ALICE, usd('2'), DROPS);
    const books = orderBooksOf(env.node, env.node.openLedger.view);
    assert.deepEqual(books.takerGets(DOLLARS), [EUROS, XRP]);
    assert.deepEqual([hasBookToDrops(books, DOLLARS), hasBookToDrops(books, EUROS)], [true, false]);
    assert.deepEqual(orderBooksOf(env.node, undefined, 'AB'.repeat(32)).takerGets(DOLLARS), [], 'a domain has its own');
    await env.stop();
  });

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
