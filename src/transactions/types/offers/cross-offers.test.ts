import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BookLedger, XRP } from '../../../../test/support/book-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { testCurrency, tokens, USD } from '../../../../test/support/token-ledger.ts';
import { Sandbox } from '../../../ledger/sandbox.ts';
import { qualityOf } from '../../../protocol/amounts/quality.ts';
import { offerKeylet, qualityOfIndex } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject, TradedAmount } from '../../../protocol/values.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const CAROL = testAccount('C');
const ISSUER = testAccount('I');
const EUR = testCurrency('EUR');
const DOLLARS = { currency: USD, issuer: ISSUER };
const EUROS = { currency: EUR, issuer: ISSUER };
const DOMAIN = 'D'.repeat(64);
const Tf = TransactionFlags.OfferCreate;
const { AccountRoot: Bits, RippleState: Line } = EntryFlags;

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
  test('takes all of another and leaves nothing', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'));
    assert.equal(after(at, ALICE, eur('5'), usd('10')), 'tesSUCCESS 90 105');
    assert.deepEqual([at.book(DOLLARS, EUROS), at.book(EUROS, DOLLARS)], [[], []]);
    assert.equal(at.account(BOB).OwnerCount, 2);
  });

  test('takes a part of another, which stays at its price', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'));
    assert.equal(after(at, ALICE, eur('2'), usd('4')), 'tesSUCCESS 96 102');
    assert.deepEqual(at.book(DOLLARS, EUROS), ['6 for 3']);
  });

  test('takes several, best first, and places its rest at its own price', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'));
    at.offer(CAROL, usd('4'), eur('4'));
    at.offer(BOB, usd('30'), eur('10'));
    assert.equal(after(at, ALICE, eur('10'), usd('20')), 'tesSUCCESS 86 109');
    assert.deepEqual(at.book(EUROS, DOLLARS), ['1 for 2']);
    assert.deepEqual(at.book(DOLLARS, EUROS), ['30 for 10']);
  });

  test('that is passive leaves others of its own price alone, and takes better ones', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'));
    assert.equal(after(at, ALICE, eur('5'), usd('10'), { Flags: Tf.tfPassive }), 'tesSUCCESS 100 100');
    assert.equal(after(at, ALICE, eur('5'), usd('11'), { Flags: Tf.tfPassive }), 'tesSUCCESS 90 105');
  });

  test('that sells gives all it has for what it gets, and places the rest', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('10'));
    at.offer(BOB, usd('10'), eur('8'));
    assert.equal(after(at, ALICE, eur('5'), usd('10'), { Flags: Tf.tfSell }), 'tesSUCCESS 90 110');
    assert.equal(after(at, ALICE, eur('10'), usd('20'), { Flags: Tf.tfSell }), 'tesSUCCESS 80 118');
    assert.deepEqual(at.book(EUROS, DOLLARS), ['5 for 10']);
  });

  test('may ask for drops or give them', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), 1_000_000n);
    const before = at.account(ALICE).Balance;
    assert.equal(after(at, ALICE, 500_000n, usd('5')), 'tesSUCCESS 95 100');
    assert.equal(at.account(ALICE).Balance, before + 500_000n - 10n);
    at.offer(CAROL, 1_000_000n, eur('1'));
    assert.equal(after(at, ALICE, eur('1'), 1_000_000n), 'tesSUCCESS 95 101');
  });

  test('for one issuer’s tokens with another’s of the same currency goes through their book', () => {
    const at = ledger();
    const [theirs, ours] = [tokens('5', CAROL), usd('5')];
    at.view.rawReplace({ ...at.account(CAROL), Flags: Bits.lsfDefaultRipple });
    at.trust(BOB, CAROL, '10');
    at.trust(ALICE, CAROL, '10');
    at.offer(BOB, theirs, ours);
    at.pay(CAROL, ALICE, '5', CAROL);
    assert.equal(at.offer(ALICE, ours, theirs).result, 'tesSUCCESS');
    assert.equal(at.held(ALICE, ISSUER), '105');
    assert.equal(at.held(BOB, CAROL), '5');
  });

  test('goes through the native currency where that is better, or as good', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'));
    at.offer(BOB, usd('10'), 1_000_000n);
    at.offer(CAROL, 1_000_000n, eur('6'));
    assert.equal(after(at, ALICE, eur('11'), usd('22')), 'tesSUCCESS 80 111');
    assert.deepEqual([at.book(DOLLARS, XRP), at.book(XRP, EUROS), at.book(DOLLARS, EUROS)], [[], [], []]);
  });

  test('may exceed the limit of its line, and makes one that is missing', () => {
    const at = ledger();
    at.offer(BOB, 1_000_000n, usd('100'));
    at.trust(ALICE, ISSUER, '5');
    assert.equal(after(at, ALICE, usd('50'), 500_000n), 'tesSUCCESS 150 100');
    const stranger = testAccount('S');
    at.fund(stranger, { Balance: 1_700_010n });
    assert.equal(at.offer(stranger, usd('50'), 500_000n).result, 'tesSUCCESS');
    assert.equal(at.held(stranger, ISSUER), '50');
    assert.equal(at.account(stranger).Balance, 1_200_000n);
    assert.ok((at.line(stranger, ISSUER)!.Flags & Line.lsfHighNoRipple) !== 0);
  });

  test('that takes something may lack the reserve for its rest', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'));
    at.view.rawReplace({ ...at.account(ALICE), Balance: 1_400_100n });
    assert.equal(after(at, ALICE, eur('10'), usd('20')), 'tesSUCCESS 90 105');
    assert.deepEqual(at.book(EUROS, DOLLARS), []);
  });

  test('leaves a rest that is rounded against its owner', () => {
    const at = ledger();
    at.offer(BOB, 1n, usd('6'));
    assert.equal(after(at, ALICE, usd('10'), 3n), 'tesSUCCESS 106 100');
    assert.deepEqual(at.book(DOLLARS, XRP), ['4 for 2'], 'a purchase gives no less than its price');
    const { BookDirectory } = at.read(offerKeylet(ALICE, at.account(ALICE).Sequence - 1))!;
    assert.equal(qualityOfIndex(BookDirectory), qualityOf({ in: usd('10'), out: 3n }), 'the price of the whole');
    at.offer(CAROL, usd('4'), 20n);
    assert.equal(after(at, ALICE, 29n, usd('6'), { Flags: Tf.tfSell }), 'tesSUCCESS 102 100');
    assert.deepEqual(at.book(XRP, DOLLARS), ['9 for 2'], 'a sale asks for no more');
  });

  test('leaves no rest for which it would ask nothing', () => {
    const at = ledger();
    at.offer(BOB, usd('9'), 3n);
    assert.equal(after(at, ALICE, 3n, usd('10'), { Flags: Tf.tfSell }), 'tesSUCCESS 91 100');
    assert.deepEqual(at.book(XRP, DOLLARS), []);
  });

  test('spends what there is, and issues nothing', () => {
    const at = ledger();
    at.trust(ISSUER, ALICE, '50');
    for (const other of [BOB, CAROL]) at.offer(other, usd('80'), eur('40'));
    assert.equal(after(at, ALICE, eur('100'), usd('200')), 'tesSUCCESS 0 150');
  });

  test('is not placed when crossing takes all its owner has', () => {
    const at = ledger();
    at.offer(BOB, usd('100'), eur('50'));
    assert.equal(after(at, ALICE, eur('100'), usd('200')), 'tesSUCCESS 0 150');
    assert.deepEqual(at.book(EUROS, DOLLARS), []);
  });
});

describe('All or nothing, and what there is at once', () => {
  const flags = (...bits: number[]): StObject => ({ Flags: bits.reduce((sum, bit) => sum | bit, 0) });

  test('kills an offer of which a part is left', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'));
    assert.equal(after(at, ALICE, eur('6'), usd('12'), flags(Tf.tfFillOrKill)), 'tecKILLED 100 100');
    assert.equal(after(at, ALICE, eur('5'), usd('12'), flags(Tf.tfFillOrKill)), 'tesSUCCESS 90 105');
  });

  test('kills a sale of which not all is sold', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('8'));
    const all = flags(Tf.tfFillOrKill, Tf.tfSell);
    assert.equal(after(at, ALICE, eur('5'), usd('12'), all), 'tecKILLED 100 100');
    assert.equal(after(at, ALICE, eur('5'), usd('10'), all), 'tesSUCCESS 90 108');
  });

  test('takes what there is, if anything, and places no rest', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'));
    const now = flags(Tf.tfImmediateOrCancel);
    assert.equal(after(at, ALICE, eur('6'), usd('12'), now), 'tesSUCCESS 90 105');
    assert.deepEqual(at.book(EUROS, DOLLARS), []);
    assert.equal(after(at, ALICE, eur('6'), usd('12'), now), 'tecKILLED 90 105');
  });

  test('removes stale offers even when it is killed', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'), { Expiration: 1_000_001 });
    at.offer(CAROL, usd('4'), eur('2'));
    const sequence = at.account(BOB).Sequence - 1;
    at.view.rawReplace({ ...at.read(offerKeylet(BOB, sequence))!, Expiration: 1_000_000 });
    const sandbox = new Sandbox(at.view);
    const fields = { TakerPays: eur('5'), TakerGets: usd('10'), Flags: Tf.tfFillOrKill };
    const tx = at.transaction({ TransactionType: 'OfferCreate', Account: ALICE, ...fields });
    assert.equal(at.run(sandbox, tx).result, 'tecKILLED');
    assert.equal(sandbox.read(offerKeylet(BOB, sequence)), undefined);
  });

  test('keeps the offer that was to be replaced when it is killed', () => {
    const at = ledger();
    at.offer(ALICE, eur('50'), usd('10'));
    const OfferSequence = at.account(ALICE).Sequence - 1;
    const fields = { TakerPays: eur('5'), TakerGets: usd('10'), Flags: Tf.tfFillOrKill, OfferSequence };
    const sandbox = new Sandbox(at.view);
    const tx = at.transaction({ TransactionType: 'OfferCreate', Account: ALICE, ...fields });
    assert.equal(at.run(sandbox, tx).result, 'tecKILLED');
    assert.notEqual(sandbox.read(offerKeylet(ALICE, OfferSequence)), undefined);
  });
});

describe('Crossing removes', () => {
  test('an own offer instead of taking it', () => {
    const at = ledger();
    at.offer(ALICE, usd('10'), eur('5'));
    at.offer(BOB, usd('11'), eur('5'));
    assert.equal(after(at, ALICE, eur('5'), usd('11')), 'tesSUCCESS 89 105');
    assert.deepEqual(at.book(DOLLARS, EUROS), []);
    assert.equal(at.account(ALICE).OwnerCount, 2);
  });

  test('an own offer behind one that it took, and looks for the next best way then', () => {
    const at = ledger();
    for (const maker of [BOB, ALICE]) at.offer(maker, usd('10'), eur('5'));
    at.offer(CAROL, usd('12'), eur('5'));
    at.offer(BOB, usd('11'), 1_000_000n);
    at.offer(BOB, 1_000_000n, eur('5'));
    assert.equal(after(at, ALICE, eur('10'), usd('24')), 'tesSUCCESS 79 110');
    assert.deepEqual(at.book(DOLLARS, EUROS), ['12 for 5']);
  });

  test('no own offer that is worse than what it asks for', () => {
    const at = ledger();
    at.offer(ALICE, usd('10'), eur('5'));
    at.offer(ALICE, usd('10'), eur('1'));
    assert.equal(after(at, ALICE, eur('5'), usd('10')), 'tesSUCCESS 100 100');
    assert.deepEqual(at.book(DOLLARS, EUROS), ['10 for 1']);
  });

  test('an own offer, and does not go on with one that only rounding makes good enough', () => {
    const at = ledger();
    at.offer(ALICE, 3n, usd('1'));
    at.offer(BOB, 10n, usd('3'));
    at.pay(BOB, CAROL, '99', ISSUER);
    assert.equal(after(at, ALICE, usd('1'), 3n), 'tesSUCCESS 100 100');
    assert.deepEqual([at.book(XRP, DOLLARS), at.book(DOLLARS, XRP)], [['10 for 3'], ['1 for 3']]);
  });

  test('offers that are expired, frozen deeply, without funds, or of who may not hold what they ask', () => {
    const at = ledger();
    at.offer(BOB, usd('10'), eur('5'));
    at.offer(CAROL, usd('10'), eur('5'));
    at.pay(CAROL, ALICE, '100', ISSUER, { Amount: eur('100') });
    at.view.rawReplace({ ...at.line(BOB, ISSUER)!, Flags: Line.lsfHighDeepFreeze });
    assert.equal(after(at, ALICE, eur('5'), usd('10')), 'tesSUCCESS 100 200');
    assert.deepEqual(at.book(DOLLARS, EUROS), []);
    const strict = ledger();
    strict.offer(BOB, usd('10'), eur('5'));
    strict.view.rawReplace({ ...strict.account(ISSUER), Flags: Bits.lsfRequireAuth });
    strict.view.rawReplace({ ...strict.line(ALICE, ISSUER, EUR)!, Flags: Line.lsfHighAuth });
    assert.equal(after(strict, ALICE, eur('5'), usd('10')), 'tesSUCCESS 100 100');
    assert.deepEqual(strict.book(DOLLARS, EUROS), []);
  });

  test('an offer whose owner has left its domain', () => {
    const at = ledger();
    at.domain(DOMAIN, ISSUER, ALICE, BOB);
    at.offer(BOB, usd('10'), eur('5'), { DomainID: DOMAIN });
    assert.equal(after(at, ALICE, eur('1'), usd('2'), { DomainID: DOMAIN }), 'tesSUCCESS 98 101');
    at.expel(BOB, ISSUER);
    assert.equal(after(at, ALICE, eur('1'), usd('2'), { DomainID: DOMAIN }), 'tesSUCCESS 98 101');
    assert.deepEqual(at.book(DOLLARS, EUROS, DOMAIN), []);
  });

  test('offers of which so little is funded that they would block the book', () => {
    const at = ledger();
    at.offer(BOB, 1n, usd('100'));
    at.pay(BOB, CAROL, '99.9', ISSUER);
    at.offer(CAROL, 1_000_000n, usd('100'));
    assert.equal(after(at, ALICE, usd('50'), 500_000n), 'tesSUCCESS 150 100');
    assert.deepEqual(at.book(XRP, DOLLARS), ['500000 for 50']);
  });

  test('no more than a thousand offers at a time', () => {
    const at = ledger();
    at.view.rawReplace({ ...at.account(BOB), Balance: 10_000_000_000n });
    for (let n = 0; n < 1001; n++) at.offer(BOB, eur('0.001'), 1n);
    assert.equal(after(at, ALICE, 1001n, eur('2'), { Flags: Tf.tfSell }), 'tesSUCCESS 100 99');
    assert.deepEqual(at.book(EUROS, XRP), ['0.001 for 1']);
  });
});

describe('The fee for passing tokens on', () => {
  test('is paid by the offer’s owner for what it gives, and by who crosses for what that gives', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    at.offer(BOB, usd('10'), eur('8'));
    assert.equal(after(at, ALICE, eur('8'), usd('10')), 'tesSUCCESS 87.5 108');
    assert.equal(at.held(BOB, ISSUER), '110');
    assert.equal(at.held(BOB, ISSUER, EUR), '90');
  });

  test('limits what an owner can give', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    at.offer(BOB, 1_000_000n, usd('100'));
    assert.equal(after(at, ALICE, usd('100'), 1_000_000n), 'tesSUCCESS 180 100');
    assert.equal(at.held(BOB, ISSUER), '0');
    assert.deepEqual([at.book(XRP, DOLLARS), at.book(DOLLARS, XRP)], [[], ['20 for 200000']]);
  });

  test('does not count as sold', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    at.offer(BOB, usd('10'), eur('10'));
    assert.equal(after(at, ALICE, eur('10'), usd('20'), { Flags: Tf.tfSell }), 'tesSUCCESS 87.5 110');
    assert.deepEqual(at.book(EUROS, DOLLARS), ['5 for 10']);
  });

  test('is not charged for what an account pays itself on the way through the native currency', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    at.offer(ALICE, usd('10'), 1_000_000n);
    at.offer(BOB, 1_000_000n, eur('8'));
    assert.equal(after(at, ALICE, eur('8'), usd('10')), 'tesSUCCESS 100 108');
    assert.equal(at.held(BOB, ISSUER, EUR), '90');
    at.offer(BOB, usd('8'), 1_000_000n);
    at.offer(ALICE, 1_000_000n, eur('8'));
    assert.equal(after(at, ALICE, eur('8'), usd('8')), 'tesSUCCESS 90 108');
  });

  test('makes no price of the issuer’s worse', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    at.offer(BOB, usd('12'), 1_000_000n);
    at.offer(ISSUER, 1_000_000n, usd('10'));
    assert.deepEqual([at.book(DOLLARS, XRP), at.book(XRP, DOLLARS)], [['12 for 1000000'], ['1000000 for 10']]);
  });

  test('is rounded against the seller where the rest of a sale is told', () => {
    const at = ledger({ TransferRate: 1_700_000_000 });
    at.offer(BOB, usd('1.111111111111111'), eur('10'));
    assert.equal(at.offer(ALICE, eur('10'), usd('5'), { Flags: Tf.tfSell }).result, 'tesSUCCESS');
    assert.deepEqual(at.book(EUROS, DOLLARS), ['7.777777777777776 for 3.888888888888888']);
  });

  test('is not what limits the issuer’s own offer', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    at.offer(ISSUER, 1_000_000n, eur('10'));
    assert.equal(after(at, ALICE, eur('10'), 1_000_000n), 'tesSUCCESS 100 110');
    assert.deepEqual([at.book(XRP, EUROS), at.book(EUROS, XRP)], [[], []]);
  });
});
