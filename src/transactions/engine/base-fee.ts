/** What a transaction must pay at least: its type's special fee, or the base fee and one more for each signer. */

import type { ReadView } from '../../ledger/read-view.ts';
import { isPseudoTransaction, type TransactionCommon } from '../../protocol/transaction/transaction.ts';
import type { StArray, StObject } from '../../protocol/values.ts';
import { defaultBaseFee, type LedgerContext } from '../transaction-type.ts';
import { transactionTypeOf } from '../types/table.ts';

/** The base fee in drops, before any scaling by load (rippled: Transactor.cpp, calculateBaseFee). */
export function baseFeeOf(tx: Readonly<TransactionCommon>, view: ReadView, context: LedgerContext): bigint {
  if (tx.TransactionType === 'Batch') return batchFee(tx, view, context);
  const special = transactionTypeOf(tx.TransactionType)?.baseFee?.(tx, view, context);
  return special ?? defaultBaseFee(tx, context);
}

/**
 * Twice the base fee, that of each transaction in the batch, and one for each signature of the batch. A batch is not
 * applied, but signing fills in its fee, after the local checks (rippled: Batch.cpp, calculateBaseFee).
 */
function batchFee(tx: Readonly<TransactionCommon & StObject>, view: ReadView, context: LedgerContext): bigint {
  let feeDrops = defaultBaseFee(tx, context) + context.fees.baseDrops;
  for (const raw of innerObjects(tx.RawTransactions)) {
    // What only validators make costs nothing.
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
