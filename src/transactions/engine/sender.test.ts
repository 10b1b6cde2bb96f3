import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { party } from '../../../test/support/env.ts';
import { TEST_FEES, TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { createTransaction } from '../../protocol/transaction/transaction.ts';
import type { StObject } from '../../protocol/values.ts';
import { baseFeeOf } from './base-fee.ts';
import { consumeSequenceAndPayFee, payFeeOnly } from './sender.ts';

const ALICE = testAccount('Alice');
const ACCOUNT_SET = { TransactionType: 'AccountSet', Account: ALICE, Fee: 30n };

describe('the sender of a transaction', () => {
  test('pays the fee and uses up the sequence; what it had before is told', () => {
    const ledger = new TestLedger();
    ledger.fund(ALICE, { Balance: 100n, Sequence: 7 });
    const sandbox = new Sandbox(ledger.view);
    assert.equal(consumeSequenceAndPayFee(sandbox, ledger.transaction(ACCOUNT_SET)), 100n);
    const { Balance, Sequence, AccountTxnID } = sandbox.read(accountKeylet(ALICE))!;
    assert.deepEqual([Balance, Sequence, AccountTxnID], [70n, 8, undefined]);
  });

  test('is remembered by its last transaction if it asked for that', () => {
    const ledger = new TestLedger();
    ledger.fund(ALICE, { AccountTxnID: '0'.repeat(64) });
    const sandbox = new Sandbox(ledger.view);
    const transaction = ledger.transaction(ACCOUNT_SET);
    consumeSequenceAndPayFee(sandbox, transaction);
    assert.equal(sandbox.read(accountKeylet(ALICE))!.AccountTxnID, transaction.id);
  });

  test('pays no more than it has for a transaction that did nothing else', () => {
    const ledger = new TestLedger();
    ledger.fund(ALICE, { Balance: 20n, Sequence: 7 });
    const sandbox = new Sandbox(ledger.view);
    assert.equal(payFeeOnly(sandbox, ledger.transaction(ACCOUNT_SET), 30n), 20n);
    const { Balance, Sequence } = sandbox.read(accountKeylet(ALICE))!;
    assert.deepEqual([Balance, Sequence], [0n, 8]);
  });
});

const SIGNER = party('alice');

describe('the base fee', () => {
  const feeOf = (fields: StObject) => {
    const ledger = new TestLedger();
    ledger.fund(SIGNER.id);
    const common = { Account: SIGNER.id, Fee: 10n, Sequence: 1, SigningPubKey: '' };
    const { fields: tx } = createTransaction({ ...common, ...fields });
    return baseFeeOf(tx, ledger.view, { fees: TEST_FEES, networkId: 0 });
  };

  test('is due once more for each signer', () => {
    const signers = (count: number) =>
      new Array(count).fill({ Signer: { Account: SIGNER.id, SigningPubKey: '', TxnSignature: '' } });
    assert.equal(feeOf({ TransactionType: 'AccountSet' }), 10n);
    assert.equal(feeOf({ TransactionType: 'AccountSet', Signers: signers(1) }), 20n);
    assert.equal(feeOf({ TransactionType: 'AccountSet', Signers: signers(3) }), 40n);
  });

  test('is the type’s own where it has one, even if that is nothing', () => {
    const byMasterKey = { SigningPubKey: SIGNER.keys.publicKey };
    assert.equal(feeOf({ TransactionType: 'SetRegularKey', ...byMasterKey }), 0n);
    assert.equal(feeOf({ TransactionType: 'SetRegularKey' }), 10n);
    assert.equal(
      feeOf({ TransactionType: 'AccountDelete', Destination: '1'.repeat(40) }),
      TEST_FEES.reserveIncrementDrops,
    );
  });
});
