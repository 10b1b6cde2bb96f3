/** The fee against the balance: only a closed ledger takes what there is of it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { party } from '../../../test/support/env.ts';
import { TEST_FEES, TestLedger } from '../../../test/support/test-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { createTransaction, type Transaction } from '../../protocol/transaction/transaction.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import type { StObject } from '../../protocol/values.ts';
import { transactionTypeOf } from '../types/table.ts';
import { baseFeeOf } from './base-fee.ts';
import { preclaim } from './preclaim.ts';

const ALICE = party('alice');
const CONTEXT = { fees: TEST_FEES, networkId: 0 };

function ledgerWith(balanceDrops: bigint, isOpen: boolean): TestLedger {
  const ledger = new TestLedger({ isOpen });
  ledger.fund(ALICE.id, { Balance: balanceDrops, Sequence: 5 });
  return ledger;
}

function accountSet(feeDrops: bigint, more: StObject = {}): Transaction {
  const fields = { TransactionType: 'AccountSet', Account: ALICE.id, Fee: feeDrops, Sequence: 5, ...more };
  return signTransaction(fields, ALICE.keys);
}

function claim(balanceDrops: bigint, feeDrops: bigint, isOpen: boolean): string {
  const { view } = ledgerWith(balanceDrops, isOpen);
  const transaction = accountSet(feeDrops);
  return preclaimed(transaction, view);
}

/** What preclaim says of it, as the engine asks. */
function preclaimed(transaction: Transaction, view: ReadView): string {
  const { fields: tx } = transaction;
  const baseFeeDrops = baseFeeOf(tx, view, CONTEXT);
  const context = { ...CONTEXT, transaction, tx, flags: {}, view, baseFeeDrops };
  return preclaim(context, transactionTypeOf(tx.TransactionType));
}

describe('a fee', () => {
  test('is not larger than the balance', () => {
    assert.equal(claim(10n, 10n, true), 'tesSUCCESS');
    assert.equal(claim(10n, 11n, true), 'terINSUF_FEE_B');
    assert.equal(claim(0n, 11n, true), 'terINSUF_FEE_B');
    assert.equal(claim(10n, 10n, false), 'tesSUCCESS');
    assert.equal(claim(10n, 11n, false), 'tecINSUFF_FEE');
    assert.equal(claim(0n, 11n, false), 'terINSUF_FEE_B');
  });
});

describe('a sequence or a ticket', () => {
  const claimWith = (fields: StObject, signer = ALICE, isOpen = false) => {
    const { view } = ledgerWith(100n, isOpen);
    const transaction = signTransaction(
      { TransactionType: 'AccountSet', Account: ALICE.id, Fee: 10n, Sequence: 0, ...fields },
      signer.keys,
    );
    return preclaimed(transaction, view);
  };

  test('is looked at before the key', () => {
    const stranger = party('stranger');
    assert.equal(claimWith({ Sequence: 4 }, stranger), 'tefPAST_SEQ');
    assert.equal(claimWith({ Sequence: 5 }, stranger), 'tefBAD_AUTH');
  });
});

describe('what only validators make', () => {
  test('is never in the open ledger', () => {
    const fee = {
      TransactionType: 'SetFee',
      Account: '0'.repeat(40),
      Fee: 0n,
      Sequence: 0,
      SigningPubKey: '',
      BaseFeeDrops: 1n,
      ReserveBaseDrops: 2n,
      ReserveIncrementDrops: 3n,
    };
    const transaction = createTransaction(fee);
    const results = [true, false].map((isOpen) => {
      const { view } = ledgerWith(100n, isOpen);
      return preclaimed(transaction, view);
    });
    assert.deepEqual(results, ['temINVALID', 'tesSUCCESS']);
  });
});
