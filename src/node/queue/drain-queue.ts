/**
 * Moves transactions from the queue into a new open ledger: by fee level, but an account's sequences in order, until the
 * next one pays less than the ledger requires. Transactions that can never succeed are dropped; others stay for a number
 * of tries (rippled: TxQ.cpp, accept, eraseAndAdvance).
 */
import { isTef, isTem } from '../../protocol/tables/ter.ts';
import type { ApplyResult } from '../../transactions/engine/engine.ts';
import type { Steps } from '../../util/steps.ts';
import { compareWithinAccount } from '../close/canonical-order.ts';
import type { AccountQueue, Candidate, QueueIndex } from './transaction-queue-index.ts';

/** The open ledger's required fee level, and how it applies a candidate. */
export interface DrainTarget {
  requiredLevel(): bigint;
  apply(candidate: Candidate): ApplyResult;
  isNearlyFull(): boolean;
}

/** Remaining tries of an account's other transactions after one was dropped because it failed too often. */
const PENALIZED_RETRIES = 1;

/** One step a transaction. Between two steps transactions may enter or leave the queue. */
export function* drainQueue(index: QueueIndex, target: DrainTarget): Steps<void> {
  let at = 0;
  for (;;) {
    const candidate = index.byFee[at];
    if (candidate === undefined) return;
    const queue = index.account(candidate.transaction.fields.Account)!;
    if (!candidate.isTicket && compareWithinAccount(candidate, queue.candidates[0]!) > 0) {
      // It is tried again after the earlier ones of its account.
      at++;
      continue;
    }
    if (candidate.feeLevel < target.requiredLevel()) return;
    const { result, applied } = target.apply(candidate);
    const isHopeless = isTef(result) || isTem(result);
    if (applied) {
      at = removeAndAdvance(index, candidate, queue);
    } else if (isHopeless || candidate.retriesRemaining <= 0) {
      if (candidate.retriesRemaining <= 0) queue.retryPenalty = true;
      else queue.dropPenalty = true;
      at = removeAndAdvance(index, candidate, queue);
    } else {
      candidate.lastResult = result;
      at = keepForLater(index, candidate, queue, target);
    }
    const next = index.byFee[at];
    yield;
    // If the next candidate was moved during the pause, continue at its new place; if it was removed, start over.
    if (next !== undefined && index.byFee[at] !== next) at = index.has(next) ? index.position(next) : 0;
  }
}

/**
 * Keeps a candidate for a later try, unless the queue is nearly full and its account has a penalty. Returns the next
 * place.
 */
function keepForLater(index: QueueIndex, candidate: Candidate, queue: AccountQueue, target: DrainTarget): number {
  if (queue.retryPenalty && candidate.retriesRemaining > 2) candidate.retriesRemaining = PENALIZED_RETRIES;
  else candidate.retriesRemaining--;
  if (queue.dropPenalty && queue.candidates.length > 1 && target.isNearlyFull()) {
    if (candidate.isTicket) return removeAndAdvance(index, candidate, queue);
    // Sequences depend on each other, so the last one goes.
    const last = queue.candidates.at(-1)!;
    if (last !== candidate) index.remove(last);
  }
  return index.position(candidate) + 1;
}

/** Removes a candidate and gives the place of the next: its account's next one, if that was passed over before. */
function removeAndAdvance(index: QueueIndex, candidate: Candidate, queue: AccountQueue): number {
  const at = index.position(candidate);
  const follower = queue.candidates[queue.candidates.indexOf(candidate) + 1];
  const next = index.byFee[at + 1];
  index.remove(candidate);
  const wasPassedOver = follower !== undefined && (next === undefined || index.isBefore(follower, next));
  return wasPassedOver ? index.position(follower) : at;
}
