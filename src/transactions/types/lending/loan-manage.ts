/**
 * LoanManage: a broker's owner marks a loan as impaired, reverses that, or declares default: then the broker's cover
 * pays a part of the loss, and the vault bears the rest (rippled: LoanManage.cpp).
 */
import { hasExpired } from '../../../ledger/has-expired.ts';
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { amountFromNum, isIntegral } from '../../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber, roundToAsset } from '../../../protocol/amounts/asset-number.ts';
import {
  type Num,
  numAdd,
  numCompare,
  numMin,
  numNegate,
  numSubtract,
  numToWire,
} from '../../../protocol/amounts/number.ts';
import type { Loan, LoanBroker, Vault } from '../../../protocol/entries/entries.ts';
import { loanBrokerById, loanById } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import { accountSend } from '../../assets/asset-transfer.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { adjustSum, scaleOfVault } from '../../lending/broker-cover.ts';
import { type LoanEntries, peekLoan } from '../../lending/broker-entries.ts';
import { impairLoan, owedToVault, unimpairLoan } from '../../lending/impairment.ts';
import { partOf } from '../../lending/lending-rates.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';

type LoanManage = TransactionOf<'LoanManage'>;

const { tfLoanDefault, tfLoanImpair, tfLoanUnimpair } = TransactionFlags.LoanManage;
const { lsfLoanDefault, lsfLoanImpaired } = EntryFlags.Loan;
/** An excess more than this many digits below the amount is a rounding error. */
const DUST_DIGITS = 13;

export const loanManage = defineTransaction({
  name: 'LoanManage',

  preflight({ tx }) {
    if (tx.LoanID === ZERO_HASH) return 'temINVALID';
    const chosen = [tfLoanDefault, tfLoanImpair, tfLoanUnimpair].filter((flag) => hasFlag(tx, flag));
    return chosen.length > 1 ? 'temINVALID_FLAG' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const loan = view.read(loanById(tx.LoanID));
    if (loan === undefined) return 'tecNO_ENTRY';
    if (!isAllowed(tx, loan)) return 'tecNO_PERMISSION';
    const graceEnd = (loan.NextPaymentDueDate ?? 0) + (loan.GracePeriod ?? 0);
    if (hasFlag(tx, tfLoanDefault) && !hasExpired(view, graceEnd)) return 'tecTOO_SOON';
    const broker = view.read(loanBrokerById(loan.LoanBrokerID));
    if (broker === undefined) return 'tecINTERNAL';
    return broker.Owner === tx.Account ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  },

  apply(context) {
    const { sandbox, tx } = context;
    const entries = peekLoan(sandbox, tx.LoanID);
    if (entries === undefined) return 'tefBAD_LEDGER';
    return manage(context, entries);
  },
});

/** A defaulted or completed loan cannot change; impairment can only be switched. */
function isAllowed(tx: Readonly<LoanManage>, loan: Readonly<Loan>): boolean {
  const isImpaired = hasFlag(loan, lsfLoanImpaired);
  if (hasFlag(loan, lsfLoanDefault) || (loan.PaymentRemaining ?? 0) === 0) return false;
  return !(isImpaired && hasFlag(tx, tfLoanImpair)) && !(!isImpaired && hasFlag(tx, tfLoanUnimpair));
}

/** Without a flag it does nothing. */
function manage({ sandbox, tx }: ApplyContext<LoanManage>, entries: LoanEntries): Ter {
  const { loan, vault } = entries;
  if (hasFlag(tx, tfLoanDefault)) return defaultLoan(sandbox, entries);
  const isImpairment = hasFlag(tx, tfLoanImpair);
  if (!isImpairment && !hasFlag(tx, tfLoanUnimpair)) return 'tesSUCCESS';
  const result = isImpairment ? impairLoan(sandbox, loan, vault) : unimpairLoan(sandbox, loan, vault);
  if (result !== 'tesSUCCESS') return result;
  for (const entry of [loan, vault]) {
    associateAsset(entry, vault.Asset);
    sandbox.update(entry);
  }
  return 'tesSUCCESS';
}

/** Declares default: the cover pays its part, and the vault's total is reduced by the rest (rippled: defaultLoan). */
function defaultLoan(sandbox: Sandbox, { loan, broker, vault }: LoanEntries): Ter {
  const asset = vault.Asset;
  const scale = scaleOfVault(vault);
  const owed = owedToVault(loan);
  const covered = coveredPart(loan, broker, vault, owed);
  const updated = writeOff(loan, vault, owed, covered);
  if (updated !== 'tesSUCCESS') return updated;
  putNumber(broker, 'DebtTotal', adjustSum(numOfField(broker.DebtTotal), numNegate(owed), asset, scale));
  putNumber(broker, 'CoverAvailable', numSubtract(numOfField(broker.CoverAvailable), covered));
  endLoan(loan);
  for (const entry of [loan, broker, vault]) {
    associateAsset(entry, asset);
    sandbox.update(entry);
  }
  return accountSend(sandbox, broker.Account, vault.Account, amountFromNum(asset, covered), { waivesFee: true });
}

/** The liquidated part of the required cover, at most what is owed and available; rounded up. */
function coveredPart(
  loan: Readonly<Loan>,
  broker: Readonly<LoanBroker>,
  { Asset: asset }: Readonly<Vault>,
  owed: Num,
): Num {
  const required = partOf(numOfField(broker.DebtTotal), broker.CoverRateMinimum ?? 0, 'upward');
  const liquidated = numMin(partOf(required, broker.CoverRateLiquidation ?? 0, 'upward'), owed);
  const rounded = roundToAsset(asset, liquidated, loan.LoanScale ?? 0, 'upward');
  return numMin(rounded, numOfField(broker.CoverAvailable));
}

/**
 * Updates the vault: the total is reduced by the uncovered loss, the covered part becomes available, and the impairment
 * is removed.
 */
function writeOff(loan: Readonly<Loan>, vault: Vault, owed: Num, covered: Num): Ter {
  const asset = vault.Asset;
  const scale = scaleOfVault(vault);
  const lost = numSubtract(owed, covered);
  const before = numOfField(vault.AssetsTotal);
  if (numCompare(before, lost) < 0) return 'tefBAD_LEDGER';
  const available = numAdd(numOfField(vault.AssetsAvailable), covered);
  const total = withoutDust(vault, numSubtract(before, roundToAsset(asset, lost, scale, 'downward')), available);
  if (numCompare(available, total) > 0) return 'tecINTERNAL';
  putNumber(vault, 'AssetsTotal', total);
  putNumber(vault, 'AssetsAvailable', available);
  if (!hasFlag(loan, lsfLoanImpaired)) return 'tesSUCCESS';
  const expected = numOfField(vault.LossUnrealized);
  if (numCompare(expected, owed) < 0) return 'tefBAD_LEDGER';
  putNumber(vault, 'LossUnrealized', adjustSum(expected, numNegate(owed), asset, scale));
  return 'tesSUCCESS';
}

/** The total; or the available assets if these are larger only by a rounding error. */
function withoutDust({ Asset: asset }: Readonly<Vault>, total: Num, available: Num): Num {
  if (isIntegral(asset) || numCompare(available, total) <= 0) return total;
  const excess = numSubtract(available, total);
  return numToWire(available).exponent - numToWire(excess).exponent > DUST_DIGITS ? available : total;
}

function endLoan(loan: Loan): void {
  loan.Flags |= lsfLoanDefault;
  delete loan.TotalValueOutstanding;
  delete loan.PaymentRemaining;
  delete loan.PrincipalOutstanding;
  delete loan.ManagementFeeOutstanding;
  delete loan.NextPaymentDueDate;
}
