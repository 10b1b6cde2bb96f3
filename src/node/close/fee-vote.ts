/**
 * After every 256th ledger the validators vote on fees. There is one vote here, the chain's own: where its ledger
 * charges something else, the next one holds a SetFee transaction (rippled: FeeVoteImpl.cpp, doVoting, without peers).
 */
import { type Fees, isSameFees } from '../../protocol/amounts/fees.ts';
import { createTransaction, type Transaction } from '../../protocol/transaction/transaction.ts';

/** Ledgers whose successor may change fees. */
const FLAG_LEDGER_INTERVAL = 256;

/** The vote's transaction for the ledger after `parentIndex`, if one is due and would change anything. */
export function feeVote(parentIndex: number, current: Fees, voted: Fees): Transaction | undefined {
  if (parentIndex % FLAG_LEDGER_INTERVAL !== 0 || isSameFees(current, voted)) return undefined;
  return createTransaction({
    TransactionType: 'SetFee',
    Account: '0'.repeat(40),
    Fee: 0n,
    Sequence: 0,
    SigningPubKey: '',
    LedgerSequence: parentIndex + 1,
    BaseFeeDrops: voted.baseDrops,
    ReserveBaseDrops: voted.reserveDrops,
    ReserveIncrementDrops: voted.reserveIncrementDrops,
  });
}
