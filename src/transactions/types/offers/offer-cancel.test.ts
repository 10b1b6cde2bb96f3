import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BookLedger } from '../../../../test/support/book-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';

const ALICE = testAccount('A');

describe('OfferCancel', () => {
  test('needs its sender', () => {
    const result = new BookLedger().apply({ TransactionType: 'OfferCancel', Account: ALICE, OfferSequence: 1 }).result;
    assert.equal(result, 'terNO_ACCOUNT');
  });
});
