/**
 * The ledger state that a transaction was applied to: the state of the parent ledger with the earlier transactions applied
 * again, in their order. The result is bit for bit the same.
 */
import { ledgerFees } from '../ledger/chain-entries.ts';
import { OpenView } from '../ledger/open-view.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import { isInnerTransaction } from '../protocol/transaction/batch.ts';
import { isPseudoTransaction, parseTransaction, type Transaction } from '../protocol/transaction/transaction.ts';
import { impersonate, signatureProblem } from '../protocol/transaction/transaction-signature.ts';
import { ZERO_HASH } from '../protocol/values.ts';
import { applyTransaction } from '../transactions/engine/engine.ts';
import type { Subject } from '../transactions/explain/findings.ts';
import type { Steps } from '../util/steps.ts';
import { expectedCloseTimeSeconds } from './close/close-ledger.ts';
import type { LedgerReader, OpenLedgerReader } from './ledger-node.ts';

/** The transaction at a position of a validated ledger, and the state before it; undefined if the server lacks the parent. */
export function* replayClosed(
  reader: LedgerReader,
  { ledgerIndex, position }: { readonly ledgerIndex: number; readonly position: number },
): Steps<Subject | undefined> {
  const header = reader.store.header(ledgerIndex);
  const parent = reader.store.header(ledgerIndex - 1);
  const parentView = reader.view(ledgerIndex - 1);
  if (header === undefined || parent === undefined || parentView === undefined) return undefined;
  const closeTimeSeconds = expectedCloseTimeSeconds({ parent, closeTimeSeconds: header.closeTimeSeconds });
  const view = new OpenView(parentView, parent, false, closeTimeSeconds);
  const context = { fees: ledgerFees(parentView), networkId: reader.networkId, rules: view.rules };
  let lastOuterId = ZERO_HASH;
  for (const { blob, position: at } of reader.store.ledgerTransactions(ledgerIndex)) {
    const transaction = acceptedTransaction(blob, view.rules);
    const isInner = isInnerTransaction(transaction.fields);
    // Inner transactions follow their batch.
    if (!isInner) lastOuterId = transaction.id;
    const flags = isInner ? { parentBatchId: lastOuterId } : {};
    if (at === position) return { transaction, view, context, flags };
    applyTransaction(view, transaction, context, flags);
    yield;
  }
  return undefined;
}

/** A transaction of a ledger. If its signature is invalid, a test bench applied it as an impersonated one. */
function acceptedTransaction(blob: Uint8Array, rules: Rules): Transaction {
  const transaction = parseTransaction(blob);
  const { fields } = transaction;
  if (isPseudoTransaction(fields) || isInnerTransaction(fields)) return transaction;
  return signatureProblem(transaction, rules) === undefined ? transaction : impersonate(transaction);
}

/** A transaction of the open ledger, and the state before it; undefined if it is not there. */
export function* replayOpen(
  openLedger: OpenLedgerReader,
  reader: LedgerReader,
  { id }: Transaction,
): Steps<Subject | undefined> {
  const parentView = reader.view(reader.validated.ledgerIndex);
  if (parentView === undefined) return undefined;
  const view = new OpenView(parentView, reader.validated, true);
  const context = { fees: reader.fees, networkId: reader.networkId, rules: view.rules };
  for (const { transaction } of [...openLedger.view.transactions]) {
    if (transaction.id === id) return { transaction, view, context, flags: {} };
    applyTransaction(view, transaction, context);
    yield;
  }
  return undefined;
}
