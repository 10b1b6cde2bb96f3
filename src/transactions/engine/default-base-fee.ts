/** The fee of a transaction of a type that asks for no special one. Types build theirs on it. */
import type { TransactionCommon } from '../../protocol/transaction/transaction.ts';
import type { LedgerContext } from './transaction-type.ts';

/** The base fee and one more for each signer, in drops, before any scaling by load. */
export function defaultBaseFee(tx: Readonly<TransactionCommon>, context: LedgerContext): bigint {
  return context.fees.baseDrops * BigInt(1 + (tx.Signers?.length ?? 0));
}
