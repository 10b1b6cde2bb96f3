import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BookLedger, XRP } from '../../../../test/support/book-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { tokens, USD } from '../../../../test/support/token-ledger.ts';
import { offerKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';

const ALICE = testAccount('A');
const ISSUER = testAccount('I');
const DOMAIN = 'D'.repeat(64);
const TOKEN = { currency: USD, issuer: ISSUER };

function ledger(): BookLedger {
  const at = new BookLedger();
  at.fund(ALICE, { Sequence: 5 });
  at.fund(ISSUER);
  return at;
}

function cancel(at: BookLedger, sequence: number): string {
  return at.apply({ TransactionType: 'OfferCancel', Account: ALICE, OfferSequence: sequence }).result;
}

describe('OfferCancel', () => {
  test('takes the offer out of its book and its owner’s directory, and no longer counts it', () => {
    const at = ledger();
    at.offer(ALICE, tokens('1', ISSUER), 10n);
    assert.equal(at.account(ALICE).OwnerCount, 1);
    assert.equal(cancel(at, 5), 'tesSUCCESS');
    assert.equal(at.read(offerKeylet(ALICE, 5)), undefined);
    assert.equal(at.read(ownerDirKeylet(ALICE)), undefined);
    assert.deepEqual(at.book(TOKEN, XRP), []);
    assert.equal(at.account(ALICE).OwnerCount, 0);
  });

  test('takes a hybrid offer out of both its books', () => {
    const at = ledger();
    at.domain(DOMAIN, ISSUER, ALICE);
    at.offer(ALICE, tokens('1', ISSUER), 10n, { DomainID: DOMAIN, Flags: TransactionFlags.OfferCreate.tfHybrid });
    assert.equal(at.book(TOKEN, XRP).length + at.book(TOKEN, XRP, DOMAIN).length, 2);
    assert.equal(cancel(at, 5), 'tesSUCCESS');
    assert.equal(at.book(TOKEN, XRP).length + at.book(TOKEN, XRP, DOMAIN).length, 0);
  });

  test('does not mind if there is no such offer', () => {
    assert.equal(cancel(ledger(), 4), 'tesSUCCESS');
  });

  test('refuses a sequence that is none, or not in the past', () => {
    assert.equal(cancel(ledger(), 0), 'temBAD_SEQUENCE');
    assert.equal(cancel(ledger(), 5), 'temBAD_SEQUENCE');
    assert.equal(cancel(ledger(), 6), 'temBAD_SEQUENCE');
  });

  test('needs its sender', () => {
    const result = new BookLedger().apply({ TransactionType: 'OfferCancel', Account: ALICE, OfferSequence: 1 }).result;
    assert.equal(result, 'terNO_ACCOUNT');
  });
});
