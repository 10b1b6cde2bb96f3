import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NEW_CHAIN_RULES } from '../tables/rules.ts';
import type { StObject } from '../values.ts';
import { checkLocally } from './local-checks.ts';

const ALICE = 'B5F762798A53D543A014CAF8B297CFF8F2F937E8';
const payment = {
  TransactionType: 'Payment',
  Account: ALICE,
  Destination: ALICE,
  Amount: 1n,
  Fee: 10n,
  Sequence: 1,
  SigningPubKey: '',
};

const faultOf = (fields: StObject) => checkLocally(fields, NEW_CHAIN_RULES);

function withMemo(Memo: StObject): StObject {
  return { ...payment, Memos: [{ Memo }] };
}

describe('local checks', () => {
  test('limit what memos may hold', () => {
    const onlyMemos = 'A memo array may contain only Memo objects.';
    assert.equal(faultOf({ ...payment, Memos: [{ Signer: { MemoData: '00' } }] }), onlyMemos);
    const onlyMemoFields = 'A memo may contain only MemoType, MemoData or MemoFormat fields.';
    assert.equal(faultOf(withMemo({ Domain: '00' })), onlyMemoFields);
    for (const text of ['20', '0A', '80', '610A']) {
      assert.equal(
        faultOf(withMemo({ MemoType: text })),
        'The MemoType and MemoFormat fields may only contain characters that are allowed in URLs under RFC 3986.',
      );
    }
  });

  test('refuse empty accounts, pseudo-transactions and misplaced multi-purpose tokens', () => {
    const mpt = { value: 1n, mptIssuanceId: `00000001${ALICE}` };
    assert.equal(faultOf({ ...payment, Destination: '' }), 'An account field is invalid.');
    const pseudo = { ...payment, TransactionType: 'EnableAmendment' };
    assert.equal(faultOf(pseudo), 'Cannot submit pseudo transactions.');
    assert.equal(faultOf({ ...payment, Amount: mpt }), undefined);
    assert.equal(faultOf({ ...payment, Fee: mpt }), 'Amount can not be MPT.');
    const channel = { ...payment, TransactionType: 'PaymentChannelCreate', Amount: mpt };
    assert.equal(faultOf(channel), 'Amount can not be MPT.');
  });

  test('look into batches', () => {
    const batch = { ...payment, TransactionType: 'Batch' };
    const raw = (...list: StObject[]): StObject => ({
      ...batch,
      RawTransactions: list.map((RawTransaction) => ({ RawTransaction })),
    });
    assert.equal(faultOf(raw(payment)), undefined);
    assert.equal(faultOf(raw(batch)), 'Raw Transactions may not contain batch transactions.');
    assert.equal(faultOf(raw({})), 'Field not found: TransactionType');
    assert.equal(faultOf(raw({ TransactionType: 'Payment' })), "Field 'Destination' is required but missing.");
    assert.equal(faultOf(raw(...new Array<StObject>(8).fill(payment))), undefined);
    const tooMany = raw(...new Array<StObject>(9).fill(payment));
    assert.equal(faultOf(tooMany), 'Raw Transactions array exceeds max entries.');
    const signers = { ...raw(payment), BatchSigners: new Array(9).fill({ BatchSigner: {} }) };
    assert.equal(faultOf(signers), 'Batch Signers array exceeds max entries.');
  });
});
