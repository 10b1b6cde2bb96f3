/**
 * The transactions in the queue in two orders: all of them by fee level, the highest first, and those of an account by
 * sequence, then ticket. Equal fee levels are ordered by the id XOR the hash of the last ledger, which cannot be predicted
 * (rippled: TxQ.h, OrderCandidates, TxQAccount).
 */
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type SequenceProxy, sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import { type AccountId, type Hash256, ZERO_HASH } from '../../protocol/values.ts';
import type { ApplyFlags, Consequences } from '../../transactions/transaction-type.ts';
import { assert } from '../../util/assert.ts';
import { partitionPoint } from '../../util/partition-point.ts';
import { compareWithinAccount, firstAtOrAfter } from '../close/canonical-order.ts';

/** How often a queued transaction may fail before it is dropped. */
export const RETRIES_ALLOWED = 10;

export interface Candidate extends SequenceProxy {
  readonly transaction: Transaction;
  readonly feeLevel: bigint;
  readonly consequences: Consequences;
  readonly flags: ApplyFlags;
  retriesRemaining: number;
  /** The result of its last try in an open ledger. */
  lastResult: Ter | undefined;
}

/** The queued transactions of an account. If it gets empty, it stays until the next ledger closes. */
export interface AccountQueue {
  /** In the order of `compareWithinAccount`. */
  readonly candidates: Candidate[];
  /** True if one of them failed too often: the others get fewer tries. */
  retryPenalty: boolean;
  /** True if one of them failed for good or expired: others are dropped if the queue is nearly full. */
  dropPenalty: boolean;
}

/** A candidate that has not been tried yet. */
export function createCandidate(
  transaction: Transaction,
  feeLevel: bigint,
  consequences: Consequences,
  flags: ApplyFlags,
): Candidate {
  const proxy = sequenceProxy(transaction.fields);
  const untried = { retriesRemaining: RETRIES_ALLOWED, lastResult: undefined };
  return { transaction, ...proxy, feeLevel, consequences, flags, ...untried };
}

/** The transactions and the penalties of their accounts, as plain values. */
export interface QueueContents {
  readonly salt: Hash256;
  readonly candidates: readonly Readonly<Candidate>[];
  readonly accounts: readonly (Pick<AccountQueue, 'retryPenalty' | 'dropPenalty'> & { readonly id: AccountId })[];
}

export class QueueIndex {
  readonly #byAccount = new Map<AccountId, AccountQueue>();
  readonly #byFee: Candidate[] = [];
  readonly #byId = new Map<Hash256, Candidate>();
  #salt: Hash256 = ZERO_HASH;

  /** The content as plain values, for `restored`. */
  get contents(): QueueContents {
    const accounts = Array.from(this.#byAccount, ([id, { retryPenalty, dropPenalty }]) => {
      return { id, retryPenalty, dropPenalty };
    });
    return { salt: this.#salt, candidates: this.#byFee, accounts };
  }

  /** A new instance with copies of these candidates. */
  static restored({ salt, candidates, accounts }: QueueContents): QueueIndex {
    const restored = new QueueIndex();
    restored.#salt = salt;
    for (const { id, ...penalties } of accounts) restored.#byAccount.set(id, { ...penalties, candidates: [] });
    for (const candidate of candidates) restored.add({ ...candidate });
    return restored;
  }

  get size(): number {
    return this.#byFee.length;
  }

  /** The best paying first. */
  get byFee(): readonly Candidate[] {
    return this.#byFee;
  }

  get(id: Hash256): Candidate | undefined {
    return this.#byId.get(id);
  }

  account(id: AccountId): AccountQueue | undefined {
    return this.#byAccount.get(id);
  }

  add(candidate: Candidate): void {
    const { Account: account } = candidate.transaction.fields;
    let queue = this.#byAccount.get(account);
    if (queue === undefined) {
      queue = { candidates: [], retryPenalty: false, dropPenalty: false };
      this.#byAccount.set(account, queue);
    }
    queue.candidates.splice(firstAtOrAfter(queue.candidates, candidate), 0, candidate);
    this.#byFee.splice(this.#place(candidate), 0, candidate);
    this.#byId.set(candidate.transaction.id, candidate);
  }

  remove(candidate: Candidate): void {
    const { candidates } = this.#byAccount.get(candidate.transaction.fields.Account)!;
    candidates.splice(candidates.indexOf(candidate), 1);
    this.#byFee.splice(this.position(candidate), 1);
    this.#byId.delete(candidate.transaction.id);
  }

  has(candidate: Candidate): boolean {
    return this.#byFee[this.#place(candidate)] === candidate;
  }

  /** Where a queued candidate stands among all. */
  position(candidate: Candidate): number {
    const place = this.#place(candidate);
    assert(this.#byFee[place] === candidate, 'a candidate is where it belongs');
    return place;
  }

  /** True if `a` stands before `b`. */
  isBefore(a: Candidate, b: Candidate): boolean {
    return this.#compare(a, b) < 0;
  }

  /** Reorders candidates with equal fees by a new salt. */
  shuffle(salt: Hash256): void {
    this.#salt = salt;
    this.#byFee.sort((a, b) => this.#compare(a, b));
  }

  /** Removes the records of accounts without queued transactions. */
  dropEmptyAccounts(): void {
    for (const [id, { candidates }] of this.#byAccount) if (candidates.length === 0) this.#byAccount.delete(id);
  }

  #place(candidate: Candidate): number {
    return partitionPoint(this.#byFee.length, (at) => this.#compare(this.#byFee[at]!, candidate) < 0);
  }

  #compare(a: Candidate, b: Candidate): number {
    if (a.feeLevel !== b.feeLevel) return a.feeLevel > b.feeLevel ? -1 : 1;
    return compareSalted(a.transaction.id, b.transaction.id, this.#salt);
  }
}

/** Compares two hashes as if each was mixed (XOR) with the salt: the first digit where they differ decides. */
function compareSalted(a: Hash256, b: Hash256, salt: Hash256): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === a.length) return 0;
  const mask = Number.parseInt(salt[at]!, 16);
  return (Number.parseInt(a[at]!, 16) ^ mask) - (Number.parseInt(b[at]!, 16) ^ mask);
}

/** The next sequence that neither the ledger nor a queued transaction has used. */
export function nextFreeSequence({ Sequence }: Readonly<AccountRoot>, queue: AccountQueue | undefined): number {
  if (queue === undefined) return Sequence;
  let next: SequenceProxy = { isTicket: false, value: Sequence };
  let at = firstAtOrAfter(queue.candidates, next);
  const first = queue.candidates[at];
  if (first === undefined || compareWithinAccount(first, next) !== 0) return Sequence;
  for (; at < queue.candidates.length; at++) {
    const candidate = queue.candidates[at]!;
    if (compareWithinAccount(next, candidate) < 0) break;
    next = { isTicket: false, value: candidate.value + candidate.consequences.sequencesConsumed };
  }
  return next.value;
}
