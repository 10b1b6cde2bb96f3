/**
 * Every transaction that a load sent, until all has been seen that must be true of it: accepted, it gets into a ledger;
 * in a ledger, `tx` finds it and the histories of both parties list it. Whatever a ledger holds is one of them.
 */
import type { LoadFigures } from './load-figures.ts';

export interface Submission {
  readonly id: string;
  /** What kind of action sent it, for reports. */
  readonly kind: string;
  readonly sender: string;
  /** The other party, if there is one. */
  readonly other: string | undefined;
  readonly feeDrops: bigint;
}

export interface ValidatedSubmission extends Submission {
  readonly ledgerIndex: number;
  readonly result: string;
}

/** Whose history lists it: a transaction that failed has nothing to do with anybody but its sender. */
export function partiesOf({ sender, other, result }: ValidatedSubmission): string[] {
  return other === undefined || result !== 'tesSUCCESS' ? [sender] : [sender, other];
}

/** A ledger as the stream told it. */
export interface SeenLedger {
  readonly index: number;
  readonly hash: string;
  readonly transactions: readonly ValidatedSubmission[];
}

/** Beyond this an accepted transaction is lost: what waits in the queue longest is the cheapest of a burst. */
const LONGEST_WAIT_LEDGERS = 15;
/** Kept for those who look back. */
const KEPT_LEDGERS = 300;

export class SubmissionBook {
  readonly #figures: LoadFigures;
  readonly #open = new Map<string, Submission>();
  readonly #accepted = new Map<string, number>();
  readonly #ledgers = new Map<number, SeenLedger>();
  readonly #waiting = new Map<string, (validated: ValidatedSubmission) => void>();
  #last: number | undefined;
  #serverLast = 0;

  constructor(figures: LoadFigures) {
    this.#figures = figures;
  }

  /** The last ledger that is known whole. */
  get lastLedger(): number {
    return this.#last ?? 0;
  }

  /** How many were accepted and are in no ledger yet. */
  get pendingCount(): number {
    return this.#accepted.size;
  }

  /** Must be told of each transaction before it is sent. */
  expect(submission: Submission): void {
    this.#open.set(submission.id, submission);
  }

  /** The server said that it has validated this ledger; whoever follows it may be behind. */
  reach(ledgerIndex: number): void {
    this.#serverLast = Math.max(this.#serverLast, ledgerIndex);
  }

  /** The server promised to keep it. */
  accept(id: string): void {
    // Its ledger may have closed before the answer was read.
    if (this.#open.has(id)) this.#accepted.set(id, Math.max(this.lastLedger, this.#serverLast));
  }

  /** The server refused it for good. */
  refuse(id: string): void {
    this.#open.delete(id);
  }

  /** Resolves when a ledger holds it. */
  validated(id: string): Promise<ValidatedSubmission> {
    const seen = this.#find(id);
    if (seen !== undefined) return Promise.resolve(seen);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  ledger(index: number): SeenLedger | undefined {
    return this.#ledgers.get(index);
  }

  /** Enters a ledger with all its transactions: their ids and results. */
  close(index: number, hash: string, rows: readonly (readonly [id: string, result: string])[]): void {
    const transactions: ValidatedSubmission[] = [];
    for (const [id, result] of rows) {
      const submission = this.#open.get(id);
      if (submission === undefined) {
        this.#figures.report(`ledger ${index} holds ${id}, which was not sent, was refused, or is there twice`);
        continue;
      }
      this.#open.delete(id);
      this.#accepted.delete(id);
      transactions.push({ ...submission, ledgerIndex: index, result });
      this.#figures.count(`validated ${result}`);
    }
    this.#ledgers.set(index, { index, hash, transactions });
    this.#ledgers.delete(index - KEPT_LEDGERS);
    this.#last = index;
    for (const transaction of transactions) {
      this.#waiting.get(transaction.id)?.(transaction);
      this.#waiting.delete(transaction.id);
    }
    this.#findLost(index);
  }

  #findLost(index: number): void {
    for (const [id, since] of this.#accepted) {
      if (index - since <= LONGEST_WAIT_LEDGERS) continue;
      this.#accepted.delete(id);
      this.#figures.report(`${this.#open.get(id)?.kind} ${id} was accepted at ledger ${since} and is lost`);
    }
  }

  #find(id: string): ValidatedSubmission | undefined {
    if (this.#open.has(id)) return undefined;
    for (let index = this.lastLedger; index > this.lastLedger - KEPT_LEDGERS; index--) {
      const found = this.#ledgers.get(index)?.transactions.find((transaction) => transaction.id === id);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
