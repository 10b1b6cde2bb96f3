import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { testCurrency } from '../../../test/support/token-ledger.ts';
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { qualityOf } from '../../protocol/amounts/quality.ts';
import { offerKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { XRP_CURRENCY } from '../../protocol/values.ts';
import { type BookOffer, OrderBookOffer } from './book-offer.ts';
import { ForwardTake, ReverseTake } from './book-take.ts';
import { limitTakingIn, limitTakingOut, takeWhole } from './offer-taking.ts';
import { type Movement, StrandError, withoutIssue } from './step.ts';

const MAKER = testAccount('M');
/** Drops on both sides, so that amounts read easily; no real book has those. */
const BOOK = { in: { currency: XRP_CURRENCY }, out: { currency: XRP_CURRENCY } };
const PARITY = { in: 1_000_000_000, out: 1_000_000_000 };
const SANDBOX = new PaymentSandbox(new TestLedger().view);

/** An offer that takes `into` whatever it gives, and notes what was taken of it. */
function stubbornOffer(
  into: bigint,
  out: bigint,
  result: Ter = 'tesSUCCESS',
): BookOffer & { readonly taken: Movement[] } {
  const taken: Movement[] = [];
  return {
    key: undefined,
    owner: MAKER,
    quality: 1n,
    amounts: { in: into, out },
    ownerFunds: undefined,
    isConsumed: false,
    taken,
    limitIn: (_amounts, limit) => ({ in: limit, out }),
    limitOut: (amounts, limit) => ({ in: amounts.in, out: limit }),
    adjustRates: (rates) => rates,
    isSound: () => true,
    send: () => result,
    consume: (_sandbox, movement) => void taken.push(movement),
  };
}

describe('Forwards', () => {
  test('no more comes out than in the reverse run, if that takes the same', () => {
    const offer = stubbornOffer(10n, 10n);
    const take = new ForwardTake(BOOK, 10n, { in: 10n, out: 9n });
    assert.equal(take.from(SANDBOX, offer, takeWhole(offer, PARITY), PARITY), true);
    assert.deepEqual(offer.taken, [{ in: 10n, out: 9n }]);
    assert.deepEqual(take.finish(), { in: 10n, out: 9n });
    assert.equal(take.from(SANDBOX, offer, takeWhole(offer, PARITY), PARITY), false);
  });

  test('more comes out where the reverse run would take something else', () => {
    const offer = { ...stubbornOffer(10n, 10n), limitOut: () => ({ in: 8n, out: 9n }) };
    const take = new ForwardTake(BOOK, 10n, { in: 10n, out: 9n });
    take.from(SANDBOX, offer, takeWhole(offer, PARITY), PARITY);
    assert.deepEqual(take.finish(), { in: 10n, out: 10n });
  });

  test('a part of an offer is taken for what is left', () => {
    const offer = stubbornOffer(10n, 5n);
    const take = new ForwardTake(BOOK, 4n, { in: 4n, out: 5n });
    assert.equal(take.from(SANDBOX, offer, takeWhole(offer, PARITY), PARITY), false);
    assert.deepEqual(take.finish(), { in: 4n, out: 5n });
  });

  test('an offer that rounding has used up makes room for the next one', () => {
    const offer = { ...stubbornOffer(10n, 5n), isConsumed: true };
    const take = new ForwardTake(BOOK, 4n, { in: 4n, out: 5n });
    assert.equal(take.from(SANDBOX, offer, takeWhole(offer, PARITY), PARITY), true);
  });

  test('all that is given has gone in, whatever the sum of the parts', () => {
    const tokens = (mantissa: bigint, exponent: number) => withoutIssue({ mantissa, exponent });
    const dollars = { currency: testCurrency('USD'), issuer: MAKER };
    const given = tokens(1_000_000_000_000_001n, -15);
    const take = new ForwardTake({ in: dollars, out: dollars }, given, { in: given, out: given });
    for (const into of [tokens(5_000_000_000_000_000n, -31), tokens(2_000_000_000_000_000n, -15)]) {
      const offer = { ...stubbornOffer(0n, 0n), amounts: { in: into, out: tokens(1_000_000_000_000_000n, -20) } };
      const limited = { ...offer, limitIn: (amounts: Movement, limit: Movement['in']) => ({ ...amounts, in: limit }) };
      take.from(SANDBOX, limited, takeWhole(limited, PARITY), PARITY);
    }
    assert.deepEqual(take.finish().in, given);
  });

  test('nothing is taken where there is nothing', () => {
    assert.deepEqual(new ForwardTake(BOOK, 4n, { in: 4n, out: 5n }).finish(), { in: 0n, out: 0n });
  });
});

describe('Backwards', () => {
  test('offers are taken until what is wanted has come out', () => {
    const take = new ReverseTake(BOOK, 7n);
    const [first, second] = [stubbornOffer(10n, 5n), stubbornOffer(20n, 5n)];
    assert.equal(take.from(SANDBOX, first, takeWhole(first, PARITY), PARITY), true);
    assert.equal(take.from(SANDBOX, second, takeWhole(second, PARITY), PARITY), false);
    assert.deepEqual(second.taken, [{ in: 20n, out: 2n }]);
    assert.deepEqual(take.finish(), { in: 30n, out: 7n });
  });

  test('an offer that is just enough is used up all the same', () => {
    const take = new ReverseTake(BOOK, 5n);
    const offer = stubbornOffer(10n, 5n);
    assert.equal(take.from(SANDBOX, offer, takeWhole(offer, PARITY), PARITY), true);
    assert.equal(take.from(SANDBOX, offer, takeWhole(offer, PARITY), PARITY), false);
    assert.deepEqual(take.finish(), { in: 10n, out: 5n });
  });

  test('an offer that rounding has used up makes room for the next one', () => {
    const offer = { ...stubbornOffer(10n, 5n), isConsumed: true };
    assert.equal(new ReverseTake(BOOK, 3n).from(SANDBOX, offer, takeWhole(offer, PARITY), PARITY), true);
  });

  test('an offer whose owner cannot be paid ends the strand', () => {
    const offer = stubbornOffer(10n, 5n, 'tecDIR_FULL');
    const take = new ReverseTake(BOOK, 7n);
    assert.throws(() => take.from(SANDBOX, offer, takeWhole(offer, PARITY), PARITY), StrandError);
  });
});

describe('What is taken of an offer', () => {
  const rates = { in: 1_100_000_000, out: 1_250_000_000 };
  const whole = { offer: { in: 100n, out: 80n }, step: { in: 110n, out: 80n }, ownerGives: 100n };

  test('costs more than it takes, and its owner gives more than comes out', () => {
    assert.deepEqual(takeWhole(stubbornOffer(100n, 80n), rates), whole);
  });

  test('is no more than its owner has', () => {
    const offer = { ...stubbornOffer(100n, 80n), ownerFunds: 50n };
    assert.deepEqual(takeWhole(offer, rates), {
      offer: { in: 100n, out: 40n },
      step: { in: 110n, out: 40n },
      ownerGives: 50n,
    });
    assert.deepEqual(takeWhole({ ...offer, ownerFunds: 100n }, rates), whole);
  });

  test('is limited by what goes in or comes out, where that is less', () => {
    const offer = stubbornOffer(100n, 80n);
    assert.equal(limitTakingIn(offer, whole, rates, 110n), whole);
    assert.equal(limitTakingOut(offer, whole, rates, 80n), whole);
    const limitedIn = { offer: { in: 50n, out: 80n }, step: { in: 55n, out: 80n }, ownerGives: 100n };
    assert.deepEqual(limitTakingIn(offer, whole, rates, 55n), limitedIn);
    const limitedOut = { offer: { in: 100n, out: 40n }, step: { in: 110n, out: 40n }, ownerGives: 50n };
    assert.deepEqual(limitTakingOut(offer, whole, rates, 40n), limitedOut);
  });
});

describe('Of an offer of the book', () => {
  const amounts = { in: 10n, out: 3n };

  function offerOf(ownerFunds?: bigint): OrderBookOffer {
    const entry = { ...newEntry(offerKeylet(MAKER, 1)), TakerPays: amounts.in, TakerGets: amounts.out };
    return new OrderBookOffer(entry, qualityOf(amounts), ownerFunds);
  }

  test('what comes out for less is rounded down', () => {
    assert.deepEqual(offerOf().limitIn(amounts, 5n), { in: 5n, out: 1n });
  });

  test('what goes in for less is rounded up where the taker limits it, and down where the owner lacks funds', () => {
    const whole = takeWhole(offerOf(), PARITY);
    assert.deepEqual(limitTakingOut(offerOf(), whole, PARITY, 2n).offer, { in: 7n, out: 2n });
    assert.deepEqual(takeWhole(offerOf(2n), PARITY).offer, { in: 6n, out: 2n });
  });

  test('fees are rounded up for who takes it, and what they leave is rounded down', () => {
    const rates = { in: 1_100_000_000, out: 1_250_000_000 };
    const whole = takeWhole(offerOf(), rates);
    assert.deepEqual(whole, { offer: amounts, step: { in: 11n, out: 3n }, ownerGives: 3n });
    const limited = { offer: { in: 7n, out: 2n }, step: { in: 8n, out: 2n }, ownerGives: 2n };
    assert.deepEqual(limitTakingOut(offerOf(), whole, rates, 2n), limited);
    assert.deepEqual(limitTakingIn(offerOf(), whole, rates, 8n).offer, { in: 7n, out: 2n });
    assert.deepEqual(takeWhole(offerOf(2n), rates).offer, { in: 3n, out: 1n });
  });

  test('nothing is left when either side is nothing', () => {
    for (const taken of [
      { in: 10n, out: 2n },
      { in: 9n, out: 3n },
    ]) {
      const sandbox = new PaymentSandbox(new TestLedger().view);
      const entry = { ...newEntry(offerKeylet(MAKER, 1)), TakerPays: amounts.in, TakerGets: amounts.out };
      sandbox.insert(entry);
      const listed = new OrderBookOffer(entry, qualityOf(amounts), undefined);
      listed.consume(sandbox, taken);
      assert.equal(listed.isConsumed, true);
    }
  });
});

test('An offer of the book gives no more than it has', () => {
  const entry = { ...newEntry(offerKeylet(MAKER, 1)), TakerPays: 10n, TakerGets: 5n };
  const offer = new OrderBookOffer(entry, 1n, 5n);
  assert.throws(() => offer.consume(SANDBOX, { in: 11n, out: 5n }), AmountError);
  assert.throws(() => offer.consume(SANDBOX, { in: 10n, out: 6n }), AmountError);
});
