/** The types of `approval-run.js`, for `weir authorize`. */

import type { Candidate } from './candidates.js';

/** Rejects with an error that has a `token` if the server answers with an error. */
export interface RunServer {
  request(command: string, params?: object): Promise<object>;
}

/** A signed approval that may be on its way. */
export interface Approval {
  readonly candidate: Pick<Candidate, 'key' | 'holder'>;
  readonly sequence: number;
  /** The last ledger that it may get into. */
  readonly lastLedger: number;
  /** A ledger of the chain that it is for. */
  readonly chain?: { readonly index: number; readonly hash: string } | undefined;
  readonly command: string;
  readonly params: object;
  readonly hash?: string | undefined;
}

/** Keeps what is on its way. */
export interface RunJournal {
  /** What an earlier run left. */
  read(): readonly Approval[];
  /** Called before they are sent. */
  add(approvals: readonly Approval[]): void;
  finish(approvals: readonly Approval[]): void;
}

export interface RunSigner {
  /** Fields of every transaction. */
  readonly common: object;
  request(transaction: object): Pick<Approval, 'command' | 'params' | 'hash'>;
}

export interface ApprovalResult {
  readonly candidate: Pick<Candidate, 'key' | 'holder'>;
  /** Undefined if it got into no ledger. */
  readonly code?: string;
  readonly hash?: string | undefined;
  /** Undefined if no ledger holds it. */
  readonly ledgerIndex?: number;
}

export class ApprovalRun {
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
  readonly results: readonly ApprovalResult[];
  readonly unsent: readonly Candidate[];
  readonly refusal: { readonly code: string } | undefined;
  listen(listener: (news: 'otherTransactions' | 'sequenceConflict' | undefined) => void): () => void;
  start(signer: RunSigner, count: number, findPending: () => Promise<readonly Candidate[]>): void;
  step(): Promise<void>;
}
