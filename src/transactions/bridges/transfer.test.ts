import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEES, testAccount } from '../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../test/support/token-ledger.ts';
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { ZERO_ACCOUNT } from '../../protocol/values.ts';
import { inPaymentSandbox, type Transfer, transfer } from './transfer.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const ABSENT = testAccount('N');
const { lsfRequireDestTag, lsfDepositAuth } = EntryFlags.AccountRoot;

function ledgerOf(...accounts: readonly string[]): TokenLedger {
  const ledger = new TokenLedger();
  for (const account of accounts) ledger.fund(account);
  return ledger;
}

function result(ledger: TokenLedger, terms: Partial<Transfer>): Ter {
  const ends = { fees: TEST_FEES, source: ALICE, destination: BOB, amount: 1n };
  return transfer(new PaymentSandbox(ledger.view), { ...ends, ...terms });
}

describe('A transfer at a bridge', () => {
  test('to oneself is done already', () => {
    const ledger = ledgerOf(ALICE);
    ledger.view.rawReplace({ ...ledger.account(ALICE), Flags: lsfRequireDestTag });
    assert.equal(result(ledger, { destination: ALICE, amount: 10n ** 17n }), 'tesSUCCESS');
  });

  test('checks permission, then the required tag, for the own account too', () => {
    const ledger = ledgerOf(ALICE, BOB);
    ledger.view.rawReplace({ ...ledger.account(BOB), Flags: lsfRequireDestTag | lsfDepositAuth });
    assert.equal(result(ledger, { isSubmittedByDestination: true }), 'tecDST_TAG_NEEDED');
    assert.equal(result(ledger, { destinationTag: 0 }), 'tecNO_PERMISSION');
    assert.equal(result(ledger, { destinationTag: 0, isSubmittedByDestination: true }), 'tesSUCCESS');
  });

  test('needs a source, and its reserve', () => {
    const ledger = ledgerOf(ALICE, BOB);
    ledger.view.rawReplace({ ...ledger.account(ALICE), OwnerCount: 1, Balance: 1_200_001n });
    assert.equal(result(ledger, { source: ABSENT }), 'tecINTERNAL');
    assert.equal(result(ledger, { amount: 2n }), 'tecUNFUNDED_PAYMENT');
    assert.equal(result(ledger, { amount: 2n, balanceBeforeFeeDrops: 1_200_002n }), 'tesSUCCESS');
    assert.equal(result(ledger, { amount: 1n }), 'tesSUCCESS');
  });

  test('fails with a result of its own where the payment could never have been one', () => {
    assert.equal(result(ledgerOf(ALICE, BOB), { amount: tokens('1', ZERO_ACCOUNT) }), 'tecXCHAIN_PAYMENT_FAILED');
  });
});

describe('Work in a payment sandbox', () => {
  const withdraw = (payments: PaymentSandbox) => {
    const account = payments.peek(accountKeylet(ALICE))!;
    account.Balance -= 1n;
    payments.update(account);
  };

  test('gives up at an amount that no token can express, and leaves other exceptions alone', () => {
    const sandbox = new Sandbox(ledgerOf(ALICE).view);
    const failing = (error: Error) => () =>
      inPaymentSandbox(sandbox, (payments) => {
        withdraw(payments);
        throw error;
      });
    assert.equal(failing(new AmountError('too large'))(), 'tefEXCEPTION');
    assert.throws(failing(new RangeError('another')), RangeError);
    assert.equal(sandbox.changeCount, 0);
  });
});
