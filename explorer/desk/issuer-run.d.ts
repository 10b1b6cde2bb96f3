/** The types of `issuer-run.js`, for `weir authorize` and `weir holders`. */

import type { Candidate } from './candidates.js';

/** Rejects with an error that has a `token` if the server answers with an error. */
export interface RunServer {
  request(command: string, params?: object): Promise<object>;
}

/** A ledger of a chain. */
export interface ChainPlace {
  readonly index: number;
  readonly hash: string;
}

/** A signed transaction that may be applied. */
export interface SignedTransaction {
  readonly candidate: Pick<Candidate, 'key' | 'holder'>;
  readonly sequence: number;
  /** The last ledger that may include it. */
  readonly lastLedger: number;
  /** A ledger of the chain that it is for. */
  readonly chain?: ChainPlace | undefined;
  readonly command: string;
  readonly params: object;
  readonly hash?: string | undefined;
}

/** A transaction that is no longer pending. Without `ledgerIndex` no ledger includes it. */
export interface EndedTransaction extends SignedTransaction {
  readonly code?: string;
  readonly ledgerIndex?: number;
}

/** Keeps transactions that may be applied. */
export interface RunJournal {
  /** A ledger of the chain that its rows are for; undefined if none is known. */
  readonly chain: ChainPlace | undefined;
  /** True if the ledger does not show what is done, so that a run cannot go without the journal. */
  readonly keepsDone?: boolean;
  /** The pending transactions of an earlier run. */
  read(): readonly SignedTransaction[];
  /** Called before they are sent. */
  add(signed: readonly SignedTransaction[]): void;
  finish(ended: readonly EndedTransaction[]): void;
  /** Discards everything, since the server has another chain. */
  clear(): void;
}

export interface RunSigner {
  /** Fields of every transaction. */
  readonly common: object;
  request(transaction: object): Pick<SignedTransaction, 'command' | 'params' | 'hash'>;
}

export interface RunResult {
  readonly candidate: Pick<Candidate, 'key' | 'holder'>;
  /** Undefined if no ledger includes it. */
  readonly code?: string;
  readonly hash?: string | undefined;
  /** Undefined if no ledger includes it. */
  readonly ledgerIndex?: number;
}

export class IssuerRun {
  constructor(
    server: RunServer,
    account: string,
    journal: RunJournal,
    options?: {
      readonly windowSize?: number;
      readonly atOnce?: number;
      sleep?(milliseconds: number): Promise<void>;
    },
  );
  readonly isBusy: boolean;
  readonly ledger: number;
  readonly total: number;
  readonly done: number;
  readonly pendingCount: number;
  readonly results: readonly RunResult[];
  readonly unsent: readonly Candidate[];
  readonly refusal: { readonly code: string } | undefined;
  listen(listener: (news: 'otherTransactions' | 'sequenceConflict' | undefined) => void): () => void;
  start(signer: RunSigner, count: number, findPending: () => Promise<readonly Candidate[]>): void;
  step(): Promise<void>;
}
