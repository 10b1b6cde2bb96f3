/**
 * LoanPay: a borrower makes a payment. Principal and interest go to the vault; fees go to the broker's owner, or to the
 * broker's cover if that is below its minimum or the owner cannot receive them (rippled: LoanPay.cpp).
 */
import { hasExpired } from '../../../ledger/has-expired.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import type { Sandbox } from '../../../ledger/sandbox.ts';
import {
  amountFromNum,
  amountToNum,
  assetOf,
  compareAmounts,
  signOfAmount,
} from '../../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber, roundToAsset } from '../../../protocol/amounts/asset-number.ts';
import {
  type Num,
  numAdd,
  numCompare,
  numDivide,
  numMultiply,
  numOf,
  numSubtract,
  numToInteger,
} from '../../../protocol/amounts/number.ts';
import type { Loan, LoanBroker, Vault } from '../../../protocol/entries/entries.ts';
import { accountKeylet, loanById } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { firstFailure, type Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type AccountId, isSameIssue, ZERO_HASH } from '../../../protocol/values.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { checkDeepFrozen, checkFrozen, isDeepFrozen } from '../../assets/asset-freeze.ts';
import { accountHolds } from '../../assets/asset-funds.ts';
import { addEmptyHolding } from '../../assets/asset-holding.ts';
import { accountSendMulti } from '../../assets/asset-transfer.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { adjustSum, minimumCover, scaleOfVault } from '../../lending/broker-cover.ts';
import { type LoanEntries, peekLoan, readBroker } from '../../lending/broker-entries.ts';
import { unimpairLoan } from '../../lending/impairment.ts';
import { MAX_PAYMENTS, type PaymentKind, payLoan } from '../../lending/loan-payment.ts';
import { roundPayment } from '../../lending/loan-properties.ts';
import type { PaidParts } from '../../lending/paid-parts.ts';
import { type ApplyContext, defaultBaseFee, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';

type LoanPay = TransactionOf<'LoanPay'>;

const { tfLoanOverpayment, tfLoanFullPayment, tfLoanLatePayment } = TransactionFlags.LoanPay;
/** The number of payments per base fee. */
const PAYMENTS_PER_FEE = 5;

export const loanPay = defineTransaction({
  name: 'LoanPay',

  baseFee(tx, view, context) {
    return defaultBaseFee(tx, context) * feeIncrements(tx, view);
  },

  preflight({ tx }) {
    if (tx.LoanID === ZERO_HASH) return 'temINVALID';
    if (signOfAmount(tx.Amount) <= 0) return 'temBAD_AMOUNT';
    const chosen = [tfLoanLatePayment, tfLoanFullPayment, tfLoanOverpayment].filter((flag) => hasFlag(tx, flag));
    return chosen.length > 1 ? 'temINVALID_FLAG' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const loan = view.read(loanById(tx.LoanID));
    if (loan === undefined) return 'tecNO_ENTRY';
    if (loan.Borrower !== tx.Account) return 'tecNO_PERMISSION';
    const isForbidden = hasFlag(tx, tfLoanOverpayment) && !hasFlag(loan, EntryFlags.Loan.lsfLoanOverpayment);
    if (isForbidden) return 'tecNO_PERMISSION';
    if ((loan.PaymentRemaining ?? 0) === 0 || loan.PrincipalOutstanding === undefined) return 'tecKILLED';
    const { vault } = readBroker(view, loan.LoanBrokerID);
    if (vault === undefined) return 'tefBAD_LEDGER';
    return isSameIssue(assetOf(tx.Amount), vault.Asset) ? checkBorrower(context, vault) : 'tecWRONG_ASSET';
  },

  apply(context) {
    const { sandbox, tx } = context;
    const entries = peekLoan(sandbox, tx.LoanID);
    if (entries === undefined) return 'tefBAD_LEDGER';
    const { loan, broker, vault } = entries;
    const { Asset: asset } = vault;
    // The vault's precision before the payment.
    const scale = scaleOfVault(vault);
    const payee = feePayee(sandbox, broker, vault);
    if (payee === broker.Account) {
      const frozen = checkDeepFrozen(sandbox, payee, asset);
      if (frozen !== 'tesSUCCESS') return frozen;
    }
    if (hasFlag(loan, EntryFlags.Loan.lsfLoanImpaired)) {
      const recovered = unimpairLoan(sandbox, loan, vault);
      if (recovered !== 'tesSUCCESS') return recovered;
    }
    const paid = payLoan(sandbox, { loan, broker, asset, amount: tx.Amount, kind: kindOf(tx) });
    if (typeof paid === 'string') return paid;
    const toVault = roundToAsset(asset, numAdd(paid.principal, paid.interest), scale, 'downward');
    const updated = updateBooks(sandbox, entries, paid, { toVault, scale, isFeeKept: payee === broker.Account });
    return updated === 'tesSUCCESS' ? send(context, vault, { toVault, fee: paid.fee, payee }) : updated;
  },
});

function kindOf(tx: Readonly<LoanPay>): PaymentKind {
  if (hasFlag(tx, tfLoanLatePayment)) return 'late';
  if (hasFlag(tx, tfLoanFullPayment)) return 'full';
  return hasFlag(tx, tfLoanOverpayment) ? 'overpayment' : 'regular';
}

/** One base fee per five payments that the amount may cover; one if preclaim will reject it. */
function feeIncrements(tx: Readonly<LoanPay>, view: ReadView): bigint {
  const kind = kindOf(tx);
  const loan = view.read(loanById(tx.LoanID));
  if (kind === 'full' || kind === 'late' || loan === undefined) return 1n;
  if ((loan.PaymentRemaining ?? 0) <= PAYMENTS_PER_FEE || hasExpired(view, loan.NextPaymentDueDate ?? 0)) return 1n;
  const { vault } = readBroker(view, loan.LoanBrokerID);
  if (vault === undefined || !isSameIssue(assetOf(tx.Amount), vault.Asset)) return 1n;
  return incrementsFor(amountToNum(tx.Amount), regularPayment(loan, vault), kind);
}

function incrementsFor(amount: Num, payment: Num, kind: PaymentKind): bigint {
  const mode = kind === 'overpayment' ? 'upward' : 'downward';
  const most = numMultiply(payment, numOf(BigInt(MAX_PAYMENTS)), mode);
  if (numCompare(amount, most) >= 0) return BigInt(MAX_PAYMENTS / PAYMENTS_PER_FEE);
  const payments = numToInteger(numDivide(amount, payment, mode), mode);
  const increments = numToInteger(numDivide(numOf(payments), numOf(BigInt(PAYMENTS_PER_FEE)), 'upward'), 'upward');
  return increments < 1n ? 1n : increments;
}

function regularPayment(loan: Readonly<Loan>, { Asset: asset }: Readonly<Vault>): Num {
  const payment = roundPayment(asset, numOfField(loan.PeriodicPayment), loan.LoanScale ?? 0);
  return numAdd(payment, numOfField(loan.LoanServiceFee));
}

/** The borrower must have the whole amount, even if less is taken. */
function checkBorrower({ view, tx, fees }: PreclaimContext<LoanPay>, vault: Readonly<Vault>): Ter {
  const { Asset: asset } = vault;
  const checks = [
    () => checkFrozen(view, tx.Account, asset),
    () => checkDeepFrozen(view, vault.Account, asset),
    () => requireAuth(view, tx.Account, asset),
  ];
  const failure = firstFailure(checks);
  if (failure !== 'tesSUCCESS') return failure;
  const terms = { fees, zeroIfFrozen: true, zeroIfUnauthorized: true, withIssuable: true };
  const held = accountHolds(view, tx.Account, asset, terms);
  return compareAmounts(held, tx.Amount) < 0 ? 'tecINSUFFICIENT_FUNDS' : 'tesSUCCESS';
}

/**
 * The broker's owner, if the cover is sufficient and the owner can receive the asset; else the broker's pseudo-account.
 */
function feePayee(view: ReadView, broker: Readonly<LoanBroker>, vault: Readonly<Vault>): AccountId {
  const required = minimumCover(numOfField(broker.DebtTotal), broker, vault);
  const isCovered = numCompare(numOfField(broker.CoverAvailable), required) >= 0;
  const mayReceive =
    isCovered &&
    !isDeepFrozen(view, broker.Owner, vault.Asset) &&
    requireAuth(view, broker.Owner, vault.Asset, 'strong') === 'tesSUCCESS';
  return mayReceive ? broker.Owner : broker.Account;
}

interface Booking {
  readonly toVault: Num;
  /** The vault's precision. */
  readonly scale: number;
  /** Whether the fee goes to the cover. */
  readonly isFeeKept: boolean;
}

/** Updates the loan, vault and broker, and checks that rounding did not swallow the payment. */
function updateBooks(
  sandbox: Sandbox,
  entries: LoanEntries,
  paid: PaidParts,
  { toVault, scale, isFeeKept }: Booking,
): Ter {
  const { loan, broker, vault } = entries;
  const [availableBefore, totalBefore] = [numOfField(vault.AssetsAvailable), numOfField(vault.AssetsTotal)];
  const forDebt = numSubtract(paid.valueChange, numAdd(paid.principal, paid.interest));
  putNumber(broker, 'DebtTotal', adjustSum(numOfField(broker.DebtTotal), forDebt, vault.Asset, scale));
  putNumber(vault, 'AssetsAvailable', numAdd(availableBefore, toVault));
  putNumber(vault, 'AssetsTotal', numAdd(totalBefore, paid.valueChange));
  if (isFeeKept) putNumber(broker, 'CoverAvailable', numAdd(numOfField(broker.CoverAvailable), paid.fee));
  for (const entry of [loan, broker, vault]) {
    associateAsset(entry, vault.Asset);
    sandbox.update(entry);
  }
  const [available, total] = [numOfField(vault.AssetsAvailable), numOfField(vault.AssetsTotal)];
  if (numCompare(available, availableBefore) === 0) return 'tecPRECISION_LOSS';
  const isValueChanged = paid.valueChange.mantissa !== 0n;
  const isTotalChanged = numCompare(total, totalBefore) !== 0;
  if (isValueChanged && !isTotalChanged) return 'tecPRECISION_LOSS';
  if (!isValueChanged && isTotalChanged) return 'tecINTERNAL';
  return numCompare(available, total) > 0 ? 'tecINTERNAL' : 'tesSUCCESS';
}

interface Transfer {
  readonly toVault: Num;
  readonly fee: Num;
  readonly payee: AccountId;
}

/** Pays the vault and the fee's receiver, which must be authorized. */
function send(context: ApplyContext<LoanPay>, vault: Readonly<Vault>, { toVault, fee, payee }: Transfer): Ter {
  const { sandbox, tx } = context;
  const { Asset: asset } = vault;
  const steps = [
    () => (toVault.mantissa === 0n ? 'tesSUCCESS' : requireAuth(sandbox, vault.Account, asset, 'strong')),
    () => (fee.mantissa === 0n ? 'tesSUCCESS' : preparePayee(context, vault, payee)),
  ];
  const failure = firstFailure(steps);
  if (failure !== 'tesSUCCESS') return failure;
  const receivers = [
    { receiver: vault.Account, amount: amountFromNum(asset, toVault) },
    { receiver: payee, amount: amountFromNum(asset, fee) },
  ];
  return accountSendMulti(sandbox, tx.Account, asset, receivers);
}

/** A broker's owner who is also the borrower may have removed its holding; it is created again. */
function preparePayee(
  { sandbox, tx, fees }: ApplyContext<LoanPay>,
  { Asset: asset }: Readonly<Vault>,
  payee: AccountId,
): Ter {
  if (payee === tx.Account) {
    const balanceDrops = sandbox.read(accountKeylet(payee))?.Balance ?? 0n;
    const added = addEmptyHolding(sandbox, payee, asset, { fees, balanceDrops });
    if (added !== 'tesSUCCESS' && added !== 'tecDUPLICATE') return added;
  }
  return requireAuth(sandbox, payee, asset, 'strong');
}
