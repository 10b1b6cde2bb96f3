/**
 * Losses that are expected of a loan: the vault's books show them until the loan pays again or the loss is final
 * (rippled: LoanManage.cpp).
 */
import { hasExpired } from '../../ledger/has-expired.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { numOfField, putNumber } from '../../protocol/amounts/asset-number.ts';
import { type Num, numCompare, numNegate, numSubtract } from '../../protocol/amounts/number.ts';
import type { Loan, Vault } from '../../protocol/entries/entries.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { adjustSum, scaleOfVault } from './broker-cover.ts';

const { lsfLoanImpaired } = EntryFlags.Loan;

/** What the vault would lose: principal and its interest. */
export function owedToVault(loan: Readonly<Loan>): Num {
  return numSubtract(numOfField(loan.TotalValueOutstanding), numOfField(loan.ManagementFeeOutstanding));
}

/** Writes the expected loss into the vault's books, and makes the next payment due now. Both entries are peeked. */
export function impairLoan(view: ReadView, loan: Loan, vault: Vault): Ter {
  const loss = adjustSum(numOfField(vault.LossUnrealized), owedToVault(loan), vault.Asset, scaleOfVault(vault));
  putNumber(vault, 'LossUnrealized', loss);
  const lent = numSubtract(numOfField(vault.AssetsTotal), numOfField(vault.AssetsAvailable));
  if (numCompare(loss, lent) > 0) return 'tecLIMIT_EXCEEDED';
  loan.Flags |= lsfLoanImpaired;
  if (!hasExpired(view, loan.NextPaymentDueDate ?? 0)) loan.NextPaymentDueDate = view.parentCloseTimeSeconds;
  return 'tesSUCCESS';
}

/** Takes it back; the next payment is due when it was, or one interval from now where that is over. */
export function unimpairLoan(view: ReadView, loan: Loan, vault: Vault): Ter {
  const loss = numOfField(vault.LossUnrealized);
  const reversed = owedToVault(loan);
  if (numCompare(loss, reversed) < 0) return 'tefBAD_LEDGER';
  putNumber(vault, 'LossUnrealized', adjustSum(loss, numNegate(reversed), vault.Asset, scaleOfVault(vault)));
  loan.Flags &= ~lsfLoanImpaired;
  const usualDue = Math.max(loan.PreviousPaymentDueDate ?? 0, loan.StartDate) + loan.PaymentInterval;
  const isOver = hasExpired(view, usualDue);
  loan.NextPaymentDueDate = isOver ? view.parentCloseTimeSeconds + loan.PaymentInterval : usualDue;
  return 'tesSUCCESS';
}
