/**
 * What became of a transaction that was sent again because the answer to the first time was lost. The second answer may say
 * that it came too late, because the first was taken; then that is what the client is to hear.
 */

import type { LedgerNode } from '../node/ledger-node.ts';
import type { SubmitOutcome } from '../node/open-ledger/submission.ts';
import { recentLocation } from '../node/validated-range.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import { isTef, type Ter } from '../protocol/tables/ter.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { SubmitReport } from '../rpc/method/context.ts';

/** The report on the second submission, as the client is to see it. */
export function trueReport(
  node: Pick<LedgerNode, 'store' | 'validated'>,
  { id }: Transaction,
  report: SubmitReport,
): SubmitReport {
  if (!isTef(report.outcome.result)) return report;
  const final = finalResult(node, id);
  if (final !== undefined) return { ...report, outcome: taken(report.outcome, final) };
  // The open ledger has it.
  if (report.outcome.result === 'tefALREADY') return { ...report, outcome: taken(report.outcome, 'tesSUCCESS') };
  return report;
}

function taken(outcome: SubmitOutcome, result: Ter): SubmitOutcome {
  return { ...outcome, result, reason: undefined, applied: true, broadcast: true };
}

function finalResult(node: Pick<LedgerNode, 'store' | 'validated'>, id: Transaction['id']): Ter | undefined {
  const location = recentLocation(node, id);
  const stored = location && node.store.transaction(location);
  return stored && (decodeObject(stored.metadata).TransactionResult as Ter);
}
