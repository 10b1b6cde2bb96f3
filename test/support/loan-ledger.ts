/** A ledger fixture with short methods for tests of loan brokers and loans. */

import type { Loan, LoanBroker } from '../../src/protocol/entries/entries.ts';
import { loanBrokerById, loanBrokerKeylet, loanById, loanKeylet } from '../../src/protocol/entries/keylets.ts';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { AccountId, Amount, Hash256, Issue, StObject } from '../../src/protocol/values.ts';
import { preflightInner } from '../../src/transactions/engine/preflight.ts';
import { transactionTypeOf } from '../../src/transactions/types/table.ts';
import { ALICE, BOB } from './mpt-ledger.ts';
import { TEST_CONTEXT } from './test-view.ts';
import { number, OWNER, textOfNumber, VaultLedger } from './vault-ledger.ts';

/** The counterparty's signature. These ledgers do not check signatures. */
export const COUNTERSIGNATURE = {
  SigningPubKey: '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020',
  TxnSignature: 'AB',
};
/** Terms without rounding: 1000 at 10 % a year, in ten payments every 30 days. */
const TERMS = {
  PrincipalRequested: number(1000n),
  InterestRate: 10_000,
  PaymentTotal: 10,
  PaymentInterval: 2_592_000,
  GracePeriod: 3600,
};
const { tfLoanDefault, tfLoanImpair, tfLoanUnimpair } = TransactionFlags.LoanManage;

/** A vault with a deposit of Alice, and its owner's broker with cover. Bob borrows. */
export class LoanLedger extends VaultLedger {
  readonly vaultId: Hash256;
  readonly brokerId: Hash256;

  constructor(assetOf: (ledger: VaultLedger) => Issue, amountOf: (value: bigint) => Amount, fields: StObject = {}) {
    super();
    this.vaultId = this.createVault(assetOf(this));
    const filled = this.deposit(this.vaultId, ALICE, amountOf(1000n));
    if (filled !== 'tesSUCCESS') throw new Error(`VaultDeposit: ${filled}`);
    this.brokerId = this.createBroker({ CoverRateMinimum: 10_000, CoverRateLiquidation: 50_000, ...fields });
    this.expect('tesSUCCESS', cover(this.brokerId, amountOf(200n)));
  }

  /** A ledger with an XRP vault: amounts are rounded to whole drops only. */
  static ofDrops(fields: StObject = {}): LoanLedger {
    return new LoanLedger(
      () => ({ currency: '0'.repeat(40) }),
      (value) => value,
      fields,
    );
  }

  createBroker(fields: StObject = {}): Hash256 {
    const { key } = loanBrokerKeylet(OWNER, this.account(OWNER).Sequence);
    this.expect('tesSUCCESS', { TransactionType: 'LoanBrokerSet', Account: OWNER, VaultID: this.vaultId, ...fields });
    return key;
  }

  broker(): Readonly<LoanBroker> {
    return this.read(loanBrokerById(this.brokerId))!;
  }

  /** Creates a loan to Bob; returns its key. */
  lend(fields: StObject = {}): Hash256 {
    const { key } = loanKeylet(this.brokerId, this.broker().LoanSequence);
    this.expect('tesSUCCESS', this.loanSet(fields));
    return key;
  }

  /** The key of the last loan. */
  lastLoan(): Hash256 {
    return loanKeylet(this.brokerId, this.broker().LoanSequence - 1).key;
  }

  loanSet(fields: StObject = {}): StObject {
    const broker = { LoanBrokerID: this.brokerId, CounterpartySignature: COUNTERSIGNATURE };
    return { TransactionType: 'LoanSet', Account: BOB, ...broker, ...TERMS, ...fields };
  }

  loan(id: Hash256): Readonly<Loan> {
    return this.read(loanById(id))!;
  }

  repay(id: Hash256, amount: Amount, fields: StObject = {}): Ter {
    return this.result({ TransactionType: 'LoanPay', Account: BOB, LoanID: id, Amount: amount, ...fields });
  }

  impair(id: Hash256): Ter {
    return this.manage(id, tfLoanImpair);
  }

  unimpair(id: Hash256): Ter {
    return this.manage(id, tfLoanUnimpair);
  }

  giveUp(id: Hash256): Ter {
    return this.manage(id, tfLoanDefault);
  }

  manage(id: Hash256, Flags = 0, Account: AccountId = OWNER): Ter {
    return this.result({ TransactionType: 'LoanManage', Account, LoanID: id, Flags });
  }

  /** The result of preflight for a dry run. */
  dryRun(fields: StObject): Ter {
    const transaction = this.transaction(fields);
    const context = { transaction, tx: transaction.fields, flags: { dryRun: true }, ...TEST_CONTEXT };
    return transactionTypeOf(transaction.fields.TransactionType)!.preflight(context, preflightInner);
  }

  /** Sets the close time of the parent ledger. */
  wait(parentCloseTimeSeconds: number): void {
    Object.assign(this.view, { parentCloseTimeSeconds, closeTimeSeconds: parentCloseTimeSeconds });
  }

  /** The loan's total, principal and management fee that are outstanding, and the number of payments left. */
  owed(id: Hash256): (string | number)[] {
    const loan = this.loan(id);
    const balances = [loan.TotalValueOutstanding, loan.PrincipalOutstanding, loan.ManagementFeeOutstanding];
    return [...balances.map(textOfNumber), loan.PaymentRemaining ?? 0];
  }

  /** The vault's total assets, available assets, and unrealized loss. */
  vaultBooks(): string[] {
    const vault = this.vault(this.vaultId);
    return [vault.AssetsTotal, vault.AssetsAvailable, vault.LossUnrealized].map(textOfNumber);
  }

  /** The broker's total debt, cover and number of loans. */
  brokerBooks(): (string | number)[] {
    const broker = this.broker();
    return [textOfNumber(broker.DebtTotal), textOfNumber(broker.CoverAvailable), broker.OwnerCount ?? 0];
  }

  /** Changes the broker's entry directly. */
  amendBroker(fields: StObject): void {
    this.view.rawReplace(Object.assign({}, this.broker(), fields));
  }

  /** Changes a loan's entry directly. */
  amendLoan(id: Hash256, fields: StObject): void {
    this.view.rawReplace(Object.assign({}, this.loan(id), fields));
  }
}

/** A LoanBrokerCoverDeposit by the owner. */
export function cover(id: Hash256, amount: Amount, fields: StObject = {}): StObject {
  return { TransactionType: 'LoanBrokerCoverDeposit', Account: OWNER, LoanBrokerID: id, Amount: amount, ...fields };
}
