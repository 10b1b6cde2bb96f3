/**
 * The transactions of a load. Each accepted one must be in a ledger, where `tx` and the histories of both parties find it,
 * and ledgers must contain no others.
 */
import type { LoadFigures } from './load-figures.ts';

export interface Submission {
  readonly id: string;
  /** Kind of action, for reports. */
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

/** Accounts whose history lists it. A failed transaction affects its sender only. */
export function partiesOf({ sender, other, result }: ValidatedSubmission): string[] {
  return other === undefined || result !== 'tesSUCCESS' ? [sender] : [sender, other];
}

/** A ledger of the stream. */
export interface SeenLedger {
  readonly index: number;
  readonly hash: string;
  readonly transactions: readonly ValidatedSubmission[];
}

/** An accepted transaction that waits longer is lost. The cheapest ones of a burst wait longest. */
const LONGEST_WAIT_LEDGERS = 15;
/** Number of past ledgers that are kept for checks. */
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

  /** The last complete ledger. */
  get lastLedger(): number {
    return this.#last ?? 0;
  }

  /** How many were accepted and are in no ledger yet. */
  get pendingCount(): number {
    return this.#accepted.size;
  }

  /** Must be called with each transaction before it is sent. */
  expect(submission: Submission): void {
    this.#open.set(submission.id, submission);
  }

  /** Records a validated ledger that an answer named; streams may be behind it. */
  reach(ledgerIndex: number): void {
    this.#serverLast = Math.max(this.#serverLast, ledgerIndex);
  }

  /** Records that the server accepted it. */
  accept(id: string): void {
    // Its ledger may have closed before the answer was read.
    if (this.#open.has(id)) this.#accepted.set(id, Math.max(this.lastLedger, this.#serverLast));
  }

  /** Records that the server refused it. */
  refuse(id: string): void {
    this.#open.delete(id);
  }

  /** Resolves when it is in a validated ledger. */
  validated(id: string): Promise<ValidatedSubmission> {
    const seen = this.#find(id);
    if (seen !== undefined) return Promise.resolve(seen);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  ledger(index: number): SeenLedger | undefined {
    return this.#ledgers.get(index);
  }

  /** Adds a ledger with the ids and results of its transactions. */
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
