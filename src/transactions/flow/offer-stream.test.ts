import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amountText, BookLedger, XRP } from '../../../test/support/book-ledger.ts';
import { TEST_FEES, testAccount } from '../../../test/support/test-view.ts';
import { tokens, USD } from '../../../test/support/token-ledger.ts';
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import type { Offer } from '../../protocol/entries/entries.ts';
import { type Book, bookRange, offerById, offerKeylet, pageKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { OfferStream } from './offer-stream.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const ISSUER = testAccount('I');
const DOMAIN = 'D'.repeat(64);
const BOOK = { takerPays: XRP, takerGets: { currency: USD, issuer: ISSUER } };

const usd = (text: string) => tokens(text, ISSUER);

/** Alice and Bob hold 100 dollars each. */
function ledger(): BookLedger {
  const at = new BookLedger();
  at.fund(ISSUER);
  for (const account of [ALICE, BOB]) {
    at.fund(account);
    at.trust(account, ISSUER, '1000');
    at.pay(ISSUER, account, '100', ISSUER);
  }
  return at;
}

/** Makes an offer and gives its key. */
function offer(
  at: BookLedger,
  account: AccountId,
  drops: bigint,
  dollars: string,
  change: Partial<Offer> = {},
): Hash256 {
  const { key } = offerKeylet(account, at.account(account).Sequence);
  assert.equal(at.offer(account, drops, usd(dollars)).result, 'tesSUCCESS');
  at.view.rawReplace({ ...at.read(offerById(key))!, ...change });
  return key;
}

/**
 * The result of a walk over the book: the offers, those that are deleted permanently, and the number of visited offers.
 */
function walk(at: BookLedger, prepare: (sandbox: PaymentSandbox) => void = () => {}, book: Book = BOOK) {
  const sandbox = new PaymentSandbox(at.view);
  const untouched = new PaymentSandbox(at.view);
  prepare(sandbox);
  const stream = new OfferStream({ sandbox, untouched }, bookRange(book), TEST_FEES);
  const found: string[] = [];
  for (let next = stream.next(); next !== undefined; next = stream.next()) found.push(amountText(next.amounts.in));
  return { found, stale: [...stream.staleOffers], count: stream.count, sandbox, untouched };
}

describe('The offers of a book', () => {
  test('go for good when they are expired, or worth nothing', () => {
    const at = ledger();
    const expired = offer(at, ALICE, 10n, '10', { Expiration: 1_000_000 });
    const empty = offer(at, ALICE, 20n, '10', { TakerPays: 0n });
    offer(at, BOB, 30n, '10', { Expiration: 1_000_001 });
    const { found, stale, count } = walk(at);
    assert.deepEqual(found, ['30']);
    assert.deepEqual([stale, count], [[expired, empty], 3]);
  });

  test('go for good when they give nothing', () => {
    const at = ledger();
    const { key } = offerKeylet(ALICE, at.account(ALICE).Sequence);
    at.offer(ALICE, usd('10'), 10n);
    at.view.rawReplace({ ...at.read(offerById(key))!, TakerGets: 0n });
    const { found, stale } = walk(at, undefined, { takerPays: BOOK.takerGets, takerGets: BOOK.takerPays });
    assert.deepEqual([found, stale], [[], [key]]);
  });

  test('go for good when their owner is not in their domain, or they name no other book and should', () => {
    const at = ledger();
    at.domain(DOMAIN, ISSUER, BOB);
    const outside = offer(at, ALICE, 10n, '10', { DomainID: DOMAIN });
    const hybrid = offer(at, BOB, 20n, '10', { DomainID: DOMAIN, Flags: EntryFlags.Offer.lsfHybrid });
    offer(at, BOB, 30n, '10', { DomainID: DOMAIN });
    const { found, stale } = walk(at);
    assert.deepEqual(found, ['30']);
    assert.deepEqual(stale, [outside, hybrid]);
  });

  test('are found behind a directory that has become empty', () => {
    const at = ledger();
    const lost = offer(at, ALICE, 10n, '10');
    const { BookDirectory } = at.read(offerById(lost))!;
    offer(at, BOB, 20n, '10');
    at.view.rawErase(at.read(offerById(lost))!);
    const { found, sandbox, untouched } = walk(at);
    assert.deepEqual(found, ['20']);
    for (const view of [sandbox, untouched]) {
      assert.deepEqual(view.read(pageKeylet(BookDirectory, 0n))?.Indexes, [], 'in either view');
    }
  });
});
