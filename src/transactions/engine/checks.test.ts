/** Checks before a transaction is applied, and the fee that is charged if one fails. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { party } from '../../../test/support/env.ts';
import { TEST_CONTEXT, TestLedger } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { createTransaction, type Transaction } from '../../protocol/transaction/transaction.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import type { StObject } from '../../protocol/values.ts';
import type { ApplyFlags } from '../transaction-type.ts';
import { transactionTypeOf } from '../types/table.ts';
import { baseFeeOf } from './base-fee.ts';
import { preclaim } from './preclaim.ts';
import { preflight } from './preflight.ts';
import { payFeeOnly } from './sender.ts';

const ALICE = party('alice');
const BOB = party('bob');
const ACCOUNT_SET = { TransactionType: 'AccountSet', Account: ALICE.id, Fee: 10n, Sequence: 5 };

describe('preflight', () => {
  const check = (transaction: Transaction, { flags = {} as ApplyFlags, networkId = 0 } = {}) => {
    const { fields: tx } = transaction;
    return preflight({ ...TEST_CONTEXT, transaction, tx, flags, networkId }, transactionTypeOf(tx.TransactionType));
  };

  test('requires the id of networks above 1024, and forbids it on others', () => {
    const results = (networkId: number) =>
      [undefined, 1024, 1025, 1026].map((NetworkID) => {
        const fields: StObject = NetworkID === undefined ? ACCOUNT_SET : { ...ACCOUNT_SET, NetworkID };
        return check(signTransaction(fields, ALICE.keys), { networkId });
      });
    const forbidden = 'telNETWORK_ID_MAKES_TX_NON_CANONICAL';
    assert.deepEqual(results(1024), ['tesSUCCESS', forbidden, forbidden, forbidden]);
    assert.deepEqual(results(1025), ['telREQUIRES_NETWORK_ID', 'telWRONG_NETWORK', 'tesSUCCESS', 'telWRONG_NETWORK']);
  });

  test('verifies the signature last, and not in a dry run', () => {
    const dryRun = { flags: { dryRun: true } };
    const signed = signTransaction(ACCOUNT_SET, ALICE.keys).fields;
    const changed = createTransaction({ ...signed, Fee: 11n });
    assert.deepEqual([check(changed), check(changed, dryRun)], ['temINVALID', 'tesSUCCESS']);
    assert.equal(check(createTransaction({ ...signed, SetFlag: 5, ClearFlag: 5 })), 'temINVALID_FLAG');
    const Signers = [{ Signer: { Account: BOB.id, SigningPubKey: '', TxnSignature: '' } }];
    assert.equal(check(signTransaction({ ...ACCOUNT_SET, Signers }, ALICE.keys), dryRun), 'temINVALID');
  });
});

describe('preclaim', () => {
  const check = (transaction: Transaction, Balance = 100n, isOpen = false) => {
    const ledger = new TestLedger({ isOpen });
    ledger.fund(ALICE.id, { Balance, Sequence: 5 });
    const { view } = ledger;
    const { fields: tx } = transaction;
    const context = {
      ...TEST_CONTEXT,
      transaction,
      tx,
      flags: {},
      view,
      baseFeeDrops: baseFeeOf(tx, view, TEST_CONTEXT),
    };
    return preclaim(context, transactionTypeOf(tx.TransactionType));
  };

  test('refuses a fee above the balance; a closed ledger takes the balance', () => {
    for (const [balance, fee, open, closed] of [
      [10n, 10n, 'tesSUCCESS', 'tesSUCCESS'],
      [10n, 11n, 'terINSUF_FEE_B', 'tecINSUFF_FEE'],
      [0n, 11n, 'terINSUF_FEE_B', 'terINSUF_FEE_B'],
    ] as const) {
      const transaction = signTransaction({ ...ACCOUNT_SET, Fee: fee }, ALICE.keys);
      assert.deepEqual([check(transaction, balance, true), check(transaction, balance)], [open, closed]);
    }
  });

  test('checks the sequence before the key', () => {
    assert.equal(check(signTransaction({ ...ACCOUNT_SET, Sequence: 4 }, BOB.keys)), 'tefPAST_SEQ');
    assert.equal(check(signTransaction(ACCOUNT_SET, BOB.keys)), 'tefBAD_AUTH');
  });

  test('refuses pseudo-transactions in the open ledger', () => {
    const pseudo = { TransactionType: 'SetFee', Account: '0'.repeat(40), Fee: 0n, Sequence: 0, SigningPubKey: '' };
    const fees = { BaseFeeDrops: 1n, ReserveBaseDrops: 2n, ReserveIncrementDrops: 3n };
    const transaction = createTransaction({ ...pseudo, ...fees });
    assert.deepEqual([check(transaction, 100n, true), check(transaction)], ['temINVALID', 'tesSUCCESS']);
  });
});

test('a failed transaction costs at most the balance, and uses the sequence', () => {
  const ledger = new TestLedger();
  ledger.fund(ALICE.id, { Balance: 20n, Sequence: 7 });
  const sandbox = new Sandbox(ledger.view);
  assert.equal(payFeeOnly(sandbox, ledger.transaction({ ...ACCOUNT_SET, Fee: 30n, Sequence: 7 }), 30n), 20n);
  const { Balance, Sequence } = sandbox.read(accountKeylet(ALICE.id))!;
  assert.deepEqual([Balance, Sequence], [0n, 8]);
});
