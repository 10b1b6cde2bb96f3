/** Explains what a transaction would do if it was submitted now. */
import type { Transaction } from '../protocol/transaction/transaction.ts';
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

/** The engine's explanation; the queue's, for a transaction that would be applied but pays less than the open ledger costs. */
export function explainNow({ queue }: OpenLedgerReader, subject: Subject): Explanation {
  const findings = new Findings(subject);
  const { view, context, transaction } = subject;
  const isTaken = findings.result === 'tesSUCCESS' || findings.result.startsWith('tec');
  const isPaid = feeLevelPaid(transaction.fields, view, context) >= queue.openLedgerLevel(view.transactionCount);
  if (!isTaken || isPaid) return explain(findings);
  const result = 'terQUEUED';
  return explain(findings, { result, reason: reasonInOpenLedger(subject, result, queue) });
}
