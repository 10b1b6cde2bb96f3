import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { ownerDirKeylet, ticketKeylet } from '../../../protocol/entries/keylets.ts';

const ALICE = testAccount('Alice');

test('NFTokenCancelOffer treats the key of a directory as an offer that is gone, and refuses other entries', () => {
  const ledger = new TestLedger();
  ledger.fund(ALICE, { Sequence: 5 });
  assert.equal(ledger.apply({ TransactionType: 'TicketCreate', Account: ALICE, TicketCount: 1 }).result, 'tesSUCCESS');
  const cancel = (key: string) =>
    ledger.apply({ TransactionType: 'NFTokenCancelOffer', Account: ALICE, NFTokenOffers: [key] }).result;
  assert.equal(cancel(ownerDirKeylet(ALICE).key), 'tesSUCCESS');
  assert.equal(cancel(ticketKeylet(ALICE, 6).key), 'tecNO_PERMISSION');
});
