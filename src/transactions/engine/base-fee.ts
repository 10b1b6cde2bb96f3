/** The base fee of a transaction: its type's special fee, or the ledger's base fee plus one per signer. */
import type { ReadView } from '../../ledger/read-view.ts';
import { elementsOf } from '../../protocol/transaction/batch.ts';
import { isPseudoTransaction, type TransactionCommon } from '../../protocol/transaction/transaction.ts';
import type { StObject } from '../../protocol/values.ts';
import { defaultBaseFee, type LedgerContext } from '../transaction-type.ts';
import { transactionTypeOf } from '../types/table.ts';

/** The base fee in drops, before load scaling (rippled: Transactor.cpp, calculateBaseFee). */
export function baseFeeOf(tx: Readonly<TransactionCommon>, view: ReadView, context: LedgerContext): bigint {
  if (tx.TransactionType === 'Batch') return batchFee(tx, view, context);
  const special = transactionTypeOf(tx.TransactionType)?.baseFee?.(tx, view, context);
  return special ?? defaultBaseFee(tx, context);
}

/**
 * Twice the base fee, plus the base fee of each inner transaction, plus one base fee per signature. Signing fills it in
 * where batches are disabled too (rippled: Batch.cpp, calculateBaseFee).
 */
function batchFee(tx: Readonly<TransactionCommon & StObject>, view: ReadView, context: LedgerContext): bigint {
  let feeDrops = defaultBaseFee(tx, context) + context.fees.baseDrops;
  for (const raw of elementsOf(tx.RawTransactions)) {
    // Pseudo-transactions cost nothing.
    if (!isPseudoTransaction(raw)) feeDrops += baseFeeOf(raw as TransactionCommon & StObject, view, context);
  }
  for (const signer of elementsOf(tx.BatchSigners)) {
    const signatures = signer.TxnSignature === undefined ? elementsOf(signer.Signers).length : 1;
    feeDrops += BigInt(signatures) * context.fees.baseDrops;
  }
  return feeDrops;
}
