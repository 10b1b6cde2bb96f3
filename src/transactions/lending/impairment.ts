/**
 * Impairment: expected losses of a loan, which the vault's LossUnrealized contains until the loan is paid again or
 * defaults (rippled: LoanManage.cpp).
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

/** The vault's claim: principal and its part of the interest. */
export function owedToVault(loan: Readonly<Loan>): Num {
  return numSubtract(numOfField(loan.TotalValueOutstanding), numOfField(loan.ManagementFeeOutstanding));
}

/** Adds the expected loss to the vault, and makes the next payment due now. Both entries are peeked. */
export function impairLoan(view: ReadView, loan: Loan, vault: Vault): Ter {
  const loss = adjustSum(numOfField(vault.LossUnrealized), owedToVault(loan), vault.Asset, scaleOfVault(vault));
  putNumber(vault, 'LossUnrealized', loss);
  const lent = numSubtract(numOfField(vault.AssetsTotal), numOfField(vault.AssetsAvailable));
  if (numCompare(loss, lent) > 0) return 'tecLIMIT_EXCEEDED';
  loan.Flags |= lsfLoanImpaired;
  if (!hasExpired(view, loan.NextPaymentDueDate ?? 0)) loan.NextPaymentDueDate = view.parentCloseTimeSeconds;
  return 'tesSUCCESS';
}

/**
 * Reverses the impairment; the next payment is due at its scheduled time or, if that has passed, one interval from now.
 */
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
