import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BookLedger, XRP } from '../../../../test/support/book-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { testCurrency, tokens } from '../../../../test/support/token-ledger.ts';
import { MIN_POSITIVE_ISSUED } from '../../../protocol/amounts/issued-amount.ts';
import { offerKeylet, pageKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const ABSENT = testAccount('C');
const ISSUER = testAccount('I');
const EUR = testCurrency('EUR');
const DOMAIN = 'D'.repeat(64);
const Tf = TransactionFlags.OfferCreate;
const { AccountRoot: Bits } = EntryFlags;

/** Alice has 60 USD and Bob none; both can have more. */
function ledger(issuerFlags = 0): BookLedger {
  const at = new BookLedger();
  at.fund(ALICE, { Sequence: 5 });
  at.fund(BOB);
  at.fund(ISSUER);
  at.trust(ALICE, ISSUER, '1000');
  at.trust(BOB, ISSUER, '1000');
  at.pay(ISSUER, ALICE, '60', ISSUER);
  at.view.rawReplace({ ...at.account(ISSUER), Flags: issuerFlags });
  return at;
}

/** Alice asks a dollar for ten drops, unless the fields say otherwise. */
function create(at: BookLedger, fields: StObject = {}, retry = false): Ter {
  return at.offer(ALICE, tokens('1', ISSUER), 10n, fields, { retry }).result;
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
    assert.equal(new BookLedger().offer(ALICE, tokens('1', ISSUER), 10n).result, 'terNO_ACCOUNT');
  });

  test('tokens that it is not authorized for, and tries again while the ledger is open to it', () => {
    const at = ledger(Bits.lsfRequireAuth);
    assert.equal(create(at), 'tecNO_AUTH');
    assert.equal(create(at, {}, true), 'terNO_AUTH');
    const euros = { TakerPays: tokens('1', ISSUER, EUR) };
    assert.equal(create(at, euros), 'tecNO_LINE');
    assert.equal(create(at, euros, true), 'terNO_LINE');
    assert.equal(create(at, { TakerPays: tokens('1', ABSENT) }, true), 'terNO_ACCOUNT');
    at.view.rawReplace({ ...at.line(ALICE, ISSUER)!, Flags: EntryFlags.RippleState.lsfHighAuth });
    assert.equal(create(at), 'tesSUCCESS');
  });
});

describe('OfferCreate places', () => {
  test('nothing in a directory that has no page left', () => {
    const at = ledger();
    create(at);
    const { BookDirectory } = at.read(offerKeylet(ALICE, 6))!;
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
    const at = ledger();
    at.view.rawReplace({ ...at.account(ISSUER), TickSize: 3 });
    const least = { ...tokens('1', ISSUER, EUR), ...MIN_POSITIVE_ISSUED };
    assert.equal(at.offer(ISSUER, 1_234_560n, least).result, 'tesSUCCESS');
    assert.deepEqual(at.book(XRP, { currency: EUR, issuer: ISSUER }), []);
    assert.equal(at.account(ISSUER).OwnerCount, 0);
  });

  test('to more than an amount can tell, which costs nothing', () => {
    const at = ledger();
    at.view.rawReplace({ ...at.account(ISSUER), TickSize: 3 });
    const most = { ...tokens('1', ISSUER), mantissa: 9999999999999999n, exponent: 80 };
    const plenty = tokens('1000000000000000', ISSUER, EUR);
    assert.equal(at.offer(ISSUER, most, plenty, { Flags: Tf.tfSell }).result, 'tefEXCEPTION');
  });
});
