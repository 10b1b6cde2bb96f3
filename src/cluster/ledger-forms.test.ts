import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedLedger } from '../../test/contracts/cluster-store/shared-ledgers.ts';
import { commonForm, LEDGER_FORMS, oldestForm } from './ledger-forms.ts';

const FORMS = { ...LEDGER_FORMS, written: [2, 3, 5], newestRead: 5 };
const reading = (...forms: number[]) => forms.map((form, at) => ({ id: `m${at}`, readsLedgerVersion: form }));

test('the form that is written is the newest that all members read', () => {
  assert.equal(commonForm(FORMS, []), 5);
  assert.equal(commonForm(FORMS, reading(5, 9)), 5);
  assert.equal(commonForm(FORMS, reading(5, 4)), 3, 'the fourth is not written any more');
  assert.equal(commonForm(FORMS, reading(3, 2)), 2);
  assert.equal(oldestForm(FORMS), 2);
});

test('nothing is written where a member reads none of the forms', () => {
  assert.throws(() => commonForm(FORMS, reading(5, 1)), {
    name: 'StoreError',
    message: /member m1 reads closed ledgers up to form 1, and this Weir writes 2/,
  });
});

test('what this Weir writes it reads', () => {
  const ledger = sharedLedger(1);
  for (const form of LEDGER_FORMS.written) {
    assert.ok(form <= LEDGER_FORMS.newestRead);
    assert.deepEqual(LEDGER_FORMS.decode(LEDGER_FORMS.encode(ledger, form)), ledger);
  }
});
