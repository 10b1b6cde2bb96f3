import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BookLedger, XRP } from '../../../../test/support/book-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { testCurrency, tokens, USD } from '../../../../test/support/token-ledger.ts';
import { MIN_POSITIVE_ISSUED } from '../../../protocol/amounts/issued-amount.ts';
import { offerKeylet, pageKeylet, qualityOfIndex } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';
import { offerCreate } from './offer-create.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const ABSENT = testAccount('C');
const ISSUER = testAccount('I');
const EUR = testCurrency('EUR');
const TOKEN = { currency: USD, issuer: ISSUER };
const DOMAIN = 'D'.repeat(64);
const Tf = TransactionFlags.OfferCreate;
const { AccountRoot: Bits, Offer: Lsf } = EntryFlags;
const NOW = 1_000_000;
/** What an account needs to keep with one object. */
const RESERVE_WITH_ONE = 1_200_000n;

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
    ['the domain of zeros', { DomainID: '0'.repeat(64) }, 'temMALFORMED'],
    [
      'all or nothing at once with what there is',
      { Flags: Tf.tfFillOrKill | Tf.tfImmediateOrCancel },
      'temINVALID_FLAG',
    ],
    ['an expiration at zero', { Expiration: 0 }, 'temBAD_EXPIRATION'],
    ['cancelling the sequence zero', { OfferSequence: 0 }, 'temBAD_SEQUENCE'],
    ['drops for drops', { TakerPays: 5n }, 'temBAD_OFFER'],
    ['nothing', { TakerGets: 0n }, 'temBAD_OFFER'],
    ['a negative amount', { TakerPays: tokens('-1', ISSUER) }, 'temBAD_OFFER'],
    ['tokens for the same tokens', { TakerGets: tokens('2', ISSUER) }, 'temREDUNDANT'],
    ['the currency that would read XRP', { TakerPays: tokens('1', ISSUER, BAD_CURRENCY) }, 'temBAD_CURRENCY'],
    ['tokens without an issuer', { TakerPays: tokens('1', '0'.repeat(40)) }, 'temBAD_ISSUER'],
    ['tokens that their holder does not have', { TakerGets: tokens('1', ISSUER, EUR) }, 'tecUNFUNDED_OFFER'],
    [
      'those also where it is late',
      { TakerGets: tokens('1', ISSUER, EUR), Expiration: NOW, OfferSequence: 7 },
      'tecUNFUNDED_OFFER',
    ],
    ['cancelling its own sequence', { OfferSequence: 6 }, 'temBAD_SEQUENCE'],
    ['cancelling a later one', { OfferSequence: 7 }, 'temBAD_SEQUENCE'],
    ['an offer whose time is over', { Expiration: NOW }, 'tecEXPIRED'],
    ['tokens of nobody', { TakerPays: tokens('1', ABSENT) }, 'tecNO_ISSUER'],
    ['a domain that it is not in', { DomainID: DOMAIN }, 'tecNO_PERMISSION'],
  ];
  for (const [what, fields, result] of malformed) {
    test(what, () => assert.equal(create(ledger(), fields), result));
  }

  test('an account that is not there', () => {
    assert.equal(new BookLedger().offer(ALICE, tokens('1', ISSUER), 10n).result, 'terNO_ACCOUNT');
  });

  test('multi-purpose tokens', () => {
    const mpt = { value: 5n, mptIssuanceId: '01'.repeat(24) };
    const offer = ledger().transaction({
      TransactionType: 'OfferCreate',
      Account: ALICE,
      TakerPays: 5n,
      TakerGets: 5n,
    });
    const fields = offer.fields as unknown as Parameters<NonNullable<typeof offerCreate.isDisabled>>[0];
    assert.equal(offerCreate.isDisabled?.(fields), false);
    assert.equal(offerCreate.isDisabled?.({ ...fields, TakerPays: mpt }), true);
    assert.equal(offerCreate.isDisabled?.({ ...fields, TakerGets: mpt }), true);
  });

  test('tokens that are globally frozen, on either side', () => {
    assert.equal(create(ledger(Bits.lsfGlobalFreeze)), 'tecFROZEN');
    const sale = { TakerPays: 10n, TakerGets: tokens('1', ISSUER) };
    assert.equal(create(ledger(Bits.lsfGlobalFreeze), sale), 'tecFROZEN');
  });

  test('to receive tokens over a deep-frozen line', () => {
    const at = ledger();
    at.view.rawReplace({ ...at.line(ALICE, ISSUER)!, Flags: EntryFlags.RippleState.lsfHighDeepFreeze });
    assert.equal(create(at), 'tecFROZEN');
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

  test('nothing of an issuer that asks for its own tokens', () => {
    const at = ledger(Bits.lsfRequireAuth);
    assert.equal(at.offer(ISSUER, tokens('1', ISSUER), 10n).result, 'tesSUCCESS');
  });

  test('to sell what the fee has taken', () => {
    const at = ledger();
    at.view.rawReplace({ ...at.account(ALICE), Balance: RESERVE_WITH_ONE + 5n });
    assert.equal(create(at), 'tecUNFUNDED_OFFER');
  });

  test('to place an offer without the reserve for it', () => {
    const at = ledger();
    at.view.rawReplace({ ...at.account(ALICE), Balance: RESERVE_WITH_ONE + 100n });
    assert.equal(create(at), 'tecINSUF_RESERVE_OFFER');
  });
});

describe('OfferCreate places', () => {
  test('the offer at the end of its price, with what was asked for', () => {
    const at = ledger();
    const fields = { Flags: Tf.tfPassive | Tf.tfSell, Expiration: NOW + 1 };
    assert.equal(create(at, fields), 'tesSUCCESS');
    const { BookDirectory, ...offer } = at.read(offerKeylet(ALICE, 6))!;
    assert.equal(offer.Flags, Lsf.lsfPassive | Lsf.lsfSell);
    assert.equal(offer.Expiration, NOW + 1);
    assert.equal(offer.Sequence, 6);
    const directory = at.read(pageKeylet(BookDirectory, offer.BookNode))!;
    assert.equal(directory.ExchangeRate, qualityOfIndex(BookDirectory));
    assert.deepEqual([directory.TakerPaysCurrency, directory.TakerPaysIssuer], [USD, ISSUER]);
    assert.deepEqual([directory.TakerGetsCurrency, directory.TakerGetsIssuer], ['0'.repeat(40), '0'.repeat(40)]);
    assert.equal(at.account(ALICE).OwnerCount, 2);
    create(at, { TakerPays: tokens('2', ISSUER), TakerGets: 20n });
    assert.deepEqual(at.book(TOKEN, XRP), ['1 for 10', '2 for 20']);
  });

  test('an offer under the number of its ticket', () => {
    const at = ledger();
    at.apply({ TransactionType: 'TicketCreate', Account: ALICE, TicketCount: 1 });
    assert.equal(create(at, { Sequence: 0, TicketSequence: 7 }), 'tesSUCCESS');
    assert.equal(at.read(offerKeylet(ALICE, 7))!.Sequence, 7);
  });

  test('an offer instead of another, which may be gone', () => {
    const at = ledger();
    create(at);
    assert.equal(create(at, { TakerGets: 20n, OfferSequence: 6 }), 'tesSUCCESS');
    assert.deepEqual(at.book(TOKEN, XRP), ['1 for 20']);
    assert.equal(create(at, { TakerGets: 30n, OfferSequence: 6 }), 'tesSUCCESS');
  });

  test('an offer of a domain in the book of that domain, and a hybrid one in the open book, too', () => {
    const at = ledger();
    at.domain(DOMAIN, ISSUER, ALICE);
    assert.equal(create(at, { DomainID: DOMAIN }), 'tesSUCCESS');
    assert.deepEqual([at.book(TOKEN, XRP), at.book(TOKEN, XRP, DOMAIN)], [[], ['1 for 10']]);
    const inDomain = at.read(offerKeylet(ALICE, 6))!;
    assert.equal(at.read(pageKeylet(inDomain.BookDirectory, 0n))!.DomainID, DOMAIN);
    assert.equal(create(at, { DomainID: DOMAIN, Flags: Tf.tfHybrid }), 'tesSUCCESS');
    assert.deepEqual([at.book(TOKEN, XRP), at.book(TOKEN, XRP, DOMAIN).length], [['1 for 10'], 2]);
    const hybrid = at.read(offerKeylet(ALICE, 7))!;
    assert.equal(hybrid.Flags, Lsf.lsfHybrid);
    const [{ Book: open } = {}] = hybrid.AdditionalBooks!;
    assert.notEqual(open!.BookDirectory, hybrid.BookDirectory);
    assert.equal(at.read(pageKeylet(open!.BookDirectory as string, 0n))!.DomainID, undefined);
  });

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
  const odd = { TakerPays: tokens('1.23456', ISSUER), TakerGets: 1_000_000n };

  test('what it gives, or in a sale what it asks, to the tick size of the issuer', () => {
    const at = ledger();
    at.view.rawReplace({ ...at.account(ISSUER), TickSize: 3 });
    assert.equal(create(at, odd), 'tesSUCCESS');
    assert.deepEqual(at.book(TOKEN, XRP), ['1.23456 for 995613']);
    assert.equal(create(at, { ...odd, Flags: Tf.tfSell }), 'tesSUCCESS');
    assert.deepEqual(at.book(TOKEN, XRP), ['1.23456 for 995613', '1.24 for 1000000']);
  });

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

test('An offer may spend the drops that it gives', () => {
  const consequences = (fields: StObject) => {
    const offer = { TransactionType: 'OfferCreate', Account: ALICE, TakerPays: 5n, TakerGets: 5n, ...fields };
    const tx = new BookLedger().transaction(offer).fields;
    return offerCreate.consequences?.(tx as unknown as Parameters<NonNullable<typeof offerCreate.consequences>>[0]);
  };
  assert.deepEqual(consequences({ TakerGets: 7n }), { potentialSpendDrops: 7n });
  assert.deepEqual(consequences({ TakerGets: tokens('7', ISSUER) }), { potentialSpendDrops: 0n });
});
