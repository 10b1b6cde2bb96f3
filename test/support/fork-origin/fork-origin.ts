/**
 * A ledger server in another thread, for tests of forks, whose reads block the thread of the test. It gives answers as
 * rippled or as Clio does, and misbehaves as the test says.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LedgerHeader } from '../../../src/ledger/ledger-header.ts';
import type { Book } from '../../../src/protocol/entries/keylets.ts';
import type { Hash256, Hex } from '../../../src/protocol/values.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import type { StoredTransaction } from '../../../src/storage/history-store.ts';

/** Changes of an answer: of another entry; of another ledger; without order; a header that does not fit. */
export type Lie = 'index' | 'bytes' | 'ledger' | 'order' | 'header' | 'absence';

export interface Misbehaviour {
  /** Answers as Clio does. */
  readonly isClio?: boolean;
  /** So many of the next requests are refused with `slowDown`. */
  readonly slowDowns?: number;
  /** So many of the next requests end their connection. */
  readonly drops?: number;
  /** So many of the next requests get no answer. */
  readonly silences?: number;
  /** The ledger is not there (any more). */
  readonly isMissing?: boolean;
  /**
   * How requests over HTTP are answered: not at all, with a body without end, with one byte after another, with text that is no
   * answer, with a refusal, or with the end of the connection.
   */
  readonly answers?: 'none' | 'endless' | 'drip' | 'garbage' | '429' | 'closing';
  readonly delayMs?: number;
  readonly lie?: Lie;
}

/** What the thread gets: a chain that it repeats, or none for one of its own. */
export interface OriginData {
  readonly recording?: Recording;
}

/** A ledger of the chain that is repeated. */
export interface OriginLedger {
  readonly header: LedgerHeader;
  readonly transactions: readonly StoredTransaction[];
}

/** The ledger that the server has. */
export interface OriginFacts {
  readonly port: number;
  readonly ledgerIndex: number;
  readonly ledgerHash: Hash256;
  /** Serialized entries by ascending key. */
  readonly entries: readonly (readonly [key: Hash256, data: Hex])[];
  /** The ledgers of a repeated chain that have transactions. */
  readonly ledgers: readonly OriginLedger[];
  /** A book of XRP for tokens with many pages, and one without offers. */
  readonly book: Book;
  readonly emptyBook: Book;
  /** An account with several pages of tokens, and one without tokens. */
  readonly collector: Hex;
  readonly other: Hex;
}

export class ForkOrigin {
  readonly facts: OriginFacts;
  readonly #worker: Worker;

  private constructor(worker: Worker, facts: OriginFacts) {
    this.#worker = worker;
    this.facts = facts;
  }

  static async start(data: OriginData = {}): Promise<ForkOrigin> {
    const worker = new Worker(new URL('./origin-thread.ts', import.meta.url), { workerData: data });
    const [facts] = (await once(worker, 'message')) as [OriginFacts];
    return new ForkOrigin(worker, facts);
  }

  get url(): string {
    return `ws://127.0.0.1:${this.facts.port}`;
  }

  get httpUrl(): string {
    return `http://127.0.0.1:${this.facts.port}`;
  }

  /** Replaces the misbehaviour; gives the methods that were asked since the last call. */
  async set(misbehaviour: Misbehaviour): Promise<readonly string[]> {
    this.#worker.postMessage(misbehaviour);
    const [{ methods }] = (await once(this.#worker, 'message')) as [{ methods: readonly string[] }];
    return methods;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
