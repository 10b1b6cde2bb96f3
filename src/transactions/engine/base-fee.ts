/** The base fee of a transaction: its type's special fee, or the ledger's base fee plus one per signer. */
import type { ReadView } from '../../ledger/read-view.ts';
import { isPseudoTransaction, type TransactionCommon } from '../../protocol/transaction/transaction.ts';
import type { StArray, StObject } from '../../protocol/values.ts';
import { defaultBaseFee, type LedgerContext } from '../transaction-type.ts';
import { transactionTypeOf } from '../types/table.ts';

/** The base fee in drops, before load scaling (rippled: Transactor.cpp, calculateBaseFee). */
export function baseFeeOf(tx: Readonly<TransactionCommon>, view: ReadView, context: LedgerContext): bigint {
  if (tx.TransactionType === 'Batch') return batchFee(tx, view, context);
  const special = transactionTypeOf(tx.TransactionType)?.baseFee?.(tx, view, context);
  return special ?? defaultBaseFee(tx, context);
}

/**
 * Twice the base fee, plus the base fee of each inner transaction, plus one base fee per signature. Weir does not apply
 * batches, but signing fills in their fee after the local checks (rippled: Batch.cpp, calculateBaseFee).
 */
function batchFee(tx: Readonly<TransactionCommon & StObject>, view: ReadView, context: LedgerContext): bigint {
  let feeDrops = defaultBaseFee(tx, context) + context.fees.baseDrops;
  for (const raw of innerObjects(tx.RawTransactions)) {
    // Pseudo-transactions cost nothing.
    if (!isPseudoTransaction(raw)) feeDrops += baseFeeOf(raw as TransactionCommon & StObject, view, context);
  }
  for (const signer of innerObjects(tx.BatchSigners)) {
    const signatures = signer.TxnSignature === undefined ? innerObjects(signer.Signers).length : 1;
    feeDrops += BigInt(signatures) * context.fees.baseDrops;
  }
  return feeDrops;
}

function innerObjects(list: StObject[string]): StObject[] {
  return ((list ?? []) as StArray).map((element) => Object.values(element)[0] as StObject);
}
