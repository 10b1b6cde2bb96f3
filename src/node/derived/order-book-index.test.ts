import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ledgerOf } from '../../../test/contracts/store/contract-ledgers.ts';
import { ALICE, BOB, CAROL, DROPS, EUR, eur, GATE, marketEnv, offer, usd } from '../../../test/support/market.ts';
import { USD } from '../../../test/support/token-ledger.ts';
import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { type Hash256, type Issue, XRP_CURRENCY } from '../../protocol/values.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { finishSteps } from '../../util/steps.ts';
import { stateIndexChanges } from './derive-changes.ts';
import { booksOf, takerGetsFor } from './order-book-index.ts';

const XRP: Issue = { currency: XRP_CURRENCY };
const DOLLARS: Issue = { currency: USD, issuer: GATE.id };
const EUROS: Issue = { currency: EUR, issuer: GATE.id };
const DOMAIN = 'D0'.repeat(32);

describe('the index of order books', () => {
  test('has a book from the ledger with its first offer until the last one is gone', async () => {
    const env = await marketEnv();
    const gets = (pays: Issue) => [...takerGetsFor(env.node.store, pays, undefined)];
    const first = offer(env, ALICE, usd('5'), 10n * DROPS);
    assert.deepEqual(gets(DOLLARS), [], 'the open ledger is not indexed');
    await env.close();
    offer(env, BOB, usd('7'), 10n * DROPS);
    offer(env, CAROL, usd('7'), eur('7'));
    await env.close();
    assert.deepEqual(gets(DOLLARS), [XRP, EUROS], 'each once, for any qualities, and drops first');
    assert.deepEqual(gets(XRP), []);
    assert.deepEqual([...takerGetsFor(env.node.store, DOLLARS, DOMAIN)], []);
    env.submit(ALICE, { TransactionType: 'OfferCancel', OfferSequence: first }, 'tesSUCCESS');
    await env.close();
    assert.deepEqual(gets(DOLLARS), [XRP, EUROS], 'another offer is left');
    offer(env, GATE, 20n * DROPS, usd('14'));
    await env.close();
    assert.deepEqual(gets(DOLLARS), [EUROS], 'that one was taken');
    assert.deepEqual(gets(XRP), [DOLLARS]);
    await env.stop();
  });

  const pageOf = (key: Hash256, more: object): LedgerEntry => ({
    ...newEntry({ type: 'DirectoryNode', key }),
    RootIndex: key,
    Indexes: [],
    ...more,
  });

  test('has domains and assets of each kind, and no further pages or other directories', () => {
    const pays = { TakerPaysCurrency: USD, TakerPaysIssuer: GATE.id };
    const key = 'A'.repeat(64);
    const book = { ...pays, TakerGetsMPT: 'AB'.repeat(24), ExchangeRate: 1n, DomainID: DOMAIN };
    assert.deepEqual(booksOf(pageOf(key, book)), [
      { takerPays: DOLLARS, takerGets: { mptIssuanceId: 'AB'.repeat(24) }, domain: DOMAIN },
    ]);
    assert.deepEqual(booksOf(pageOf(key, { ...book, RootIndex: 'B'.repeat(64) })), []);
    assert.deepEqual(booksOf(pageOf(key, { Owner: ALICE.id })), []);
  });

  test('has a market maker in both directions', async () => {
    const amm = { ...newEntry({ type: 'AMM', key: 'C'.repeat(64) }), Asset: XRP, Asset2: DOLLARS } as LedgerEntry;
    const store = new MemoryStore();
    const changes = (entry: LedgerEntry | null, before: LedgerEntry | undefined) =>
      finishSteps(stateIndexChanges({ readAny: () => before }, new Map([[amm.index, entry]])));
    await store.append(ledgerOf(1, { indexChanges: changes(amm, undefined) }));
    assert.deepEqual([...takerGetsFor(store, XRP, undefined)], [DOLLARS]);
    assert.deepEqual([...takerGetsFor(store, DOLLARS, undefined)], [XRP]);
    await store.append(ledgerOf(2, { indexChanges: changes(null, amm) }));
    assert.deepEqual([...takerGetsFor(store, XRP, undefined)], []);
  });
});
