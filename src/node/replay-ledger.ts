/**
 * A ledger as one of its transactions met it: the state of its parent, and the transactions before it applied once more, in
 * their order. It is the same to the last bit, which the metadata of whatever is applied to it next can show.
 */
import { ledgerFees } from '../ledger/chain-entries.ts';
import { OpenView } from '../ledger/open-view.ts';
import { parseTransaction, type Transaction } from '../protocol/transaction/transaction.ts';
import { applyTransaction } from '../transactions/engine/engine.ts';
import type { Subject } from '../transactions/explain/findings.ts';
import type { Steps } from '../util/steps.ts';
import { expectedCloseTimeSeconds } from './close/close-ledger.ts';
import type { LedgerNode } from './ledger-node.ts';

/** The transaction at that place of a validated ledger, and the ledger before it; undefined if the server lacks its parent. */
export function* replayClosed(
  node: LedgerNode,
  { ledgerIndex, position }: { readonly ledgerIndex: number; readonly position: number },
): Steps<Subject | undefined> {
  const header = node.store.header(ledgerIndex);
  const parent = node.store.header(ledgerIndex - 1);
  const parentView = node.view(ledgerIndex - 1);
  if (header === undefined || parent === undefined || parentView === undefined) return undefined;
  const closeTimeSeconds = expectedCloseTimeSeconds({ parent, closeTimeSeconds: header.closeTimeSeconds });
  const view = new OpenView(parentView, parent, false, closeTimeSeconds);
  const context = { fees: ledgerFees(parentView), networkId: node.networkId };
  for (const { blob, position: at } of node.store.ledgerTransactions(ledgerIndex)) {
    const transaction = parseTransaction(blob);
    if (at === position) return { transaction, view, context, flags: {} };
    applyTransaction(view, transaction, context);
    yield;
  }
  return undefined;
}

/** A transaction of the open ledger, and that ledger before it; undefined if it is not there. */
export function* replayOpen(node: LedgerNode, { id }: Transaction): Steps<Subject | undefined> {
  const parentView = node.view(node.validated.ledgerIndex);
  if (parentView === undefined) return undefined;
  const view = new OpenView(parentView, node.validated, true);
  const context = { fees: node.fees, networkId: node.networkId };
  for (const { transaction } of [...node.openView.transactions]) {
    if (transaction.id === id) return { transaction, view, context, flags: {} };
    applyTransaction(view, transaction, context);
    yield;
  }
  return undefined;
}
