import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COUNTERSIGNATURE, LoanLedger } from '../../../../test/support/loan-ledger.ts';
import { ALICE, BOB, ISSUER } from '../../../../test/support/mpt-ledger.ts';
import { TEST_CONTEXT, testAccount } from '../../../../test/support/test-view.ts';
import { number, OWNER, USD_ISSUE, usd } from '../../../../test/support/vault-ledger.ts';
import { accountIdOfPublicKey } from '../../../crypto/address.ts';
import { loanById } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { type Hash256, type StObject, ZERO_HASH } from '../../../protocol/values.ts';
import { transactionTypeOf } from '../table.ts';

const ANY_ID = '12'.repeat(32);
const NOW = 1_000_000;
const MONTH = 2_592_000;
const { tfLoanFullPayment, tfLoanLatePayment, tfLoanOverpayment } = TransactionFlags.LoanPay;
const { tfLoanDefault, tfLoanImpair, tfLoanUnimpair } = TransactionFlags.LoanManage;
const MANAGED = { ManagementFeeRate: 10_000 };

const ofDollars = (fields: StObject = {}) =>
  new LoanLedger(
    () => USD_ISSUE,
    (value) => usd(String(value)),
    fields,
  );

function remove(id: Hash256, fields: StObject = {}): StObject {
  return { TransactionType: 'LoanDelete', Account: BOB, LoanID: id, ...fields };
}

describe('LoanSet', () => {
  test('counts tokens no finer than the vault does', () => {
    const ledger = ofDollars();
    const id = ledger.lend({ PrincipalRequested: number(10n) });
    assert.deepEqual([ledger.loan(id).LoanScale, ledger.owed(id)[0]], [-12, '10.457604667719']);
    assert.equal(ledger.result(ledger.loanSet({ PrincipalRequested: number(10_000_000_000_001n, -12) })), 'tesSUCCESS');
    const fine = ledger.loanSet({ PrincipalRequested: number(100_000_000_000_001n, -13) });
    assert.equal(ledger.result(fine), 'tecPRECISION_LOSS');
  });

  const MALFORMED: readonly (readonly [StObject, Ter])[] = [
    [{ CounterpartySignature: undefined }, 'temBAD_SIGNER'],
    [{ CounterpartySignature: { SigningPubKey: 'AB' } }, 'temBAD_SIGNATURE'],
    [{ LoanBrokerID: ZERO_HASH }, 'temINVALID'],
    [{ Data: '00'.repeat(257) }, 'temINVALID'],
    [{ LoanServiceFee: number(-1n) }, 'temINVALID'],
    [{ PrincipalRequested: number(0n) }, 'temINVALID'],
    [{ InterestRate: 100_001 }, 'temINVALID'],
    [{ PaymentTotal: 0 }, 'temINVALID'],
    [{ PaymentInterval: 59 }, 'temINVALID'],
    [{ GracePeriod: 59 }, 'temINVALID'],
  ];
  for (const [fields, expected] of MALFORMED) {
    test(`refuses ${JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`, () => {
      assert.equal(LoanLedger.ofDrops().result(LoanLedger.ofDrops().loanSet(fields)), expected);
    });
  }

  test('refuses what is not there, not the broker’s, or beyond time', () => {
    const ledger = LoanLedger.ofDrops();
    const scenes: readonly (readonly [StObject, Ter])[] = [
      [{ PaymentInterval: 0xffff_ffff, GracePeriod: 0xffff_ffff }, 'tecKILLED'],
      [{ PaymentInterval: 0xffff_ffff }, 'tecKILLED'],
      [{ PaymentTotal: 0xffff_ffff }, 'tecKILLED'],
      [{ PaymentTotal: 2000 }, 'tecKILLED'],
      [{ LoanBrokerID: ANY_ID }, 'tecNO_ENTRY'],
      [{ Counterparty: ALICE }, 'tecNO_PERMISSION'],
      [{ Account: OWNER, Counterparty: testAccount('Q') }, 'terNO_ACCOUNT'],
      [{ PrincipalRequested: number(15n, -1) }, 'tecPRECISION_LOSS'],
      [{ PrincipalRequested: number(1001n) }, 'tecINSUFFICIENT_FUNDS'],
      [{ PrincipalRequested: number(1n) }, 'tecPRECISION_LOSS'],
      [{ PrincipalRequested: number(10n), PaymentTotal: 20 }, 'tecPRECISION_LOSS'],
    ];
    for (const [fields, expected] of scenes) assert.equal(ledger.result(ledger.loanSet(fields)), expected);
  });

  test('keeps the limits of vault and broker, and demands cover', () => {
    const ledger = LoanLedger.ofDrops();
    ledger.amendVault(ledger.vaultId, { AssetsMaximum: number(1000n) });
    assert.equal(ledger.result(ledger.loanSet()), 'tecLIMIT_EXCEEDED');
    ledger.amendVault(ledger.vaultId, { AssetsMaximum: number(1010n) });
    assert.equal(ledger.result(ledger.loanSet()), 'tecLIMIT_EXCEEDED');
    ledger.amendVault(ledger.vaultId, { AssetsMaximum: undefined });
    ledger.amendBroker({ DebtMaximum: number(1045n) });
    assert.equal(ledger.result(ledger.loanSet()), 'tecLIMIT_EXCEEDED');
    ledger.amendBroker({ DebtMaximum: undefined, CoverAvailable: number(104n) });
    assert.equal(ledger.result(ledger.loanSet()), 'tecINSUFFICIENT_FUNDS');
    ledger.amendBroker({ CoverAvailable: number(200n), LoanSequence: 0xffff_ffff });
    assert.equal(ledger.result(ledger.loanSet()), 'tecMAX_SEQUENCE_REACHED');
  });

  test('costs a fee for each signature of the counterparty', () => {
    const ledger = LoanLedger.ofDrops();
    const feeFor = (CounterpartySignature: StObject) => {
      const { fields } = ledger.transaction(ledger.loanSet({ CounterpartySignature }));
      return transactionTypeOf('LoanSet')!.baseFee!(fields, ledger.view, TEST_CONTEXT);
    };
    const Signer = { Account: ALICE, ...COUNTERSIGNATURE };
    assert.deepEqual(
      [feeFor({}), feeFor(COUNTERSIGNATURE), feeFor({ Signers: [{ Signer }, { Signer }] })],
      [10n, 20n, 30n],
    );
  });

  test('is signed by a key of the counterparty', () => {
    const ledger = LoanLedger.ofDrops();
    const check = (fields: StObject) => {
      const transaction = ledger.transaction(ledger.loanSet(fields));
      const context = { transaction, tx: transaction.fields, flags: {}, ...TEST_CONTEXT };
      return transactionTypeOf('LoanSet')!.checkSign!({ ...context, view: ledger.view, baseFeeDrops: 10n });
    };
    assert.equal(check({ LoanBrokerID: ANY_ID }), 'temBAD_SIGNER');
    assert.equal(check({}), 'tefBAD_AUTH');
    assert.equal(check({ Counterparty: testAccount('Q') }), 'terNO_ACCOUNT');
    const RegularKey = accountIdOfPublicKey(COUNTERSIGNATURE.SigningPubKey);
    ledger.view.rawReplace({ ...ledger.account(OWNER), RegularKey });
    assert.equal(check({}), 'tesSUCCESS');
  });

  test('needs no signatures in a dry run, but not two kinds of them', () => {
    const ledger = LoanLedger.ofDrops();
    const Signer = { Account: ALICE, SigningPubKey: '', TxnSignature: '' };
    const dryRun = (signature: StObject) => {
      return ledger.dryRun(ledger.loanSet({ CounterpartySignature: signature }));
    };
    assert.equal(dryRun({ SigningPubKey: '' }), 'tesSUCCESS');
    assert.equal(dryRun(COUNTERSIGNATURE), 'temINVALID');
    assert.equal(dryRun({ Signers: [{ Signer }], SigningPubKey: COUNTERSIGNATURE.SigningPubKey }), 'temINVALID');
    assert.equal(dryRun({ Signers: [{ Signer: { ...Signer, TxnSignature: 'AB' } }] }), 'temINVALID');
    assert.equal(dryRun({ Signers: [{ Signer }] }), 'tesSUCCESS');
  });
});

describe('LoanPay', () => {
  test('pays all that is left at once, for a price', () => {
    const ledger = LoanLedger.ofDrops(MANAGED);
    const id = ledger.lend({ CloseInterestRate: 10_000, ClosePaymentFee: number(7n) });
    const full = { Flags: tfLoanFullPayment };
    assert.equal(ledger.repay(id, 1000n, full), 'tecINSUFFICIENT_PAYMENT');
    ledger.wait(NOW + MONTH / 2);
    // A tenth of the principal, and half a month of a tenth of it: 104, of which a tenth, rounded down, is the broker's.
    assert.equal(ledger.repay(id, 1110n, full), 'tecINSUFFICIENT_PAYMENT');
    assert.equal(ledger.repay(id, 1111n, full), 'tesSUCCESS');
    assert.deepEqual(ledger.vaultBooks(), ['1094', '1094', '0']);
    assert.deepEqual(ledger.brokerBooks(), ['0', '200', 1]);
    const short = ledger.lend({ PrincipalRequested: number(100n), PaymentTotal: 1 });
    assert.equal(ledger.repay(short, 200n, full), 'tecKILLED');
  });

  test('gives the fee to the owner, or to the cover while that is short', () => {
    const ledger = LoanLedger.ofDrops();
    const id = ledger.lend({ LoanServiceFee: number(5n) });
    const { Balance: before } = ledger.account(OWNER);
    assert.equal(ledger.repay(id, 110n), 'tesSUCCESS');
    assert.equal(ledger.account(OWNER).Balance, before + 5n);
    const { Account: account } = ledger.broker();
    ledger.amendBroker({ CoverAvailable: number(50n) });
    ledger.view.rawReplace({ ...ledger.account(account), Balance: 50n });
    assert.equal(ledger.repay(id, 110n), 'tesSUCCESS');
    assert.equal(ledger.brokerBooks()[1], '55');
  });

  test('pays the fee into the cover while the line of the owner is deep-frozen', () => {
    const { tfSetFreeze, tfSetDeepFreeze } = TransactionFlags.TrustSet;
    const ledger = ofDollars();
    const id = ledger.lend({ LoanServiceFee: number(5n) });
    ledger.trust(ISSUER, OWNER, '0', { Flags: tfSetFreeze | tfSetDeepFreeze });
    assert.equal(ledger.repay(id, usd('110')), 'tesSUCCESS');
    assert.equal(ledger.brokerBooks()[1], '205');
  });

  test('takes more than is due only if the borrower says so', () => {
    for (const [Flags, principal] of [
      [0, '904'],
      [tfLoanOverpayment, '854'],
    ] as const) {
      const ledger = LoanLedger.ofDrops();
      const id = ledger.lend({ Flags: TransactionFlags.LoanSet.tfLoanOverpayment });
      assert.equal(ledger.repay(id, 155n, { Flags }), 'tesSUCCESS');
      assert.equal(ledger.owed(id)[1], principal);
    }
  });

  test('fails while the line of the vault is deep-frozen', () => {
    const { tfSetFreeze, tfSetDeepFreeze } = TransactionFlags.TrustSet;
    const ledger = ofDollars();
    const id = ledger.lend();
    const { Account: account } = ledger.vault(ledger.vaultId);
    ledger.trust(ISSUER, account, '0', { Flags: tfSetFreeze });
    assert.equal(ledger.repay(id, usd('110')), 'tesSUCCESS');
    ledger.trust(ISSUER, account, '0', { Flags: tfSetDeepFreeze });
    assert.equal(ledger.repay(id, usd('110')), 'tecFROZEN');
  });

  test('refuses what is malformed, missing, or not the sender’s', () => {
    const ledger = LoanLedger.ofDrops();
    const id = ledger.lend();
    assert.equal(ledger.repay(ZERO_HASH, 1n), 'temINVALID');
    assert.equal(ledger.repay(id, 0n), 'temBAD_AMOUNT');
    assert.equal(ledger.repay(id, 1n, { Flags: tfLoanFullPayment | tfLoanLatePayment }), 'temINVALID_FLAG');
    assert.equal(ledger.repay(ANY_ID, 1n), 'tecNO_ENTRY');
    assert.equal(ledger.repay(id, 1n, { Account: ALICE }), 'tecNO_PERMISSION');
    assert.equal(ledger.repay(id, usd('1')), 'tecWRONG_ASSET');
    assert.equal(ledger.repay(id, 1_000_000_000n), 'tecINSUFFICIENT_FUNDS');
    ledger.amendLoan(id, { NextPaymentDueDate: undefined });
    assert.equal(ledger.repay(id, 500n), 'tecINTERNAL');
  });

  test('costs one base fee if five payments remain, for any amount', () => {
    for (const [payments, fee] of [
      [5, 10n],
      [6, 20n],
    ] as const) {
      const ledger = LoanLedger.ofDrops();
      const terms = { PrincipalRequested: number(BigInt(3 * payments)), InterestRate: 0, PaymentTotal: payments };
      const LoanID = ledger.lend(terms);
      const { fields } = ledger.transaction({ TransactionType: 'LoanPay', Account: BOB, LoanID, Amount: 18n });
      assert.equal(transactionTypeOf('LoanPay')!.baseFee!(fields, ledger.view, TEST_CONTEXT), fee);
    }
  });
});

describe('LoanManage', () => {
  test('gives a loan up after its grace: the cover pays what it must, the vault loses the rest', () => {
    for (const wasImpaired of [false, true]) {
      const ledger = LoanLedger.ofDrops(MANAGED);
      const id = ledger.lend();
      if (wasImpaired) assert.equal(ledger.impair(id), 'tesSUCCESS');
      const due = wasImpaired ? NOW : NOW + MONTH;
      ledger.wait(due + 3599);
      assert.equal(ledger.giveUp(id), 'tecTOO_SOON');
      ledger.wait(due + 3600);
      assert.equal(ledger.giveUp(id), 'tesSUCCESS');
      assert.deepEqual(ledger.owed(id), ['0', '0', '0', 0]);
      // Half of the tenth of 1042 that had to be there, rounded up.
      assert.deepEqual(ledger.vaultBooks(), ['53', '53', '0']);
      assert.deepEqual(ledger.brokerBooks(), ['0', '147', 1]);
      assert.equal(ledger.giveUp(id), 'tecNO_PERMISSION');
      ledger.expect('tesSUCCESS', remove(id));
    }
  });

  test('refuses what is malformed, missing, or not the sender’s', () => {
    const ledger = LoanLedger.ofDrops();
    const id = ledger.lend();
    assert.equal(ledger.impair(ZERO_HASH), 'temINVALID');
    assert.equal(ledger.manage(id, tfLoanImpair | tfLoanUnimpair), 'temINVALID_FLAG');
    assert.equal(ledger.manage(id, tfLoanImpair | tfLoanDefault), 'temINVALID_FLAG');
    assert.equal(ledger.impair(ANY_ID), 'tecNO_ENTRY');
    assert.equal(ledger.manage(id, tfLoanImpair, BOB), 'tecNO_PERMISSION');
    ledger.amendVault(ledger.vaultId, { AssetsTotal: number(1040n) });
    assert.equal(ledger.impair(id), 'tecLIMIT_EXCEEDED');
    ledger.amendVault(ledger.vaultId, { AssetsTotal: number(1046n) });
    assert.equal(ledger.repay(id, 10_000n), 'tesSUCCESS');
    assert.equal(ledger.impair(id), 'tecNO_PERMISSION');
  });

  test('finds books that do not fit', () => {
    const ledger = LoanLedger.ofDrops();
    const id = ledger.lend();
    ledger.amendLoan(id, { Flags: EntryFlags.Loan.lsfLoanImpaired });
    assert.equal(ledger.unimpair(id), 'tefBAD_LEDGER');
    ledger.wait(NOW + 2 * MONTH);
    assert.equal(ledger.giveUp(id), 'tefBAD_LEDGER');
    ledger.amendVault(ledger.vaultId, { AssetsTotal: number(10n) });
    assert.equal(ledger.giveUp(id), 'tefBAD_LEDGER');
  });
});

describe('LoanDelete', () => {
  test('removes a loan that is paid off, and what rounding left of the debt', () => {
    const ledger = LoanLedger.ofDrops();
    const id = ledger.lend();
    const { OwnerCount: before } = ledger.account(BOB);
    assert.equal(ledger.result(remove(id)), 'tecHAS_OBLIGATIONS');
    assert.equal(ledger.repay(id, 10_000n), 'tesSUCCESS');
    assert.equal(ledger.result(remove(id, { Account: ALICE })), 'tecNO_PERMISSION');
    ledger.amendBroker({ DebtTotal: number(1n) });
    ledger.expect('tesSUCCESS', remove(id, { Account: OWNER }));
    assert.equal(ledger.read(loanById(id)), undefined);
    assert.deepEqual(ledger.brokerBooks(), ['0', '200', 0]);
    assert.equal(ledger.account(BOB).OwnerCount, before - 1);
  });
});
