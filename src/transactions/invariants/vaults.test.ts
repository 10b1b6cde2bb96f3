import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LoanLedger } from '../../../test/support/loan-ledger.ts';
import { ALICE, BOB, ISSUER } from '../../../test/support/mpt-ledger.ts';
import { TEST_FEE_DROPS } from '../../../test/support/test-view.ts';
import { number, OWNER, USD_ISSUE, usd, VaultLedger } from '../../../test/support/vault-ledger.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import {
  accountKeylet,
  lineKeylet,
  mptIssuanceKeylet,
  mptokenKeylet,
  ownerDirKeylet,
  vaultById,
} from '../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Hash256, StObject } from '../../protocol/values.ts';
import { checkInvariants } from './check-invariants.ts';

const FAILED = 'tecINVARIANT_FAILED';
const XRP = { currency: '0'.repeat(40) };

/** Runs a transaction, changes its result by hand, and checks the invariants. */
function verdict(ledger: VaultLedger, fields: StObject, tamper: (sandbox: Sandbox) => void, result?: Ter): Ter {
  const sandbox = new Sandbox(ledger.view);
  const transaction = ledger.transaction(fields);
  const { result: outcome } = ledger.run(sandbox, transaction);
  assert.equal(outcome, 'tesSUCCESS');
  tamper(sandbox);
  return checkInvariants(sandbox, transaction, result ?? outcome, TEST_FEE_DROPS);
}

/** Changes an entry that the sandbox has. */
function amend(sandbox: Sandbox, key: Parameters<Sandbox['peek']>[0], fields: StObject): void {
  sandbox.update(Object.assign(sandbox.peek(key)!, fields));
}

/** A vault of drops with 100 of Alice's and 50 of Bob's, and its transactions. */
class Scene {
  readonly ledger = new VaultLedger();
  readonly id = this.ledger.createVault();
  readonly share: string;
  readonly account: string;

  constructor() {
    this.ledger.deposit(this.id, ALICE, 100n);
    this.ledger.deposit(this.id, BOB, 50n);
    ({ ShareMPTID: this.share, Account: this.account } = this.ledger.vault(this.id));
  }

  fields(type: string): StObject {
    const own = { Account: ALICE, VaultID: this.id, Amount: 10n };
    return { TransactionType: `Vault${type}`, ...own };
  }

  vault = (fields: StObject) => (sandbox: Sandbox) => amend(sandbox, vaultById(this.id), fields);
  shares = (fields: StObject) => (sandbox: Sandbox) => amend(sandbox, mptIssuanceKeylet(this.share), fields);
  held = (fields: StObject) => (sandbox: Sandbox) => amend(sandbox, mptokenKeylet(this.share, ALICE), fields);
}

describe('vaults after a transaction', () => {
  const TAMPERED: readonly (readonly [string, 'Deposit' | 'Withdraw', (scene: Scene) => (sandbox: Sandbox) => void])[] =
    [
      ['has another asset', 'Deposit', ({ vault }) => vault({ Asset: USD_ISSUE })],
      ['has another account', 'Deposit', ({ vault }) => vault({ Account: BOB })],
      ['has more available than there is', 'Deposit', ({ vault }) => vault({ AssetsAvailable: number(161n) })],
      [
        'has a negative total',
        'Deposit',
        ({ vault }) => vault({ AssetsTotal: number(-1n), AssetsAvailable: number(-2n) }),
      ],
      ['has a negative limit', 'Deposit', ({ vault }) => vault({ AssetsMaximum: number(-1n) })],
      ['exceeds its limit', 'Deposit', ({ vault }) => vault({ AssetsMaximum: number(159n) })],
      ['expects more loss than it has lent', 'Deposit', ({ vault }) => vault({ LossUnrealized: number(1n) })],
      ['counts more than came', 'Deposit', ({ vault }) => vault({ AssetsTotal: number(161n) })],
      ['counts less available than came', 'Deposit', ({ vault }) => vault({ AssetsAvailable: number(159n) })],
      ['has no shares but assets', 'Deposit', ({ shares }) => shares({ OutstandingAmount: 0n })],
      ['has more shares than there may be', 'Deposit', ({ shares }) => shares({ MaximumAmount: 159n })],
      ['gave more shares than it issued', 'Deposit', ({ held }) => held({ MPTAmount: 111n })],
      ['issued more shares than it gave', 'Deposit', ({ shares }) => shares({ OutstandingAmount: 161n })],
      ['took shares for a deposit', 'Deposit', ({ held }) => held({ MPTAmount: 90n })],
      ['counts less than went', 'Withdraw', ({ vault }) => vault({ AssetsTotal: number(141n) })],
      ['counts more available than is left', 'Withdraw', ({ vault }) => vault({ AssetsAvailable: number(139n) })],
      ['gave shares for a withdrawal', 'Withdraw', ({ held }) => held({ MPTAmount: 111n })],
      ['took no shares back', 'Withdraw', ({ shares }) => shares({ OutstandingAmount: 150n })],
    ];
  for (const [what, type, tamper] of TAMPERED) {
    test(`a vault that ${what} fails`, () => {
      const scene = new Scene();
      assert.equal(verdict(scene.ledger, scene.fields(type), tamper(scene)), FAILED);
    });
  }

  test('pass as they are, and where the transaction failed anyway', () => {
    const scene = new Scene();
    for (const type of ['Deposit', 'Withdraw']) {
      assert.equal(
        verdict(scene.ledger, scene.fields(type), () => {}),
        'tesSUCCESS',
      );
    }
  });

  test('are paid by who deposits, and pay who withdraws', () => {
    const scene = new Scene();
    const swap = (from: string, to: string) => (sandbox: Sandbox) => {
      const one = sandbox.peek(accountKeylet(from))!;
      const other = sandbox.peek(accountKeylet(to))!;
      sandbox.update(Object.assign(one, { Balance: one.Balance - 10n }));
      sandbox.update(Object.assign(other, { Balance: other.Balance + 10n }));
    };
    assert.equal(verdict(scene.ledger, scene.fields('Deposit'), swap(BOB, ALICE)), FAILED);
    assert.equal(verdict(scene.ledger, scene.fields('Withdraw'), swap(ALICE, BOB)), FAILED);
    assert.equal(verdict(scene.ledger, scene.fields('Deposit'), swap(scene.account, BOB)), FAILED);
  });

  test('lose as many assets and shares as a clawback takes', () => {
    const ledger = new VaultLedger();
    const VaultID = ledger.createVault(USD_ISSUE, { Scale: 0 });
    ledger.deposit(VaultID, ALICE, usd('100'));
    const { ShareMPTID: share } = ledger.vault(VaultID);
    const clawback = { TransactionType: 'VaultClawback', Account: ISSUER, VaultID, Holder: ALICE, Amount: usd('10') };
    const tampered: readonly (readonly [Parameters<Sandbox['peek']>[0], StObject, Ter])[] = [
      [vaultById(VaultID), {}, 'tesSUCCESS'],
      [vaultById(VaultID), { AssetsTotal: number(91n) }, FAILED],
      [vaultById(VaultID), { AssetsAvailable: number(89n) }, FAILED],
      [mptIssuanceKeylet(share), { OutstandingAmount: 91n }, FAILED],
      [mptokenKeylet(share, ALICE), { MPTAmount: 89n }, FAILED],
    ];
    for (const [key, fields, expected] of tampered) {
      assert.equal(
        verdict(ledger, clawback, (sandbox) => amend(sandbox, key, fields)),
        expected,
      );
    }
    const line = lineKeylet(ledger.vault(VaultID).Account, ISSUER, (USD_ISSUE as { currency: string }).currency);
    const takeNothing = (sandbox: Sandbox) => {
      amend(sandbox, line, { Balance: ledger.read(line)!.Balance });
      amend(sandbox, vaultById(VaultID), { AssetsTotal: number(100n), AssetsAvailable: number(100n) });
    };
    assert.equal(verdict(ledger, clawback, takeNothing), FAILED);
  });

  test('are changed by their own transactions only, and always by those', () => {
    const scene = new Scene();
    const { ledger, id } = scene;
    assert.equal(
      verdict(ledger, { TransactionType: 'AccountSet', Account: ALICE }, scene.vault({ Data: 'AB' })),
      FAILED,
    );
    const other = ledger.createVault();
    const both = (sandbox: Sandbox) => amend(sandbox, vaultById(other), { Data: 'AB' });
    assert.equal(verdict(ledger, scene.fields('Deposit'), both), FAILED);
    const erase = (sandbox: Sandbox) => sandbox.erase(sandbox.peek(vaultById(id))!);
    assert.equal(verdict(ledger, scene.fields('Deposit'), erase), FAILED);
  });

  test('come empty, and leave settings without effect on balances', () => {
    const { ledger, id, vault, shares } = new Scene();
    const set = { TransactionType: 'VaultSet', Account: OWNER, VaultID: id, Data: 'AB' };
    assert.equal(verdict(ledger, set, vault({ AssetsAvailable: number(149n) })), FAILED);
    assert.equal(verdict(ledger, set, vault({ AssetsMaximum: number(149n) })), FAILED);
    assert.equal(verdict(ledger, set, shares({ OutstandingAmount: 151n })), FAILED);
    const create = { TransactionType: 'VaultCreate', Account: OWNER, Asset: XRP };
    const fill = (sandbox: Sandbox) => {
      const made = sandbox.changes().find(({ after }) => after.LedgerEntryType === 'Vault')!;
      amend(sandbox, vaultById(made.key), { AssetsTotal: number(1n) });
    };
    assert.equal(verdict(ledger, create, fill), FAILED);
  });
});

describe('brokers and loans after a transaction', () => {
  const { lsfLoanOverpayment } = EntryFlags.Loan;
  const ledger = LoanLedger.ofDrops();
  const id = ledger.lend();
  const pay = { TransactionType: 'LoanPay', Account: BOB, LoanID: id, Amount: 105n };
  const broker = (fields: StObject) => (sandbox: Sandbox) =>
    amend(sandbox, { type: 'LoanBroker', key: ledger.brokerId }, fields);
  const loan = (fields: StObject) => (sandbox: Sandbox) => amend(sandbox, { type: 'Loan', key: id as Hash256 }, fields);
  const TAMPERED: readonly (readonly [string, (sandbox: Sandbox) => void])[] = [
    ['a cover that is not there', broker({ CoverAvailable: number(201n) })],
    ['a cover that is more than it says', broker({ CoverAvailable: number(199n) })],
    ['a negative debt', broker({ DebtTotal: number(-1n) })],
    ['loans that the broker does not count', broker({ OwnerCount: undefined })],
    ['a sequence that goes back', broker({ LoanSequence: 1 })],
    ['a vault that is not there', broker({ VaultID: '12'.repeat(32) })],
    ['a rate that both sides had agreed to', broker({ CoverRateMinimum: 1 })],
    ['payments left with nothing to pay', loan({ PaymentRemaining: undefined })],
    ['another overpayment flag', loan({ Flags: lsfLoanOverpayment })],
    ['a negative balance', loan({ ManagementFeeOutstanding: number(-1n) })],
    ['no payment to make', loan({ PeriodicPayment: number(0n) })],
    ['another borrower', loan({ Borrower: ALICE })],
    ['another fee', loan({ LatePaymentFee: number(1n) })],
  ];
  for (const [what, tamper] of TAMPERED) {
    test(`fail with ${what}`, () => assert.equal(verdict(ledger, pay, tamper), FAILED));
  }

  test('fail if the directory of a broker without loans has several pages', () => {
    const directory = (fields: StObject) => (sandbox: Sandbox) => {
      broker({ OwnerCount: undefined })(sandbox);
      amend(sandbox, ownerDirKeylet(ledger.broker().Account), { Indexes: [], ...fields });
    };
    assert.equal(verdict(ledger, pay, directory({})), 'tesSUCCESS');
    assert.equal(verdict(ledger, pay, directory({ IndexNext: 1n })), FAILED);
    assert.equal(verdict(ledger, pay, directory({ IndexPrevious: 1n })), FAILED);
  });

  test('pass as they are, and the drops of a broker’s account count', () => {
    assert.equal(
      verdict(ledger, pay, () => {}),
      'tesSUCCESS',
    );
    const move = (sandbox: Sandbox) => {
      const account = sandbox.peek(accountKeylet(ledger.broker().Account))!;
      const bob = sandbox.peek(accountKeylet(BOB))!;
      sandbox.update(Object.assign(account, { Balance: account.Balance - 1n }));
      sandbox.update(Object.assign(bob, { Balance: bob.Balance + 1n }));
    };
    assert.equal(verdict(ledger, { TransactionType: 'AccountSet', Account: BOB }, move), FAILED);
  });

  test('hold with tokens and units as well', () => {
    const dollars = new LoanLedger(
      () => USD_ISSUE,
      (value) => usd(String(value)),
    );
    const payment = { TransactionType: 'LoanPay', Account: BOB, LoanID: dollars.lend(), Amount: usd('105') };
    assert.equal(
      verdict(dollars, payment, () => {}),
      'tesSUCCESS',
    );
  });
});
