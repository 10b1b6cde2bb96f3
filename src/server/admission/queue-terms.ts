/** The options of the transaction queue that follow from the limits of a server. */
import type { QueueOptions } from '../../node/queue/transaction-queue-options.ts';
import type { ServerLimits } from './limits.ts';

export function queueTerms(limits: ServerLimits): Partial<QueueOptions> {
  return {
    minimumTxnInLedger: limits.openLedgerSize,
    ledgersInQueue: limits.queueLedgers,
    maximumTxnPerAccount: limits.queuePerAccount,
    maximumHeldPerAccount: limits.heldPerAccount,
  };
}
