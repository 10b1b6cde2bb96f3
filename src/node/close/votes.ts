/**
 * Votes after every 256th ledger. The server votes for the fees that the chain was founded with: if the ledger has other fees, the
 * next one holds a SetFee transaction (rippled: FeeVoteImpl.cpp, doVoting, without peers). There are no votes for amendments, so
 * amendments lose their majority, and none for validators.
 */
import { type Fees, isSameFees } from '../../protocol/amounts/amount-math.ts';
import type { Amendments } from '../../protocol/entries/entries.ts';
import { amendmentById } from '../../protocol/tables/amendments.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import { createTransaction, type Transaction } from '../../protocol/transaction/transaction.ts';
import { type Hash256, type StObject, ZERO_ACCOUNT } from '../../protocol/values.ts';

/** Ledgers after which there are votes. */
export const FLAG_LEDGER_INTERVAL = 256;

/** The pseudo-transactions of the votes for the ledger after `parentIndex`, by its current fees and amendments. */
export function votedTransactions(
  parentIndex: number,
  current: { readonly fees: Fees; readonly amendments: Readonly<Amendments> | undefined },
  votedFees: Fees,
): Transaction[] {
  if (parentIndex % FLAG_LEDGER_INTERVAL !== 0) return [];
  const votes = [...feeVote(current.fees, votedFees), ...amendmentVotes(current.amendments)];
  return votes.map((fields) => pseudoTransaction(parentIndex, fields));
}

function feeVote(current: Fees, voted: Fees): StObject[] {
  if (isSameFees(current, voted)) return [];
  const { baseDrops, reserveDrops, reserveIncrementDrops } = voted;
  const fees = { BaseFeeDrops: baseDrops, ReserveBaseDrops: reserveDrops };
  return [{ TransactionType: 'SetFee', ...fees, ReserveIncrementDrops: reserveIncrementDrops }];
}

/** Without votes, amendments lose their majority (rippled: AmendmentTable.cpp, doVoting). */
function amendmentVotes(current: Readonly<Amendments> | undefined): StObject[] {
  const { Amendments: enabled = [], Majorities: majorities = [] } = current ?? {};
  const lost = majorities
    .map(({ Majority }) => Majority?.Amendment as Hash256)
    .filter((id) => !enabled.includes(id) && (amendmentById(id)?.status ?? 'unsupported') !== 'unsupported');
  const Flags = TransactionFlags.EnableAmendment.tfLostMajority;
  return lost.map((Amendment) => ({ TransactionType: 'EnableAmendment', Flags, Amendment }));
}

/** The pseudo-transaction that enables an amendment from the ledger after its own on. */
export function enablingTransaction(parentIndex: number, amendment: Hash256): Transaction {
  return pseudoTransaction(parentIndex, { TransactionType: 'EnableAmendment', Amendment: amendment });
}

/** A pseudo-transaction for the ledger after `parentIndex`: account zero, no fee. */
function pseudoTransaction(parentIndex: number, fields: StObject): Transaction {
  const common = { Account: ZERO_ACCOUNT, Fee: 0n, Sequence: 0, SigningPubKey: '' };
  return createTransaction({ ...common, LedgerSequence: parentIndex + 1, ...fields });
}
