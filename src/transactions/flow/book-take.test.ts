import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { qualityOf } from '../../protocol/amounts/quality.ts';
import { offerKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { XRP_CURRENCY } from '../../protocol/values.ts';
import { type BookOffer, OrderBookOffer } from './book-offer.ts';
import { ForwardTake } from './book-take.ts';
import { limitTakingIn, limitTakingOut, takeWhole } from './offer-taking.ts';
import type { Movement } from './step.ts';

const MAKER = testAccount('M');
/** Drops on both sides, which no real book has, so that amounts are easy to read. */
const BOOK = { in: { currency: XRP_CURRENCY }, out: { currency: XRP_CURRENCY } };
const PARITY = { in: 1_000_000_000, out: 1_000_000_000 };
const SANDBOX = new PaymentSandbox(new TestLedger().view);

/** An offer that takes `into` for any output, and records the amounts that were taken. */
function stubbornOffer(into: bigint, out: bigint): BookOffer & { readonly taken: Movement[] } {
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

  test('nothing is taken where there is nothing', () => {
    assert.deepEqual(new ForwardTake(BOOK, 4n, { in: 4n, out: 5n }).finish(), { in: 0n, out: 0n });
  });
});

describe('What is taken of an offer', () => {
  const rates = { in: 1_100_000_000, out: 1_250_000_000 };
  const whole = { offer: { in: 100n, out: 80n }, step: { in: 110n, out: 80n }, ownerGives: 100n };

  test('costs more than it takes, and its owner gives more than comes out', () => {
    assert.deepEqual(takeWhole(stubbornOffer(100n, 80n), rates), whole);
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

  test('fees are rounded up for the taker, and what they leave is rounded down', () => {
    const rates = { in: 1_100_000_000, out: 1_250_000_000 };
    const whole = takeWhole(offerOf(), rates);
    assert.deepEqual(whole, { offer: amounts, step: { in: 11n, out: 3n }, ownerGives: 3n });
    const limited = { offer: { in: 7n, out: 2n }, step: { in: 8n, out: 2n }, ownerGives: 2n };
    assert.deepEqual(limitTakingOut(offerOf(), whole, rates, 2n), limited);
    assert.deepEqual(limitTakingIn(offerOf(), whole, rates, 8n).offer, { in: 7n, out: 2n });
    assert.deepEqual(takeWhole(offerOf(2n), rates).offer, { in: 3n, out: 1n });
  });
});

test('An offer of the book gives no more than it has', () => {
  const entry = { ...newEntry(offerKeylet(MAKER, 1)), TakerPays: 10n, TakerGets: 5n };
  const offer = new OrderBookOffer(entry, 1n, 5n);
  assert.throws(() => offer.consume(SANDBOX, { in: 11n, out: 5n }), AmountError);
  assert.throws(() => offer.consume(SANDBOX, { in: 10n, out: 6n }), AmountError);
});
