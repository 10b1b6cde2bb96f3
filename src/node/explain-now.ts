/** Explains what a transaction would do if it was submitted now. */
import { isTec, isTer, isTesSuccess } from '../protocol/tables/ter.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { AccountId } from '../protocol/values.ts';
import { type Explanation, explain } from '../transactions/explain/explanation.ts';
import { Findings, type Subject } from '../transactions/explain/findings.ts';
import type { LedgerReader, OpenLedgerReader } from './ledger-node.ts';
import { reasonInOpenLedger } from './open-ledger/submission-reason.ts';
import { feeLevelPaid } from './queue/fee-metrics.ts';

/** The transaction with the open ledger that it would be applied to. */
export function inOpenLedger(
  { view }: OpenLedgerReader,
  { fees, networkId }: LedgerReader,
  transaction: Transaction,
): Subject {
  return { transaction, view, context: { fees, networkId, rules: view.rules }, flags: {} };
}

/**
 * The engine's explanation; the queue's, for a transaction that is queued, or would be since it pays less than the open ledger costs.
 */
export function explainNow(openLedger: OpenLedgerReader, subject: Subject): Explanation {
  const { queue } = openLedger;
  const { view, context, transaction } = subject;
  const { id, fields } = transaction;
  const findings = new Findings(subject);
  const place = openLedger.pending(id) === undefined ? 'not submitted' : 'on its way';
  const isTaken = isTesSuccess(findings.result) || isTec(findings.result);
  const isPaid = feeLevelPaid(fields, view, context) >= queue.openLedgerLevel(view.transactionCount);
  // Another queued transaction of the account may come first.
  const isQueued = queue.ofAccount(fields.Account as AccountId).some((queued) => queued.transaction.id === id);
  const isOfQueue = isQueued ? isTaken || isTer(findings.result) : isTaken && !isPaid;
  if (!isOfQueue) return explain(findings, place);
  const result = 'terQUEUED';
  return explain(findings, place, { result, reason: reasonInOpenLedger(subject, result, queue) });
}
