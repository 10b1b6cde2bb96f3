import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BookLedger, XRP } from '../../../test/support/book-ledger.ts';
import { testAccount } from '../../../test/support/test-view.ts';
import { testCurrency, textOf, tokens, USD } from '../../../test/support/token-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { type IssuedAmount, type StObject, XRP_CURRENCY } from '../../protocol/values.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const CAROL = testAccount('C');
const MAKER = testAccount('M');
const ISSUER = testAccount('I');
const EUR = testCurrency('EUR');
const DOLLARS = { currency: USD, issuer: ISSUER };
const EUROS = { currency: EUR, issuer: ISSUER };
const DOMAIN = 'D'.repeat(64);
const { AccountRoot: Bits, RippleState: Line } = EntryFlags;
const { tfPartialPayment, tfLimitQuality, tfNoRippleDirect } = TransactionFlags.Payment;

const usd = (text: string) => tokens(text, ISSUER);
const eur = (text: string) => tokens(text, ISSUER, EUR);

/** Alice and the maker hold 100 dollars and 100 euros each; all trust for 200. */
function ledger(issuerFields: StObject = {}): BookLedger {
  const at = new BookLedger();
  at.fund(ISSUER, { Flags: Bits.lsfDefaultRipple });
  for (const account of [ALICE, BOB, CAROL, MAKER]) {
    at.fund(account);
    for (const currency of [USD, EUR]) {
      at.apply({ TransactionType: 'TrustSet', Account: account, LimitAmount: tokens('200', ISSUER, currency) });
    }
  }
  for (const account of [ALICE, MAKER]) {
    for (const Amount of [usd('100'), eur('100')]) at.pay(ISSUER, account, '0', ISSUER, { Amount });
  }
  at.view.rawReplace({ ...at.account(ISSUER), ...issuerFields });
  return at;
}

/** Alice pays Bob, by default five euros for at most ten dollars. Gives the result and what she spent of dollars. */
function pay(at: BookLedger, fields: StObject = {}): string {
  const before = Number(at.held(ALICE, ISSUER));
  const { result, delivered } = at.pay(ALICE, BOB, '0', ISSUER, { Amount: eur('5'), SendMax: usd('10'), ...fields });
  const spent = before - Number(at.held(ALICE, ISSUER));
  return delivered === undefined ? `${result} ${spent}` : `${result} ${spent} ${textOf(delivered as IssuedAmount)}`;
}

describe('A payment through order books', () => {
  test('takes the best offers first, whatever their quality', () => {
    const at = ledger();
    at.offer(MAKER, usd('4'), eur('2'));
    at.offer(MAKER, usd('3'), eur('3'));
    assert.equal(pay(at), 'tesSUCCESS 7');
    assert.equal(at.held(BOB, ISSUER, EUR), '5');
    assert.deepEqual(at.book(DOLLARS, EUROS), []);
  });

  test('turns tokens into drops and drops into tokens', () => {
    const at = ledger();
    at.offer(MAKER, usd('4'), 2_000_000n);
    assert.equal(pay(at, { Amount: 1_000_000n, SendMax: usd('5') }), 'tesSUCCESS 2');
    assert.equal(at.account(BOB).Balance, 100_000_000n - 20n + 1_000_000n);
    at.offer(MAKER, 1_000_000n, eur('2'));
    assert.equal(pay(at, { Amount: eur('1'), SendMax: 600_000n }), 'tesSUCCESS 0');
    assert.equal(at.account(ALICE).Balance, 100_000_000n - 40n - 500_000n);
  });

  test('goes along the paths that are given, the best first', () => {
    const at = ledger();
    at.offer(MAKER, usd('6'), eur('3'));
    at.offer(MAKER, usd('4'), 4_000_000n);
    at.offer(MAKER, 4_000_000n, eur('4'));
    const Paths = [[{ currency: XRP_CURRENCY }]];
    assert.equal(pay(at, { Paths }), 'tesSUCCESS 6');
    assert.deepEqual([at.book(DOLLARS, XRP), at.book(DOLLARS, EUROS)], [[], ['4 for 2']]);
  });

  test('without the default path takes the given one only', () => {
    const at = ledger();
    at.offer(MAKER, usd('1'), eur('5'));
    at.offer(MAKER, usd('10'), 4_000_000n);
    at.offer(MAKER, 4_000_000n, eur('5'));
    const Paths = [[{ currency: XRP_CURRENCY }]];
    assert.equal(pay(at, { Paths, Flags: tfNoRippleDirect }), 'tesSUCCESS 10');
    assert.equal(pay(at, { Flags: tfNoRippleDirect }), 'temRIPPLE_EMPTY 0');
  });

  test('goes on over a trust line behind the book', () => {
    const at = ledger();
    at.offer(MAKER, usd('4'), tokens('4', CAROL));
    assert.equal(pay(at, { Amount: tokens('1', CAROL), SendMax: usd('2') }), 'tecPATH_DRY 0');
    at.view.rawReplace({ ...at.account(CAROL), Flags: Bits.lsfDefaultRipple });
    at.trust(BOB, CAROL, '10');
    at.trust(MAKER, CAROL, '10');
    at.pay(CAROL, MAKER, '10', CAROL);
    at.offer(MAKER, usd('4'), tokens('4', CAROL));
    assert.equal(pay(at, { Amount: tokens('1', CAROL), SendMax: usd('2') }), 'tesSUCCESS 1');
    assert.equal(at.held(BOB, CAROL), '1');
  });

  test('fails when less is offered than it is to deliver, or nothing', () => {
    const at = ledger();
    assert.equal(pay(at), 'tecPATH_PARTIAL 0');
    at.offer(MAKER, usd('4'), eur('2'));
    assert.equal(pay(at), 'tecPATH_PARTIAL 0');
    assert.equal(pay(ledger(), { Flags: tfPartialPayment }), 'tecPATH_DRY 0');
  });

  test('delivers what there is when it is partial, but no less than it must', () => {
    const at = ledger();
    at.offer(MAKER, usd('4'), eur('2'));
    const partial = { Flags: tfPartialPayment };
    assert.equal(pay(at, { ...partial, DeliverMin: eur('3') }), 'tecPATH_PARTIAL 0');
    assert.equal(pay(at, { ...partial, DeliverMin: eur('2') }), 'tesSUCCESS 4 2');
  });

  test('spends no more than it may', () => {
    const at = ledger();
    at.offer(MAKER, usd('40'), eur('20'));
    assert.equal(pay(at, { SendMax: usd('9') }), 'tecPATH_PARTIAL 0');
    assert.equal(pay(at, { SendMax: usd('9'), Flags: tfPartialPayment }), 'tesSUCCESS 9 4.5');
    assert.deepEqual(at.book(DOLLARS, EUROS), ['31 for 15.5']);
  });

  test('takes no offers below the quality that it limits', () => {
    const at = ledger();
    at.offer(MAKER, usd('2'), eur('2'));
    at.offer(MAKER, usd('4'), eur('1'));
    assert.equal(pay(at, { SendMax: usd('10') }), 'tecPATH_PARTIAL 0');
    assert.equal(pay(at, { Flags: tfPartialPayment | tfLimitQuality }), 'tesSUCCESS 2 2');
    assert.deepEqual(at.book(DOLLARS, EUROS), ['4 for 1']);
  });

  test('takes own offers of its sender as any other', () => {
    const at = ledger();
    at.offer(ALICE, usd('4'), eur('5'));
    assert.equal(pay(at), 'tesSUCCESS 0');
    assert.equal(at.held(ALICE, ISSUER, EUR), '95');
  });

  test('charges its sender for passing on what goes in and what comes out', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    at.offer(MAKER, usd('4'), eur('8'));
    assert.equal(pay(at), 'tesSUCCESS 3.90625');
    assert.equal(at.held(MAKER, ISSUER), '103.125');
    assert.equal(at.held(MAKER, ISSUER, EUR), '93.75');
  });

  test('costs nothing more where the issuer pays or is paid', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    at.offer(MAKER, usd('10'), eur('5'));
    assert.equal(pay(at, { Destination: ISSUER }), 'tesSUCCESS 10');
    at.offer(MAKER, usd('10'), eur('5'));
    assert.equal(pay(at, { Account: ISSUER, Amount: eur('4') }), 'tesSUCCESS 0');
    assert.equal(at.held(MAKER, ISSUER), '120');
  });

  test('in a domain takes only its offers, and outside of it hybrid ones of it as well', () => {
    const at = ledger();
    at.domain(DOMAIN, ISSUER, ALICE, BOB, MAKER);
    at.offer(MAKER, usd('1'), eur('5'));
    at.offer(MAKER, usd('4'), eur('5'), { DomainID: DOMAIN });
    assert.equal(pay(at, { DomainID: DOMAIN }), 'tesSUCCESS 4');
    assert.equal(pay(at, { DomainID: DOMAIN }), 'tecPATH_PARTIAL 0');
    assert.equal(pay(at), 'tesSUCCESS 1');
    at.offer(MAKER, usd('3'), eur('5'), { DomainID: DOMAIN, Flags: TransactionFlags.OfferCreate.tfHybrid });
    assert.equal(pay(at), 'tesSUCCESS 3');
    assert.deepEqual(at.book(DOLLARS, EUROS, DOMAIN), []);
  });

  test('removes the offers whose funds it took', () => {
    const at = ledger();
    at.offer(MAKER, usd('10'), eur('20'));
    at.offer(MAKER, usd('10'), eur('20'));
    at.pay(MAKER, CAROL, '0', ISSUER, { Amount: eur('80') });
    assert.equal(pay(at, { Amount: eur('20') }), 'tesSUCCESS 10');
    assert.deepEqual(at.book(DOLLARS, EUROS), []);
  });

  test('passes over what is frozen', () => {
    const at = ledger();
    at.offer(MAKER, usd('4'), eur('5'));
    at.view.rawReplace({ ...at.line(MAKER, ISSUER, EUR)!, Flags: Line.lsfLowFreeze });
    assert.equal(pay(at, { Flags: tfPartialPayment }), 'tecPATH_DRY 0');
  });
});

describe('A path through order books is refused', () => {
  const paths: readonly [string, StObject, string][] = [
    ['from drops to drops', { Paths: [[{ currency: XRP_CURRENCY }, { currency: XRP_CURRENCY }]] }, 'temBAD_PATH 0'],
    [
      'twice to the same',
      {
        Paths: [
          [
            { currency: EUR, issuer: ISSUER },
            { currency: USD, issuer: ISSUER },
          ],
        ],
      },
      'temBAD_PATH_LOOP 0',
    ],
    [
      'twice to the native currency',
      {
        Paths: [
          [{ currency: XRP_CURRENCY }, { currency: testCurrency('JPY'), issuer: ISSUER }, { currency: XRP_CURRENCY }],
        ],
      },
      'temBAD_PATH_LOOP 0',
    ],
    [
      'to the tokens that its sender would owe',
      {
        Amount: 1_000_000n,
        Paths: [
          [
            { currency: EUR, issuer: ISSUER },
            { currency: USD, issuer: ALICE },
          ],
        ],
      },
      'temBAD_PATH_LOOP 0',
    ],
    ['to tokens of nobody', { Paths: [[{ currency: USD, issuer: testAccount('X') }]] }, 'tecNO_ISSUER 0'],
    ['from a token to itself', { Paths: [[{ currency: USD, issuer: ISSUER }]] }, 'temBAD_PATH 0'],
  ];
  for (const [what, fields, result] of paths) {
    test(what, () => assert.equal(pay(ledger(), { ...fields, Flags: tfNoRippleDirect }), result));
  }

  test('where the issuer lets nobody ripple', () => {
    const at = ledger();
    at.offer(MAKER, usd('4'), eur('5'));
    const line = at.line(ALICE, ISSUER)!;
    at.view.rawReplace({ ...line, Flags: line.Flags | Line.lsfHighNoRipple });
    assert.equal(pay(at), 'tecPATH_DRY 0');
  });
});

test('drops that a payment brought in are not spent again by it', () => {
  const at = ledger();
  at.offer(MAKER, usd('4'), 2_000_000n);
  at.offer(ALICE, 2_000_000n, eur('4'));
  const Paths = [[{ currency: XRP_CURRENCY }]];
  assert.equal(pay(at, { Amount: eur('4'), Paths }), 'tesSUCCESS 4');
  assert.equal(at.held(BOB, ISSUER, EUR), '4');
  assert.deepEqual([at.book(DOLLARS, XRP), at.book(XRP, EUROS)], [[], []]);
});
