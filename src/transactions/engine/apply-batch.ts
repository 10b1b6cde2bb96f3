/**
 * Applies the transactions inside a batch, right after the batch itself got into a closed ledger. Its mode decides how
 * many of them count. In the open ledger a batch only pays its fee (rippled: apply.cpp, applyTransaction and
 * applyBatchTransactions).
 */
import type { OpenView } from '../../ledger/open-view.ts';
import { hasFlag, TransactionFlags } from '../../protocol/tables/flags.ts';
import { isTesSuccess, type Ter } from '../../protocol/tables/ter.ts';
import { innerTransactions } from '../../protocol/transaction/batch.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { ApplyFlags, LedgerContext } from '../transaction-type.ts';
import { type ApplyResult, applyTransaction, type OnBug } from './engine.ts';

const { tfAllOrNothing, tfOnlyOne, tfUntilFailure } = TransactionFlags.Batch;

/** Applies a transaction, and what is inside if it is a batch in a closed ledger. The result is that of the outer one. */
export function applyWithInner(
  view: OpenView,
  transaction: Transaction,
  context: LedgerContext,
  flags: ApplyFlags,
  onBug: OnBug,
): ApplyResult {
  const outcome = applyTransaction(view, transaction, context, flags, onBug);
  const isBatch = transaction.fields.TransactionType === 'Batch';
  if (isBatch && isTesSuccess(outcome.result) && !view.isOpen) applyInner(view, transaction, context, onBug);
  return outcome;
}

function applyInner(view: OpenView, batch: Transaction, context: LedgerContext, onBug: OnBug): void {
  const { fields, id: parentBatchId } = batch;
  const inside = view.inside();
  for (const inner of innerTransactions(batch)) {
    const next = afterInner(fields, applyTransaction(inside, inner, context, { parentBatchId }, onBug).result);
    if (next === 'undo') return;
    if (next === 'stop') break;
  }
  view.absorb(inside);
}

/** What the result of one inner transaction means for the batch: the mode decides. */
export function afterInner(batch: Transaction['fields'], result: Ter): 'continue' | 'stop' | 'undo' {
  if (isTesSuccess(result)) return hasFlag(batch, tfOnlyOne) ? 'stop' : 'continue';
  if (hasFlag(batch, tfAllOrNothing)) return 'undo';
  return hasFlag(batch, tfUntilFailure) ? 'stop' : 'continue';
}
