import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BookLedger, XRP } from '../../../../test/support/book-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { testCurrency, tokens, USD } from '../../../../test/support/token-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject, TradedAmount } from '../../../protocol/values.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const CAROL = testAccount('C');
const ISSUER = testAccount('I');
const EUR = testCurrency('EUR');
const DOLLARS = { currency: USD, issuer: ISSUER };
const EUROS = { currency: EUR, issuer: ISSUER };
const Tf = TransactionFlags.OfferCreate;
const { AccountRoot: Bits } = EntryFlags;

const usd = (text: string) => tokens(text, ISSUER);
const eur = (text: string) => tokens(text, ISSUER, EUR);

/** Alice, Bob and Carol hold 100 dollars and 100 euros each; they trust for 200. */
function ledger(issuerFields: StObject = {}): BookLedger {
  const at = new BookLedger();
  at.fund(ISSUER, { Flags: Bits.lsfDefaultRipple });
  for (const account of [ALICE, BOB, CAROL]) {
    at.fund(account);
    for (const currency of [USD, EUR]) {
      at.apply({ TransactionType: 'TrustSet', Account: account, LimitAmount: tokens('200', ISSUER, currency) });
      at.apply({
        TransactionType: 'Payment',
        Account: ISSUER,
        Destination: account,
        Amount: tokens('100', ISSUER, currency),
      });
    }
  }
  at.view.rawReplace({ ...at.account(ISSUER), ...issuerFields });
  return at;
}

/** The sender's result and what it holds of dollars and euros afterwards. */
function after(at: BookLedger, account: string, pays: TradedAmount, gets: TradedAmount, fields: StObject = {}): string {
  const { result } = at.offer(account, pays, gets, fields);
  return `${result} ${at.held(account, ISSUER)} ${at.held(account, ISSUER, EUR)}`;
}

describe('An offer', () => {
  test('that takes something may lack the reserve for its rest', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'));
    at.view.rawReplace({ ...at.account(ALICE), Balance: 1_400_100n });
    assert.equal(after(at, ALICE, eur('10'), usd('20')), 'tesSUCCESS 90 105');
    assert.deepEqual(at.book(EUROS, DOLLARS), []);
  });
});

describe('Crossing removes', () => {
  test('an own offer behind one that it took, and looks for the next best way then', () => {
    const at = ledger();
    for (const maker of [BOB, ALICE]) at.offer(maker, usd('10'), eur('5'));
    at.offer(CAROL, usd('12'), eur('5'));
    at.offer(BOB, usd('11'), 1_000_000n);
    at.offer(BOB, 1_000_000n, eur('5'));
    assert.equal(after(at, ALICE, eur('10'), usd('24')), 'tesSUCCESS 79 110');
    assert.deepEqual(at.book(DOLLARS, EUROS), ['12 for 5']);
  });

  test('no more than a thousand offers at a time', () => {
    const at = ledger();
    at.view.rawReplace({ ...at.account(BOB), Balance: 10_000_000_000n });
    for (let n = 0; n < 1001; n++) at.offer(BOB, eur('0.001'), 1n);
    assert.equal(after(at, ALICE, 1001n, eur('2'), { Flags: Tf.tfSell }), 'tesSUCCESS 100 99');
    assert.deepEqual(at.book(EUROS, XRP), ['0.001 for 1']);
  });
});
