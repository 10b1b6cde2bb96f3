/**
 * Rules of the transactions that one account has in the queue: a blocker is alone, a replacement pays more, sequences have
 * no gaps, and the account can pay for all of them (rippled: TxQ.cpp, apply, canBeHeld, nextQueuableSeqImpl).
 */

import type { OpenView } from '../../ledger/open-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet, ticketKeylet } from '../../protocol/entries/keylets.ts';
import type { NotTec, Ter } from '../../protocol/tables/ter.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { LedgerContext } from '../../transactions/transaction-type.ts';
import { compareWithinAccount, firstAtOrAfter } from '../close/canonical-order.ts';
import { increasedLevel } from './fee-metrics.ts';
import { type AccountQueue, type Candidate, nextFreeSequence } from './transaction-queue-index.ts';
import type { QueueOptions } from './transaction-queue-options.ts';

/** A transaction that may be queued, with the state of its account. */
export interface QueueCandidate {
  readonly candidate: Candidate;
  readonly root: Readonly<AccountRoot>;
  /** Its account's part of the queue, if there is one. */
  readonly queue: AccountQueue | undefined;
  /** Those in it whose sequence is not used yet, and all tickets. */
  readonly eligible: readonly Candidate[];
  /** The one in it that uses the same sequence or ticket. */
  readonly replaced: Candidate | undefined;
}

export function createQueueCandidate(
  candidate: Candidate,
  root: Readonly<AccountRoot>,
  queue: AccountQueue | undefined,
): QueueCandidate {
  const candidates = queue?.candidates ?? [];
  const eligible = candidates.slice(firstAtOrAfter(candidates, { isTicket: false, value: root.Sequence }));
  const replaced = candidates.find((other) => compareWithinAccount(other, candidate) === 0);
  return { candidate, root, queue, eligible, replaced };
}

/** A ticket must be in the ledger already, since a queued TicketCreate may fail. */
export function checkTicket(view: OpenView, { fields }: Transaction, root: Readonly<AccountRoot>): NotTec {
  const { isTicket, value } = sequenceProxy(fields);
  if (!isTicket || view.read(ticketKeylet(fields.Account, value)) !== undefined) return 'tesSUCCESS';
  return value < root.Sequence ? 'tefNO_TICKET' : 'terPRE_TICKET';
}

/** A blocker must be the only queued transaction of its account. It can be replaced by one of its sequence or ticket. */
export function checkBlockers({ candidate, eligible }: QueueCandidate): Ter {
  const [first] = eligible;
  if (first === undefined) return 'tesSUCCESS';
  const replacesTheOnlyOne = eligible.length === 1 && compareWithinAccount(first, candidate) === 0;
  if (candidate.consequences.isBlocker && !replacesTheOnlyOne) return 'telCAN_NOT_QUEUE_BLOCKS';
  const isBlocked = eligible.length === 1 && first.consequences.isBlocker && !replacesTheOnlyOne;
  return isBlocked ? 'telCAN_NOT_QUEUE_BLOCKED' : 'tesSUCCESS';
}

/** A replacement must pay `retrySequencePercent` more than the transaction that it replaces. */
export function checkReplacement({ candidate, eligible, replaced }: QueueCandidate, options: QueueOptions): Ter {
  if (replaced === undefined || eligible.length === 0) return 'tesSUCCESS';
  const required = increasedLevel(replaced.feeLevel, options.retrySequencePercent);
  return candidate.feeLevel > required ? 'tesSUCCESS' : 'telCAN_NOT_QUEUE_FEE';
}

/** True if other transactions of the account are queued and stay so. */
export function hasQueuedSiblings({ eligible, replaced }: QueueCandidate): boolean {
  return eligible.length > 1 || (eligible.length === 1 && replaced === undefined);
}

/** A used sequence is refused. If nothing of the account is queued, only the next sequence is accepted. */
export function checkSequence({ candidate, root, eligible }: QueueCandidate): Ter {
  if (candidate.isTicket || candidate.value === root.Sequence) return 'tesSUCCESS';
  if (candidate.value < root.Sequence) return 'tefPAST_SEQ';
  return eligible.length === 0 ? 'terPRE_SEQ' : 'tesSUCCESS';
}

/** Among queued transactions, a sequence must be the account's next, the next free one, or replace one. */
export function checkSequenceAmongQueued({ candidate, root, queue, replaced }: QueueCandidate): Ter {
  if (candidate.isTicket) return 'tesSUCCESS';
  if (candidate.value < root.Sequence) return 'tefPAST_SEQ';
  const goesToFront = compareWithinAccount(candidate, queue!.candidates[0]!) < 0;
  if (goesToFront) return candidate.value > root.Sequence ? 'terPRE_SEQ' : 'tesSUCCESS';
  if (replaced !== undefined || nextFreeSequence(root, queue) === candidate.value) return 'tesSUCCESS';
  return 'telCAN_NOT_QUEUE';
}

/** Checks the limit per account, and the fields and flags that forbid queueing (rippled: TxQ.cpp, canBeHeld). */
export function checkRoom(queueCandidate: QueueCandidate, view: OpenView, options: QueueOptions): Ter {
  const { candidate, root, queue, replaced } = queueCandidate;
  const { fields } = candidate.transaction;
  const { LastLedgerSequence: last } = fields;
  // The queue of an account does not include the effects of a batch or a delegate on other accounts.
  if (fields.TransactionType === 'Batch' || fields.Delegate !== undefined) return 'telCAN_NOT_QUEUE';
  const hasPrior = fields.PreviousTxnID !== undefined || fields.AccountTxnID !== undefined;
  if (hasPrior || candidate.flags.failHard) return 'telCAN_NOT_QUEUE';
  if (last !== undefined && last < view.ledgerIndex + options.minimumLastLedgerBuffer) return 'telCAN_NOT_QUEUE';
  if (queue === undefined || replaced !== undefined) return 'tesSUCCESS';
  if (queue.candidates.length < options.maximumTxnPerAccount) return 'tesSUCCESS';
  // One above the limit may fill the first gap between sequences, which an expired transaction has left.
  if (candidate.isTicket || candidate.value !== nextFreeSequence(root, queue)) return 'telCAN_NOT_QUEUE_FULL';
  const follower = queue.candidates.find((other) => compareWithinAccount(other, candidate) > 0);
  return follower !== undefined && !follower.isTicket ? 'tesSUCCESS' : 'telCAN_NOT_QUEUE_FULL';
}

/**
 * The ledger after all other queued transactions of the account have paid their fees and spent what they can; or a result
 * if the account cannot pay the fees.
 */
export function viewAfterQueued(
  queueCandidate: QueueCandidate,
  view: OpenView,
  { fees }: LedgerContext,
): Sandbox | Ter {
  const { candidate, root, queue, eligible } = queueCandidate;
  const { feeDrops, spendDrops } = drainOf(candidate, eligible);
  const { Balance: balance } = root;
  const { reserveDrops, baseDrops } = fees;
  if (feeDrops >= balance) return 'telCAN_NOT_QUEUE_BALANCE';
  // Only fees are taken from the reserve. If the reserve is as small as fees, only the balance is checked.
  if (reserveDrops > 10n * baseDrops && feeDrops >= reserveDrops) return 'telCAN_NOT_QUEUE_BALANCE';
  const spendable = balance > reserveDrops ? balance - reserveDrops : 0n;
  const sandbox = new Sandbox(view);
  const account = sandbox.peek(accountKeylet(root.Account))!;
  account.Balance = balance - feeDrops - (spendDrops < spendable ? spendDrops : spendable);
  account.Sequence = candidate.isTicket ? nextFreeSequence(root, queue) : candidate.value;
  sandbox.update(account);
  return sandbox;
}

/** Fees and spending of the other transactions, and of a replacement if it is not the last. */
function drainOf(candidate: Candidate, eligible: readonly Candidate[]): { feeDrops: bigint; spendDrops: bigint } {
  let feeDrops = 0n;
  let spendDrops = 0n;
  for (const [at, other] of eligible.entries()) {
    const isReplaced = compareWithinAccount(other, candidate) === 0;
    if (isReplaced && at === eligible.length - 1) continue;
    const { consequences } = isReplaced ? candidate : other;
    feeDrops += consequences.feeDrops;
    spendDrops += consequences.potentialSpendDrops;
  }
  return { feeDrops, spendDrops };
}
