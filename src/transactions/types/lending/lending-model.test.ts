/**
 * For any transactions of depositors, a broker and a borrower: assets are moved, never made or lost, the books agree with the
 * balances, and shares never lose value by the deposits and withdrawals of others.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cover, LoanLedger } from '../../../../test/support/loan-ledger.ts';
import { ALICE, BOB, units } from '../../../../test/support/mpt-ledger.ts';
import { number, OWNER, USD_ISSUE, usd, type VaultLedger } from '../../../../test/support/vault-ledger.ts';
import { amountToNum, isIntegral, XRP_ISSUE } from '../../../protocol/amounts/amount-math.ts';
import { numOfField } from '../../../protocol/amounts/asset-number.ts';
import {
  type Num,
  numAdd,
  numCompare,
  numDivide,
  numMultiply,
  numOf,
  numSubtract,
} from '../../../protocol/amounts/number.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Amount, Hash256, Issue } from '../../../protocol/values.ts';
import { accountHolds } from '../../assets/asset-funds.ts';

const { tfLoanOverpayment, tfLoanFullPayment, tfLoanLatePayment } = TransactionFlags.LoanPay;
const NO_FEES = { baseDrops: 0n, reserveDrops: 0n, reserveIncrementDrops: 0n };
const DAY = 86_400;

type Action = (market: LendingMarket, value: bigint) => void;

/** A vault, its broker and loans, in an asset of one kind. */
class LendingMarket {
  readonly ledger: LoanLedger;
  readonly amountOf: (value: bigint) => Amount;
  readonly asset: Issue;
  readonly loans: Hash256[] = [];
  now = 1_000_000;

  constructor(assetOf: (ledger: VaultLedger) => Issue, amountOf: (value: bigint, asset: Issue) => Amount) {
    let asset: Issue = XRP_ISSUE;
    const make = (ledger: VaultLedger) => (asset = assetOf(ledger));
    this.amountOf = (value) => amountOf(value, asset);
    this.ledger = new LoanLedger(make, this.amountOf, { ManagementFeeRate: 5000 });
    this.asset = asset;
    // The owner stays in: who has all shares may take out what the others would have to wait for.
    assert.equal(this.ledger.deposit(this.ledger.vaultId, OWNER, this.amountOf(100n)), 'tesSUCCESS');
  }

  /** The account's balance of the asset. No reserve is subtracted. */
  held(account: string): Num {
    return amountToNum(accountHolds(this.ledger.view, account, this.asset, { fees: NO_FEES }));
  }

  /** The value of a million shares to who withdraws; undefined for an empty vault. */
  shareValue(): Num | undefined {
    const vault = this.ledger.vault(this.ledger.vaultId);
    const { OutstandingAmount: shares } = this.ledger.issuance(vault.ShareMPTID)!;
    const total = numSubtract(numOfField(vault.AssetsTotal), numOfField(vault.LossUnrealized));
    return shares === 0n ? undefined : numDivide(numMultiply(total, numOf(1_000_000n)), numOf(shares));
  }

  pickLoan(value: bigint): Hash256 {
    return this.loans[Number(value) % Math.max(1, this.loans.length)] ?? '12'.repeat(32);
  }
}

const ACTIONS: Readonly<Record<string, Action>> = {
  deposit: ({ ledger, amountOf }, value) => ledger.deposit(ledger.vaultId, value % 2n ? ALICE : OWNER, amountOf(value)),
  withdraw: ({ ledger, amountOf }, value) => ledger.withdraw(ledger.vaultId, ALICE, amountOf(value)),
  redeem: ({ ledger }, value) => ledger.withdraw(ledger.vaultId, ALICE, ledger.shares(ledger.vaultId, value)),
  cover: ({ ledger, amountOf }, value) => ledger.result(cover(ledger.brokerId, amountOf(value))),
  lend: (market, value) => {
    const { ledger } = market;
    const { LoanSequence: before } = ledger.broker();
    const Flags = TransactionFlags.LoanSet.tfLoanOverpayment;
    const terms = { PrincipalRequested: number(value), OverpaymentFee: 100, LateInterestRate: 5000, Flags };
    ledger.result(ledger.loanSet({ ...terms, PaymentTotal: 1 + Number(value % 7n), CloseInterestRate: 300 }));
    if (ledger.broker().LoanSequence > before) market.loans.push(ledger.lastLoan());
  },
  repay: (market, value) => market.ledger.repay(market.pickLoan(value), market.amountOf(value)),
  overpay: (market, value) =>
    market.ledger.repay(market.pickLoan(value), market.amountOf(value), { Flags: tfLoanOverpayment }),
  payLate: (market, value) =>
    market.ledger.repay(market.pickLoan(value), market.amountOf(value), { Flags: tfLoanLatePayment }),
  payAll: (market, value) =>
    market.ledger.repay(market.pickLoan(value), market.amountOf(value), { Flags: tfLoanFullPayment }),
  impair: (market, value) => market.ledger.impair(market.pickLoan(value)),
  unimpair: (market, value) => market.ledger.unimpair(market.pickLoan(value)),
  defaultLoan: (market, value) => market.ledger.giveUp(market.pickLoan(value)),
  wait: (market, value) => {
    market.now += Number(value % 60n) * DAY;
    market.ledger.wait(market.now);
  },
};
const SHARES_ONLY: ReadonlySet<string> = new Set(['deposit', 'withdraw', 'redeem']);

/** The books equal the balances of the accounts. */
function checkBooks(market: LendingMarket): void {
  const vault = market.ledger.vault(market.ledger.vaultId);
  assert.equal(numCompare(numOfField(vault.AssetsAvailable), market.held(vault.Account)), 0);
  const broker = market.ledger.broker();
  assert.equal(numCompare(numOfField(broker.CoverAvailable), market.held(broker.Account)), 0);
}

/** Everything that there is of the asset; for drops, with the fees that were burnt. */
function supply(market: LendingMarket, feesPaid: bigint): Num {
  const { ledger } = market;
  const accounts = [OWNER, ALICE, BOB, ledger.vault(ledger.vaultId).Account, ledger.broker().Account];
  const total = accounts.map((account) => market.held(account)).reduce((sum, part) => numAdd(sum, part));
  return 'currency' in market.asset && market.asset.issuer === undefined ? numAdd(total, numOf(feesPaid)) : total;
}

function sequences({ ledger }: LendingMarket): bigint {
  return BigInt([OWNER, ALICE, BOB].reduce((sum, account) => sum + ledger.account(account).Sequence, 0));
}

const KINDS: Readonly<Record<string, () => LendingMarket>> = {
  drops: () =>
    new LendingMarket(
      () => XRP_ISSUE,
      (value) => value,
    ),
  tokens: () =>
    new LendingMarket(
      () => USD_ISSUE,
      (value) => usd(String(value)),
    ),
  units: () =>
    new LendingMarket(
      (ledger) => ledger.mpt(),
      (value, asset) => units((asset as { mptIssuanceId: string }).mptIssuanceId, value),
    ),
};

describe('vaults and loans', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTIONS)), fc.bigInt(1n, 700n)), { maxLength: 25 });
  for (const [kind, create] of Object.entries(KINDS)) {
    test(`keep all assets and the value of each share, in ${kind}`, () => {
      fc.assert(
        fc.property(steps, (actions) => {
          const market = create();
          const start = sequences(market);
          const all = supply(market, 0n);
          for (const [name, value] of actions) {
            const before = market.shareValue();
            ACTIONS[name]!(market, value);
            checkBooks(market);
            const after = market.shareValue();
            if (SHARES_ONLY.has(name) && before !== undefined && after !== undefined) {
              assert.ok(isNotLess(market, after, before), `${name} ${value}`);
            }
          }
          const now = supply(market, 10n * (sequences(market) - start));
          assert.ok(isClose(now, all), `${now.mantissa}e${now.exponent} of ${all.mantissa}e${all.exponent}`);
        }),
        { numRuns: 40, seed: 20_260 },
      );
    });
  }
});

/** A payment is rounded by at most half a unit, which is spread over all shares. */
function isNotLess(market: LendingMarket, after: Num, before: Num): boolean {
  const vault = market.ledger.vault(market.ledger.vaultId);
  const { OutstandingAmount: shares } = market.ledger.issuance(vault.ShareMPTID)!;
  const halfUnit = isIntegral(market.asset) ? numOf(5n, -1) : numOf(5n, -10);
  const tolerance = numDivide(numMultiply(halfUnit, numOf(1_000_001n)), numOf(shares));
  return numCompare(numAdd(after, tolerance), before) >= 0;
}

/** Trust lines keep sixteen digits. */
function isClose(one: Num, other: Num): boolean {
  const difference = numSubtract(one, other);
  const size = { ...difference, mantissa: difference.mantissa < 0n ? -difference.mantissa : difference.mantissa };
  return numCompare(size, numOf(1n, -10)) < 0;
}
