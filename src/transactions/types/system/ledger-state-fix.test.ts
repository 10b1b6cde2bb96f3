import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { NFTokenPage } from '../../../protocol/entries/entries.ts';
import { lastNftPageKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import type { StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');
const OWNER = testAccount('Owner');
const LAST = lastNftPageKeylet(OWNER).key;
/** The quality in it is 5. */
const BOOK_PAGE = 'AB'.repeat(24) + '5'.padStart(16, '0');

function fix(ledger: TestLedger, fields: StObject): string {
  return ledger.apply({ TransactionType: 'LedgerStateFix', Account: ALICE, ...fields }).result;
}

/** A page by the number at the end of its key, or the last one. */
function page(number: number | 'last', fields: Partial<NFTokenPage> = {}): NFTokenPage {
  const key = number === 'last' ? LAST : keyOf(number);
  return { ...newEntry({ type: 'NFTokenPage', key }), ...fields };
}

function keyOf(number: number): string {
  return OWNER + String(number).padEnd(24, '0');
}

function ledgerWith(...pages: NFTokenPage[]): TestLedger {
  const ledger = new TestLedger();
  ledger.fund(ALICE);
  ledger.fund(OWNER);
  for (const entry of pages) ledger.put(entry);
  return ledger;
}

describe('mending a book', () => {
  const mend = (ledger: TestLedger) => fix(ledger, { LedgerFixType: 2, BookDirectory: BOOK_PAGE });

  function bookLedger(ExchangeRate?: bigint): TestLedger {
    const ledger = ledgerWith();
    const entry = newEntry({ type: 'DirectoryNode', key: BOOK_PAGE });
    ledger.put(ExchangeRate === undefined ? entry : { ...entry, ExchangeRate });
    return ledger;
  }

  test('writes the quality of its key', () => {
    const ledger = bookLedger(4n);
    assert.equal(mend(ledger), 'tesSUCCESS');
    assert.equal(ledger.read({ type: 'DirectoryNode', key: BOOK_PAGE })?.ExchangeRate, 5n);
    assert.equal(mend(ledger), 'tecNO_PERMISSION');
  });
});

describe('mending the pages of tokens', () => {
  const mend = (ledger: TestLedger) => fix(ledger, { LedgerFixType: 1, Owner: OWNER });

  function links(ledger: TestLedger, number: number | 'last'): unknown[] {
    const found = ledger.read({ type: 'NFTokenPage', key: page(number).index });
    return [found?.PreviousPageMin, found?.NextPageMin];
  }

  const one = page(1, { NextPageMin: keyOf(2) });
  const two = page(2, { PreviousPageMin: keyOf(1), NextPageMin: LAST });
  const last = page('last', { PreviousPageMin: keyOf(2) });

  test('takes links off an only page', () => {
    const ledger = ledgerWith(page('last', { PreviousPageMin: keyOf(1), NextPageMin: keyOf(2) }));
    assert.equal(mend(ledger), 'tesSUCCESS');
    assert.deepEqual(links(ledger, 'last'), [undefined, undefined]);
  });

  for (const [name, pages] of Object.entries({
    'a link before the first': [page(1, { PreviousPageMin: keyOf(9), NextPageMin: keyOf(2) }), two, last],
    'a link that is missing forward': [page(1), two, last],
    'a link that is wrong forward': [page(1, { NextPageMin: LAST }), two, last],
    'a link that is missing backward': [one, page(2, { NextPageMin: LAST }), last],
    'a link that is wrong backward': [one, two, page('last', { PreviousPageMin: keyOf(1) })],
    'a link after the last': [one, two, page('last', { PreviousPageMin: keyOf(2), NextPageMin: keyOf(1) })],
  })) {
    test(`mends ${name}`, () => {
      const ledger = ledgerWith(...pages);
      assert.equal(mend(ledger), 'tesSUCCESS');
      assert.deepEqual(links(ledger, 1), [undefined, keyOf(2)]);
      assert.deepEqual(links(ledger, 2), [keyOf(1), LAST]);
      assert.deepEqual(links(ledger, 'last'), [keyOf(2), undefined]);
    });
  }

  test('moves the last page where it belongs', () => {
    const NFTokens = [{ NFToken: { NFTokenID: 'AB'.repeat(32) } }];
    const ledger = ledgerWith(one, page(2, { PreviousPageMin: keyOf(1), NFTokens }));
    assert.equal(mend(ledger), 'tesSUCCESS');
    assert.equal(ledger.readAny(keyOf(2)), undefined);
    assert.deepEqual(links(ledger, 1), [undefined, LAST]);
    assert.deepEqual(links(ledger, 'last'), [keyOf(1), undefined]);
    assert.deepEqual(ledger.read({ type: 'NFTokenPage', key: LAST })?.NFTokens, NFTokens);
  });

  test('moves an only page where it belongs', () => {
    const ledger = ledgerWith(page(1));
    assert.equal(mend(ledger), 'tesSUCCESS');
    assert.equal(ledger.readAny(keyOf(1)), undefined);
    assert.deepEqual(links(ledger, 'last'), [undefined, undefined]);
  });
});
