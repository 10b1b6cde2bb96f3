/**
 * When ledgers close by themselves: every so often, or at once after each submission. Without either, only
 * `ledger_accept` closes them. A close that fails is reported and tried again at the next occasion; the node keeps the
 * open ledger until one succeeds.
 */
import type { Transaction } from '../protocol/transaction.ts';
import type { LedgerNode, SubmitOptions, SubmitOutcome } from './ledger-node.ts';

/** Told of a close that failed. */
export type CloseFailureListener = (error: unknown) => void;

/** Closes a ledger every `intervalMs`. A close that takes longer than that makes the next ones wait, never pile up. */
export function startCloseTimer(node: LedgerNode, intervalMs: number, onFailure: CloseFailureListener): () => void {
  let isClosing = false;
  const timer = setInterval(() => {
    if (isClosing) return;
    isClosing = true;
    node
      .acceptLedger()
      .catch(onFailure)
      .finally(() => {
        isClosing = false;
      });
  }, intervalMs);
  return () => clearInterval(timer);
}

/**
 * The same node, but with each applied submission its ledger closes right after the answer. Submissions that arrive
 * before that share the ledger, and those that arrive while it closes get the next one.
 */
export function closeAfterSubmissions(node: LedgerNode, onFailure: CloseFailureListener): LedgerNode {
  let isScheduled = false;
  let lastClose: Promise<unknown> = Promise.resolve();
  const closeSoon = () => {
    if (isScheduled) return;
    isScheduled = true;
    lastClose = lastClose
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => {
        isScheduled = false;
        return node.acceptLedger();
      })
      .catch(onFailure);
  };
  const submit = (transaction: Transaction, options?: SubmitOptions): SubmitOutcome => {
    const outcome = node.submit(transaction, options);
    if (outcome.applied) closeSoon();
    return outcome;
  };
  const stop = () => lastClose.then(() => node.stop());
  // A proxy rather than a list of members: the node may offer more to those who know it better.
  return new Proxy(node, {
    get(target, name) {
      if (name === 'submit') return submit;
      if (name === 'stop') return stop;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
