/**
 * Applies a set of transactions in passes. In the first passes a transaction whose failure may be temporary, also one that would
 * only claim a fee, is deferred, because another one may make it succeed; in the last passes its result counts
 * (rippled: BuildLedger.cpp applyTransactions, OpenLedger.h).
 */
import type { OpenView } from '../../ledger/open-view.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { applyWithInner } from '../../transactions/engine/apply-batch.ts';
import { type OnBug, passOutcome } from '../../transactions/engine/engine.ts';
import type { LedgerContext } from '../../transactions/transaction-type.ts';
import type { Steps } from '../../util/steps.ts';

const TOTAL_PASSES = 3;
const LAST_RETRY_PASS = 1;

/** Applies transactions in the given order. Returns those that are left for the next ledger. */
export function* applyInPasses(
  view: OpenView,
  transactions: readonly Transaction[],
  context: LedgerContext,
  onBug: OnBug,
): Steps<readonly Transaction[]> {
  let remaining = transactions;
  let retry = true;
  for (let pass = 0; pass < TOTAL_PASSES; pass++) {
    let applied = 0;
    const deferred: Transaction[] = [];
    for (const transaction of remaining) {
      const outcome = passOutcome(applyWithInner(view, transaction, context, { retry }, onBug));
      if (outcome === 'applied') applied++;
      if (outcome === 'retry') deferred.push(transaction);
      yield;
    }
    remaining = deferred;
    if (applied === 0 && !retry) break;
    if (applied === 0 || pass >= LAST_RETRY_PASS) retry = false;
  }
  return remaining;
}
