/** Why a submission fails, in one line: the engine's reason, or that of the queue with what places cost. */
import type { OpenView } from '../../ledger/open-view.ts';
import { isTesSuccess, type Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { ApplyResult } from '../../transactions/engine/engine.ts';
import { baseFeeOf } from '../../transactions/engine/preclaim.ts';
import type { ApplyFlags, LedgerContext } from '../../transactions/engine/transaction-type.ts';
import { meaningOf, reasonOf } from '../../transactions/explain/explanation.ts';
import type { Subject } from '../../transactions/explain/findings.ts';
import { dropsWords } from '../../transactions/explain/value-words.ts';
import { levelToDrops } from '../queue/fee-metrics.ts';
import type { QueueReader, TransactionQueue } from '../queue/transaction-queue.ts';

/** An outcome, and why it is none that was wished for. */
export interface ExplainedOutcome extends ApplyResult {
  readonly reason?: string | undefined;
}

/**
 * Submits through the queue. If the transaction fails, the reason is found while the ledger still is as it met it: before
 * a fee is claimed.
 */
export function submitExplained(
  queue: TransactionQueue,
  view: OpenView,
  transaction: Transaction,
  context: LedgerContext,
  flags: ApplyFlags,
): ExplainedOutcome {
  let reason: string | undefined;
  const onClaim: LedgerContext['onClaim'] = (ledger, claiming, result) => {
    if (claiming === transaction) reason = reasonOf({ transaction, view: ledger, context, flags }, result);
  };
  const outcome = queue.submit(view, transaction, { ...context, onClaim }, flags);
  if (isTesSuccess(outcome.result)) return outcome;
  reason ??= reasonInOpenLedger({ transaction, view, context, flags }, outcome.result, queue);
  return { ...outcome, reason };
}

/** Why a transaction does not get into the open ledger now, which is as it met it. */
export function reasonInOpenLedger(subject: Subject, result: Ter, queue: QueueReader): string {
  return isOfQueue(result) ? queueReason(subject, result, queue) : reasonOf(subject, result);
}

/** True of what the queue decides, and not the engine. */
function isOfQueue(result: Ter): boolean {
  return result === 'terQUEUED' || result.startsWith('telCAN_NOT_QUEUE');
}

function queueReason({ transaction, view, context }: Subject, result: Ter, queue: QueueReader): string {
  const { fields } = transaction;
  const { openLedgerLevel, openLedgerCount, expectedLedgerCount, queuedCount } = queue.metrics(view.transactionCount);
  const costDrops = levelToDrops(openLedgerLevel, baseFeeOf(fields, view, context));
  return (
    `${meaningOf(result)} It holds ${openLedgerCount} transactions and takes ${expectedLedgerCount} at the base fee; ` +
    `a place costs ${dropsWords(costDrops)} now, the transaction pays ${dropsWords(fields.Fee as bigint)}, and ` +
    `${queuedCount} wait.`
  );
}
