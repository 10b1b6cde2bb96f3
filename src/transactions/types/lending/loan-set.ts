/**
 * LoanSet: creates a loan. The broker's owner and the borrower both sign its terms, and the vault pays the principal
 * out at once (rippled: LoanSet.cpp).
 */
import { publicKeyType } from '../../../crypto/key-pair.ts';
import { adjustOwnerCount } from '../../../ledger/owner-count.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import { amountFromNum } from '../../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber } from '../../../protocol/amounts/asset-number.ts';
import { type Num, numAdd, numCompare, numSubtract, numToWire } from '../../../protocol/amounts/number.ts';
import type { Loan, LoanBroker, Vault } from '../../../protocol/entries/entries.ts';
import { accountKeylet, loanBrokerById, loanKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { firstFailure, type NotTec, type Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type AccountId, type Hex, type NumberValue, type StArray, ZERO_HASH } from '../../../protocol/values.ts';
import { checkSignatureOf } from '../../accounts/check-sign.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { checkDeepFrozen, checkFrozen } from '../../assets/asset-freeze.ts';
import { addEmptyHolding, canAddHolding } from '../../assets/asset-holding.ts';
import { accountSendMulti } from '../../assets/asset-transfer.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { adjustSum, minimumCover, scaleOfVault } from '../../lending/broker-cover.ts';
import { areExpressible, changeLoanCount, peekBroker, readBroker } from '../../lending/broker-entries.ts';
import { isValidRate, periodicRateOf } from '../../lending/lending-rates.ts';
import { checkLoanGuards, type LoanProperties, loanProperties } from '../../lending/loan-properties.ts';
import { isRounded, loanState } from '../../lending/loan-state.ts';
import { type ApplyContext, defaultBaseFee, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { isValidData } from '../../vaults/vault-fields.ts';

type LoanSet = TransactionOf<'LoanSet'>;

/** Minimum and default of the payment interval and the grace period. */
const MIN_INTERVAL_SECONDS = 60;
const DEFAULT_PAYMENTS = 1;
const MAX_TIME = 0xffff_ffff;
const { tfLoanOverpayment } = TransactionFlags.LoanSet;

/** The counterparty's signature. */
interface Countersignature {
  readonly SigningPubKey?: Hex;
  readonly TxnSignature?: Hex;
  readonly Signers?: StArray;
}

export const loanSet = defineTransaction({
  name: 'LoanSet',

  /** Each signature of the counterparty costs as much as one of the sender's. */
  baseFee(tx, _view, context) {
    const { Signers, TxnSignature } = countersignature(tx) ?? {};
    const signatures = Signers?.length ?? (TxnSignature === undefined ? 0 : 1);
    return defaultBaseFee(tx, context) + BigInt(signatures) * context.fees.baseDrops;
  },

  preflight(context) {
    const { tx, flags } = context;
    const signature = countersignature(tx);
    if (signature === undefined) return 'temBAD_SIGNER';
    const { SigningPubKey: key = '' } = signature;
    if (key !== '' && publicKeyType(key) === undefined) return 'temBAD_SIGNATURE';
    if (!areFieldsValid(tx)) return 'temINVALID';
    if (flags.dryRun) return checkDryRun(signature);
    return tx.LoanBrokerID === ZERO_HASH ? 'temINVALID' : 'tesSUCCESS';
  },

  checkSign({ view, tx, flags }) {
    const signer = tx.Counterparty ?? view.read(loanBrokerById(tx.LoanBrokerID))?.Owner;
    if (signer === undefined) return 'temBAD_SIGNER';
    return checkSignatureOf(view, signer, countersignature(tx) ?? {}, flags);
  },

  preclaim(context) {
    const { view, tx } = context;
    if (!fitsIntoTime(view, tx)) return 'tecKILLED';
    const { broker, vault } = readBroker(view, tx.LoanBrokerID);
    if (broker === undefined) return 'tecNO_ENTRY';
    if (tx.Account !== broker.Owner && (tx.Counterparty ?? broker.Owner) !== broker.Owner) return 'tecNO_PERMISSION';
    if (view.read(accountKeylet(borrowerOf(tx, broker))) === undefined) return 'terNO_ACCOUNT';
    if (vault === undefined) return 'tefBAD_LEDGER';
    const maximum = numOfField(vault.AssetsMaximum);
    const isFull = maximum.mantissa !== 0n && numCompare(numOfField(vault.AssetsTotal), maximum) >= 0;
    if (isFull) return 'tecLIMIT_EXCEEDED';
    if (!areExpressible(vault.Asset, amountsOf(tx))) return 'tecPRECISION_LOSS';
    return checkParties(context, broker, vault);
  },

  apply(context) {
    const { sandbox, tx } = context;
    const entries = peekBroker(sandbox, tx.LoanBrokerID);
    if (entries === undefined) return 'tefBAD_LEDGER';
    const { broker, vault } = entries;
    const principal = numOfField(tx.PrincipalRequested);
    if (numCompare(numOfField(vault.AssetsAvailable), principal) < 0) return 'tecINSUFFICIENT_FUNDS';
    const properties = propertiesOf(tx, broker, vault);
    const { value, managementFee } = properties.state;
    const { interest } = loanState(value, principal, managementFee);
    const sound = checkSoundness(tx, vault, properties, interest);
    if (sound !== 'tesSUCCESS') return sound;
    const newDebt = numAdd(principal, interest);
    const backed = checkDebt(numAdd(numOfField(broker.DebtTotal), newDebt), broker, vault);
    if (backed !== 'tesSUCCESS') return backed;
    const paid = payOut(context, broker, vault);
    if (paid !== 'tesSUCCESS') return paid;
    const loan = newLoan(sandbox, tx, broker, properties);
    const scale = scaleOfVault(vault);
    putNumber(vault, 'AssetsAvailable', numSubtract(numOfField(vault.AssetsAvailable), principal));
    putNumber(vault, 'AssetsTotal', numAdd(numOfField(vault.AssetsTotal), interest));
    putNumber(broker, 'DebtTotal', adjustSum(numOfField(broker.DebtTotal), newDebt, vault.Asset, scale));
    changeLoanCount(broker, 1);
    broker.LoanSequence = (broker.LoanSequence + 1) >>> 0;
    if (broker.LoanSequence === 0) return 'tecMAX_SEQUENCE_REACHED';
    for (const entry of [vault, broker, loan]) associateAsset(entry, vault.Asset);
    sandbox.update(vault);
    sandbox.update(broker);
    // The borrower already provided the reserve.
    return insertOwnedEntry(sandbox, loan, 0);
  },
});

function countersignature(tx: Readonly<LoanSet>): Countersignature | undefined {
  return tx.CounterpartySignature as Countersignature | undefined;
}

/** The party that is not the broker's owner; the sender if both are. */
function borrowerOf(tx: Readonly<LoanSet>, { Owner: owner }: Readonly<LoanBroker>): AccountId {
  return tx.Counterparty === undefined || tx.Counterparty === owner ? tx.Account : tx.Counterparty;
}

/** Amounts that must fit the loan's precision. */
function amountsOf(tx: Readonly<LoanSet>): readonly (NumberValue | undefined)[] {
  return [tx.PrincipalRequested, tx.LoanOriginationFee, tx.LoanServiceFee, tx.LatePaymentFee, tx.ClosePaymentFee];
}

function areFieldsValid(tx: Readonly<LoanSet>): boolean {
  if (tx.Data !== '' && !isValidData(tx.Data)) return false;
  const fees = [tx.LoanServiceFee, tx.LatePaymentFee, tx.ClosePaymentFee].map(numOfField);
  if (fees.some(({ mantissa }) => mantissa < 0n)) return false;
  const principal = numOfField(tx.PrincipalRequested);
  const origination = numOfField(tx.LoanOriginationFee);
  if (principal.mantissa <= 0n || origination.mantissa < 0n || numCompare(origination, principal) > 0) return false;
  const rates = [tx.InterestRate, tx.OverpaymentFee, tx.LateInterestRate, tx.CloseInterestRate];
  if (![...rates, tx.OverpaymentInterestRate].every((rate) => isValidRate(rate))) return false;
  if (tx.PaymentTotal === 0) return false;
  const { PaymentInterval: interval = MIN_INTERVAL_SECONDS, GracePeriod: grace } = tx;
  if (interval < MIN_INTERVAL_SECONDS) return false;
  return grace === undefined || (grace >= MIN_INTERVAL_SECONDS && grace <= interval);
}

/**
 * A dry run needs no signatures, but must not be both single- and multi-signed (rippled: preflightCheckSimulateKeys).
 */
function checkDryRun({ SigningPubKey, TxnSignature, Signers }: Countersignature): NotTec {
  if ((TxnSignature ?? '') !== '') return 'temINVALID';
  if (Signers === undefined) return 'tesSUCCESS';
  const isSigned = Signers.some((element) => (Object.values(element)[0]?.TxnSignature ?? '') !== '');
  return isSigned || (SigningPubKey ?? '') !== '' ? 'temINVALID' : 'tesSUCCESS';
}

/** The last payment and its grace period must be due within the ledger's time range. */
function fitsIntoTime(view: ReadView, tx: Readonly<LoanSet>): boolean {
  const available = MAX_TIME - view.closeTimeSeconds;
  const { PaymentInterval: interval = MIN_INTERVAL_SECONDS, GracePeriod: grace = MIN_INTERVAL_SECONDS } = tx;
  const { PaymentTotal: payments = DEFAULT_PAYMENTS } = tx;
  if (grace > available || interval > available || payments > available) return false;
  return Math.floor((available - grace) / interval) >= payments;
}

/** Checks that no payer or payee is frozen. */
function checkParties(
  { view, tx }: PreclaimContext<LoanSet>,
  broker: Readonly<LoanBroker>,
  { Asset: asset, Account: vaultAccount }: Readonly<Vault>,
): Ter {
  const checks = [
    () => canAddHolding(view, asset),
    () => checkFrozen(view, vaultAccount, asset),
    () => checkDeepFrozen(view, broker.Account, asset),
    () => checkFrozen(view, borrowerOf(tx, broker), asset),
    () => checkDeepFrozen(view, broker.Owner, asset),
  ];
  return firstFailure(checks);
}

function propertiesOf(tx: Readonly<LoanSet>, broker: Readonly<LoanBroker>, vault: Readonly<Vault>): LoanProperties {
  return loanProperties({
    asset: vault.Asset,
    principal: numOfField(tx.PrincipalRequested),
    periodicRate: periodicRateOf(tx.InterestRate ?? 0, tx.PaymentInterval ?? MIN_INTERVAL_SECONDS),
    payments: tx.PaymentTotal ?? DEFAULT_PAYMENTS,
    managementFeeRate: broker.ManagementFeeRate ?? 0,
    minimumScale: scaleOfVault(vault),
  });
}

/** Checks that the vault has room for the interest, and that the loan's properties are valid. */
function checkSoundness(tx: Readonly<LoanSet>, vault: Readonly<Vault>, properties: LoanProperties, interest: Num): Ter {
  const principal = numOfField(tx.PrincipalRequested);
  const maximum = numOfField(vault.AssetsMaximum);
  const room = numSubtract(maximum, numOfField(vault.AssetsTotal));
  if (maximum.mantissa !== 0n && numCompare(interest, room) > 0) return 'tecLIMIT_EXCEEDED';
  const isPrecise = amountsOf(tx).every((amount) => isRounded(vault.Asset, numOfField(amount), properties.scale));
  if (!isPrecise) return 'tecPRECISION_LOSS';
  const expected = { expectsInterest: (tx.InterestRate ?? 0) !== 0, payments: tx.PaymentTotal ?? DEFAULT_PAYMENTS };
  const guarded = checkLoanGuards(vault.Asset, principal, expected, properties);
  if (guarded !== 'tesSUCCESS') return guarded;
  const { value, managementFee } = properties.state;
  const isOwed = value.mantissa > 0n && managementFee.mantissa >= 0n && properties.periodicPayment.mantissa > 0n;
  return isOwed ? 'tesSUCCESS' : 'tecINTERNAL';
}

/** Checks that the broker's debt stays within its maximum and is sufficiently covered. */
function checkDebt(debt: Num, broker: Readonly<LoanBroker>, vault: Readonly<Vault>): Ter {
  const maximum = numOfField(broker.DebtMaximum);
  if (maximum.mantissa !== 0n && numCompare(maximum, debt) < 0) return 'tecLIMIT_EXCEEDED';
  const isCovered = numCompare(numOfField(broker.CoverAvailable), minimumCover(debt, broker, vault)) >= 0;
  return isCovered ? 'tesSUCCESS' : 'tecINSUFFICIENT_FUNDS';
}

/**
 * Adds the loan to the borrower's owner count, and pays out the principal: the origination fee to the broker's owner,
 * the rest to the borrower.
 */
function payOut(context: ApplyContext<LoanSet>, broker: Readonly<LoanBroker>, vault: Readonly<Vault>): Ter {
  const { sandbox, tx, fees, balanceBeforeFeeDrops } = context;
  const asset = vault.Asset;
  const borrower = borrowerOf(tx, broker);
  const root = sandbox.peek(accountKeylet(borrower));
  if (root === undefined) return 'tefBAD_LEDGER';
  adjustOwnerCount(sandbox, root, 1);
  const balanceDrops = borrower === tx.Account ? balanceBeforeFeeDrops : root.Balance;
  if (!coversReserve(fees, root, balanceDrops)) return 'tecINSUFFICIENT_RESERVE';
  const fee = numOfField(tx.LoanOriginationFee);
  const steps = [
    () => ensureHolding(context, borrower, vault),
    () => requireAuth(sandbox, borrower, asset, 'strong'),
    () => (fee.mantissa === 0n ? 'tesSUCCESS' : ensureHolding(context, broker.Owner, vault)),
    () => requireAuth(sandbox, broker.Owner, asset, 'strong'),
  ];
  const failure = firstFailure(steps);
  if (failure !== 'tesSUCCESS') return failure;
  const received = numSubtract(numOfField(tx.PrincipalRequested), fee);
  const receivers = [
    { receiver: borrower, amount: amountFromNum(asset, received) },
    { receiver: broker.Owner, amount: amountFromNum(asset, fee) },
  ];
  return accountSendMulti(sandbox, vault.Account, asset, receivers);
}

/** Creates a holding for an account without one; its current balance must cover the reserve. */
function ensureHolding(
  { sandbox, fees }: ApplyContext<LoanSet>,
  account: AccountId,
  { Asset: asset }: Readonly<Vault>,
): Ter {
  const balanceDrops = sandbox.read(accountKeylet(account))?.Balance;
  if (balanceDrops === undefined) return 'tefBAD_LEDGER';
  const added = addEmptyHolding(sandbox, account, asset, { fees, balanceDrops });
  return added === 'tecDUPLICATE' ? 'tesSUCCESS' : added;
}

function newLoan(
  view: ReadView,
  tx: Readonly<LoanSet>,
  broker: Readonly<LoanBroker>,
  { scale, periodicPayment, state }: LoanProperties,
): Loan {
  const loan = newEntry(loanKeylet(broker.index, broker.LoanSequence));
  const startDate = view.closeTimeSeconds;
  const interval = tx.PaymentInterval ?? MIN_INTERVAL_SECONDS;
  if (hasFlag(tx, tfLoanOverpayment)) loan.Flags = EntryFlags.Loan.lsfLoanOverpayment;
  Object.assign(loan, {
    LoanSequence: broker.LoanSequence,
    LoanBrokerID: broker.index,
    Borrower: borrowerOf(tx, broker),
    StartDate: startDate,
    PaymentInterval: interval,
    PeriodicPayment: numToWire(periodicPayment),
  });
  for (const name of AGREED_FEES) putNumber(loan, name, numOfField(tx[name]));
  const counts = {
    ...Object.fromEntries(AGREED_RATES.map((name) => [name, tx[name] ?? 0])),
    GracePeriod: tx.GracePeriod ?? MIN_INTERVAL_SECONDS,
    LoanScale: scale,
    NextPaymentDueDate: startDate + interval,
    PaymentRemaining: tx.PaymentTotal ?? DEFAULT_PAYMENTS,
  };
  // Default values are left out.
  for (const [name, value] of Object.entries(counts)) if (value !== 0) Object.assign(loan, { [name]: value });
  putNumber(loan, 'PrincipalOutstanding', numOfField(tx.PrincipalRequested));
  putNumber(loan, 'TotalValueOutstanding', state.value);
  putNumber(loan, 'ManagementFeeOutstanding', state.managementFee);
  return loan;
}

const AGREED_FEES = ['LoanOriginationFee', 'LoanServiceFee', 'LatePaymentFee', 'ClosePaymentFee'] as const;
const AGREED_RATES = [
  'OverpaymentFee',
  'InterestRate',
  'LateInterestRate',
  'CloseInterestRate',
  'OverpaymentInterestRate',
] as const;
