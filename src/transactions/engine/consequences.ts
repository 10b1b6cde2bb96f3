/**
 * What a transaction may mean for later ones of its account: its maximum cost, and whether it may invalidate them. The
 * queue relies on this, since it cannot know the result of a waiting transaction.
 */
import { sequenceProxy, type TransactionCommon } from '../../protocol/transaction/transaction.ts';
import type { Consequences } from '../transaction-type.ts';
import { transactionTypeOf } from '../types/table.ts';

/** The consequences of a well-formed transaction (rippled: applySteps.cpp, TxConsequences). */
export function consequencesOf(tx: Readonly<TransactionCommon>): Consequences {
  const { Fee: fee } = tx;
  return {
    isBlocker: false,
    feeDrops: typeof fee === 'bigint' && fee > 0n ? fee : 0n,
    potentialSpendDrops: 0n,
    sequencesConsumed: sequenceProxy(tx).isTicket ? 0 : 1,
    ...transactionTypeOf(tx.TransactionType)?.consequences?.(tx),
  };
}
