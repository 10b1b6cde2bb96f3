/**
 * LoanDelete: removes a loan that is paid off or defaulted. With the last loan, the rounding rest of the broker's debt
 * is removed (rippled: LoanDelete.cpp).
 */
import { loanBrokerById, loanById } from '../../../protocol/entries/keylets.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { changeLoanCount, peekLoan } from '../../lending/broker-entries.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const loanDelete = defineTransaction({
  name: 'LoanDelete',

  preflight({ tx }) {
    return tx.LoanID === ZERO_HASH ? 'temINVALID' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const loan = view.read(loanById(tx.LoanID));
    if (loan === undefined) return 'tecNO_ENTRY';
    if ((loan.PaymentRemaining ?? 0) > 0) return 'tecHAS_OBLIGATIONS';
    const broker = view.read(loanBrokerById(loan.LoanBrokerID));
    if (broker === undefined) return 'tecINTERNAL';
    return broker.Owner === tx.Account || loan.Borrower === tx.Account ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  },

  apply({ sandbox, tx }) {
    const entries = peekLoan(sandbox, tx.LoanID);
    if (entries === undefined) return 'tefBAD_LEDGER';
    const { loan, broker, vault } = entries;
    const removed = removeOwnedEntry(sandbox, loan);
    if (removed !== 'tesSUCCESS') return removed;
    changeLoanCount(broker, -1);
    if (broker.OwnerCount === undefined) delete broker.DebtTotal;
    associateAsset(broker, vault.Asset);
    sandbox.update(broker);
    return 'tesSUCCESS';
  },
});
