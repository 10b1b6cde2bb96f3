import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { ticketKeylet } from '../../../protocol/entries/keylets.ts';
import type { StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');

function ledgerWith(fields: Partial<AccountRoot> = {}): TestLedger {
  const ledger = new TestLedger();
  ledger.fund(ALICE, fields);
  return ledger;
}

function create(ledger: TestLedger, count: number, fields: StObject = {}): string {
  return ledger.apply({ TransactionType: 'TicketCreate', Account: ALICE, TicketCount: count, ...fields }).result;
}

describe('TicketCreate', () => {
  test('refuses no tickets and more than 250', () => {
    assert.equal(create(ledgerWith(), 0), 'temINVALID_COUNT');
    assert.equal(create(ledgerWith(), 251), 'temINVALID_COUNT');
  });

  test('refuses a total above 250, before the reserve', () => {
    assert.equal(create(ledgerWith({ TicketCount: 249, Balance: 10n }), 2), 'tecDIR_FULL');
  });

  test('needs the reserve of all tickets in the balance before the fee', () => {
    assert.equal(create(ledgerWith({ Balance: 1_399_999n }), 2), 'tecINSUFFICIENT_RESERVE');
    assert.equal(create(ledgerWith({ Balance: 1_400_000n }), 2), 'tesSUCCESS');
  });

  test('sets the next sequences aside', () => {
    const ledger = ledgerWith({ Sequence: 5 });
    assert.equal(create(ledger, 3), 'tesSUCCESS');
    const account = ledger.account(ALICE);
    assert.deepEqual([account.Sequence, account.TicketCount, account.OwnerCount], [9, 3, 3]);
    const held = [5, 6, 7, 8, 9].filter((number) => ledger.read(ticketKeylet(ALICE, number)) !== undefined);
    assert.deepEqual(held, [6, 7, 8]);
  });

  test('a ticket that pays for new ones leaves room for its successor', () => {
    const ledger = ledgerWith({ Sequence: 5 });
    create(ledger, 250);
    assert.equal(create(ledger, 1), 'tecDIR_FULL');
    assert.equal(create(ledger, 1, { Sequence: 0, TicketSequence: 6 }), 'tesSUCCESS');
    const account = ledger.account(ALICE);
    assert.deepEqual([account.Sequence, account.TicketCount, account.OwnerCount], [257, 250, 250]);
    assert.equal(ledger.read(ticketKeylet(ALICE, 6)), undefined);
    assert.notEqual(ledger.read(ticketKeylet(ALICE, 256)), undefined);
  });
});
