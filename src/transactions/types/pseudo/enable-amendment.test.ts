import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEES, TestLedger } from '../../../../test/support/test-view.ts';
import type { Amendments } from '../../../protocol/entries/entries.ts';
import { amendmentsKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import { createTransaction } from '../../../protocol/transaction/transaction.ts';
import { applyTransaction } from '../../engine/engine.ts';

const { tfGotMajority, tfLostMajority } = TransactionFlags.EnableAmendment;
const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)];
/** What a test's ledger has as its parent's close time. */
const NOW = 1_000_000;

function majority(Amendment: string, CloseTime = 5) {
  return { Majority: { Amendment, CloseTime } };
}

function ledgerWith(fields: Partial<Amendments>): TestLedger {
  const ledger = new TestLedger();
  ledger.put({ ...newEntry(amendmentsKeylet()), ...fields });
  return ledger;
}

function apply(ledger: TestLedger, Amendment: string, Flags = 0): string {
  const pseudo = { TransactionType: 'EnableAmendment', Account: '0'.repeat(40), Fee: 0n, Sequence: 0 };
  const transaction = createTransaction({ ...pseudo, SigningPubKey: '', LedgerSequence: 1000, Amendment, Flags });
  return applyTransaction(ledger.view, transaction, { fees: TEST_FEES, networkId: 0 }).result;
}

function state(ledger: TestLedger): unknown[] {
  const entry = ledger.read(amendmentsKeylet());
  return [entry?.Amendments, entry?.Majorities];
}

describe('EnableAmendment', () => {
  test('enables what is not enabled yet, and forgets its majority', () => {
    const ledger = ledgerWith({ Amendments: [ONE], Majorities: [majority(TWO)] });
    assert.equal(apply(ledger, ONE), 'tefALREADY');
    assert.equal(apply(ledger, TWO), 'tesSUCCESS');
    assert.deepEqual(state(ledger), [[ONE, TWO], undefined]);
  });

  test('notes since when there is a majority, once', () => {
    const ledger = ledgerWith({ Majorities: [majority(ONE)] });
    assert.equal(apply(ledger, ONE, tfGotMajority), 'tefALREADY');
    assert.equal(apply(ledger, TWO, tfGotMajority), 'tesSUCCESS');
    assert.deepEqual(state(ledger), [undefined, [majority(ONE), majority(TWO, NOW)]]);
  });

  test('forgets a majority that is lost, if there was one', () => {
    const ledger = ledgerWith({ Majorities: [majority(ONE), majority(TWO)] });
    assert.equal(apply(ledger, ONE, tfLostMajority), 'tesSUCCESS');
    assert.equal(apply(ledger, ONE, tfLostMajority), 'tefALREADY');
    assert.deepEqual(state(ledger), [undefined, [majority(TWO)]]);
    assert.equal(apply(ledger, TWO, tfLostMajority), 'tesSUCCESS');
    assert.deepEqual(state(ledger), [undefined, undefined]);
  });

  test('refuses to say both', () => {
    assert.equal(apply(ledgerWith({}), ONE, tfGotMajority | tfLostMajority), 'temINVALID_FLAG');
  });

  test('makes the list where there is none', () => {
    const ledger = new TestLedger();
    assert.equal(apply(ledger, ONE), 'tesSUCCESS');
    assert.deepEqual(state(ledger), [[ONE], undefined]);
  });
});
