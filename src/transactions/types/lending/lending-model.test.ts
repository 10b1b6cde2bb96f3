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

type Action = (world: World, value: bigint) => void;

/** A vault, its broker and loans, in an asset of one kind. */
class World {
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
  lend: (world, value) => {
    const { ledger } = world;
    const { LoanSequence: before } = ledger.broker();
    const Flags = TransactionFlags.LoanSet.tfLoanOverpayment;
    const terms = { PrincipalRequested: number(value), OverpaymentFee: 100, LateInterestRate: 5000, Flags };
    ledger.result(ledger.loanSet({ ...terms, PaymentTotal: 1 + Number(value % 7n), CloseInterestRate: 300 }));
    if (ledger.broker().LoanSequence > before) world.loans.push(ledger.lastLoan());
  },
  repay: (world, value) => world.ledger.repay(world.pickLoan(value), world.amountOf(value)),
  overpay: (world, value) =>
    world.ledger.repay(world.pickLoan(value), world.amountOf(value), { Flags: tfLoanOverpayment }),
  payLate: (world, value) =>
    world.ledger.repay(world.pickLoan(value), world.amountOf(value), { Flags: tfLoanLatePayment }),
  payAll: (world, value) =>
    world.ledger.repay(world.pickLoan(value), world.amountOf(value), { Flags: tfLoanFullPayment }),
  impair: (world, value) => world.ledger.impair(world.pickLoan(value)),
  unimpair: (world, value) => world.ledger.unimpair(world.pickLoan(value)),
  defaultLoan: (world, value) => world.ledger.giveUp(world.pickLoan(value)),
  wait: (world, value) => {
    world.now += Number(value % 60n) * DAY;
    world.ledger.wait(world.now);
  },
};
const SHARES_ONLY: ReadonlySet<string> = new Set(['deposit', 'withdraw', 'redeem']);

/** The books equal the balances of the accounts. */
function checkBooks(world: World): void {
  const vault = world.ledger.vault(world.ledger.vaultId);
  assert.equal(numCompare(numOfField(vault.AssetsAvailable), world.held(vault.Account)), 0);
  const broker = world.ledger.broker();
  assert.equal(numCompare(numOfField(broker.CoverAvailable), world.held(broker.Account)), 0);
}

/** Everything that there is of the asset; for drops, with the fees that were burnt. */
function supply(world: World, feesPaid: bigint): Num {
  const { ledger } = world;
  const accounts = [OWNER, ALICE, BOB, ledger.vault(ledger.vaultId).Account, ledger.broker().Account];
  const total = accounts.map((account) => world.held(account)).reduce((sum, part) => numAdd(sum, part));
  return 'currency' in world.asset && world.asset.issuer === undefined ? numAdd(total, numOf(feesPaid)) : total;
}

function sequences({ ledger }: World): bigint {
  return BigInt([OWNER, ALICE, BOB].reduce((sum, account) => sum + ledger.account(account).Sequence, 0));
}

const KINDS: Readonly<Record<string, () => World>> = {
  drops: () =>
    new World(
      () => XRP_ISSUE,
      (value) => value,
    ),
  tokens: () =>
    new World(
      () => USD_ISSUE,
      (value) => usd(String(value)),
    ),
  units: () =>
    new World(
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
          const world = create();
          const start = sequences(world);
          const all = supply(world, 0n);
          for (const [name, value] of actions) {
            const before = world.shareValue();
            ACTIONS[name]!(world, value);
            checkBooks(world);
            const after = world.shareValue();
            if (SHARES_ONLY.has(name) && before !== undefined && after !== undefined) {
              assert.ok(isNotLess(world, after, before), `${name} ${value}`);
            }
          }
          const now = supply(world, 10n * (sequences(world) - start));
          assert.ok(isClose(now, all), `${now.mantissa}e${now.exponent} of ${all.mantissa}e${all.exponent}`);
        }),
        { numRuns: 40, seed: 20_260 },
      );
    });
  }
});

/** A payment is rounded by at most half a unit, which is spread over all shares. */
function isNotLess(world: World, after: Num, before: Num): boolean {
  const vault = world.ledger.vault(world.ledger.vaultId);
  const { OutstandingAmount: shares } = world.ledger.issuance(vault.ShareMPTID)!;
  const halfUnit = isIntegral(world.asset) ? numOf(5n, -1) : numOf(5n, -10);
  const tolerance = numDivide(numMultiply(halfUnit, numOf(1_000_001n)), numOf(shares));
  return numCompare(numAdd(after, tolerance), before) >= 0;
}

/** Trust lines keep sixteen digits. */
function isClose(one: Num, other: Num): boolean {
  const difference = numSubtract(one, other);
  const size = { ...difference, mantissa: difference.mantissa < 0n ? -difference.mantissa : difference.mantissa };
  return numCompare(size, numOf(1n, -10)) < 0;
}
