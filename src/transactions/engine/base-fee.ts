/** What a transaction must pay at least: its type's special fee, or the base fee and one more for each signer. */
import type { ReadView } from '../../ledger/read-view.ts';
import type { TransactionCommon } from '../../protocol/transaction/transaction.ts';
import { transactionTypeOf } from '../table.ts';
import { defaultBaseFee } from './default-base-fee.ts';
import type { LedgerContext } from './transaction-type.ts';

/** The base fee in drops, before any scaling by load (rippled: Transactor.cpp, calculateBaseFee). */
export function baseFeeOf(tx: Readonly<TransactionCommon>, view: ReadView, context: LedgerContext): bigint {
  const special = transactionTypeOf(tx.TransactionType)?.baseFee?.(tx, view, context);
  return special ?? defaultBaseFee(tx, context);
}
