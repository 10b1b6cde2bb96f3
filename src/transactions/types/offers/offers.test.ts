/** Offers: what OfferCreate refuses, where it places offers, how it rounds and crosses. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BookLedger, XRP } from '../../../../test/support/book-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { testCurrency, tokens, USD } from '../../../../test/support/token-ledger.ts';
import { MIN_POSITIVE_ISSUED } from '../../../protocol/amounts/issued-amount.ts';
import { offerKeylet, pageKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { type AccountId, BAD_CURRENCY, type StObject, type TradedAmount } from '../../../protocol/values.ts';

const [ALICE, BOB, CAROL, ISSUER] = ['A', 'B', 'C', 'I'].map(testAccount) as [
  AccountId,
  AccountId,
  AccountId,
  AccountId,
];
const ABSENT = testAccount('X');
const EUR = testCurrency('EUR');
const DOLLARS = { currency: USD, issuer: ISSUER };
const EUROS = { currency: EUR, issuer: ISSUER };
const DOMAIN = 'D'.repeat(64);
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
      const LimitAmount = tokens('200', ISSUER, currency);
      at.apply({ TransactionType: 'TrustSet', Account: account, LimitAmount });
      at.pay(ISSUER, account, '0', ISSUER, { Amount: tokens('100', ISSUER, currency) });
    }
  }
  at.view.rawReplace(Object.assign({}, at.account(ISSUER), issuerFields));
  return at;
}

/** Alice offers ten drops for a dollar, unless the fields are others. */
function create(at: BookLedger, fields: StObject = {}, retry = false): Ter {
  return at.offer(ALICE, usd('1'), 10n, fields, { retry }).result;
}

describe('OfferCreate refuses, in this order,', () => {
  const malformed: readonly [string, StObject, Ter][] = [
    ['a hybrid offer without a domain', { Flags: Tf.tfHybrid }, 'temINVALID_FLAG'],
    ['the currency that would read XRP', { TakerPays: tokens('1', ISSUER, BAD_CURRENCY) }, 'temBAD_CURRENCY'],
    ['tokens without an issuer', { TakerPays: tokens('1', '0'.repeat(40)) }, 'temBAD_ISSUER'],
    ['tokens of an account that does not exist', { TakerPays: tokens('1', ABSENT) }, 'tecNO_ISSUER'],
  ];
  for (const [what, fields, result] of malformed) {
    test(what, () => assert.equal(create(ledger(), fields), result));
  }

  test('an account that is not there', () => {
    assert.equal(new BookLedger().offer(ALICE, usd('1'), 10n).result, 'terNO_ACCOUNT');
  });

  test('tokens that it is not authorized for, and tries again while the ledger is open to it', () => {
    const at = ledger({ Flags: Bits.lsfRequireAuth });
    assert.equal(create(at), 'tecNO_AUTH');
    assert.equal(create(at, {}, true), 'terNO_AUTH');
    const yen = { TakerPays: tokens('1', ISSUER, testCurrency('JPY')) };
    assert.equal(create(at, yen), 'tecNO_LINE');
    assert.equal(create(at, yen, true), 'terNO_LINE');
    assert.equal(create(at, { TakerPays: tokens('1', ABSENT) }, true), 'terNO_ACCOUNT');
    at.view.rawReplace({ ...at.line(ALICE, ISSUER)!, Flags: EntryFlags.RippleState.lsfHighAuth });
    assert.equal(create(at), 'tesSUCCESS');
  });
});

describe('OfferCreate places', () => {
  test('nothing in a directory that has no page left', () => {
    const at = ledger();
    create(at);
    const { BookDirectory } = at.read(offerKeylet(ALICE, at.account(ALICE).Sequence - 1))!;
    const last = 2n ** 64n - 1n;
    const root = at.read(pageKeylet(BookDirectory, 0n))!;
    at.view.rawReplace({ ...root, IndexNext: last, IndexPrevious: last });
    const keys = Array.from({ length: 32 }, (_, n) => String(n).padStart(64, '0'));
    at.put({ ...root, index: pageKeylet(BookDirectory, last).key, Indexes: keys });
    assert.equal(create(at), 'tecDIR_FULL');
    at.domain(DOMAIN, ISSUER, ALICE);
    assert.equal(create(at, { DomainID: DOMAIN }), 'tesSUCCESS');
    assert.equal(create(at, { DomainID: DOMAIN, Flags: Tf.tfHybrid }), 'tecDIR_FULL');
  });
});

describe('OfferCreate rounds', () => {
  test('to nothing, and then does nothing', () => {
    const at = ledger({ TickSize: 3 });
    const least = { ...eur('1'), ...MIN_POSITIVE_ISSUED };
    assert.equal(at.offer(ISSUER, 1_234_560n, least).result, 'tesSUCCESS');
    assert.deepEqual(at.book(XRP, EUROS), []);
    assert.equal(at.account(ISSUER).OwnerCount, 0);
  });

  test('to more than an amount can express, which costs nothing', () => {
    const at = ledger({ TickSize: 3 });
    const most = { ...usd('1'), mantissa: 9999999999999999n, exponent: 80 };
    const plenty = tokens('1000000000000000', ISSUER, EUR);
    assert.equal(at.offer(ISSUER, most, plenty, { Flags: Tf.tfSell }).result, 'tefEXCEPTION');
  });
});

/** The sender's result and its balances of USD and EUR afterwards. */
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
