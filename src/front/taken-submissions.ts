/**
 * Submissions that come as bytes to whoever has the engine, or knows the way to it: takes each, and sends the reports of one
 * turn together.
 */

import { ReportFrames, type SubmissionFrame } from '../link/submission-frames.ts';
import type { SubmitOptions } from '../node/ledger-node.ts';
import { parseTransaction, type Transaction } from '../protocol/transaction/transaction.ts';
import { trustSignature } from '../protocol/transaction/transaction-signature.ts';
import type { SubmitReport } from '../rpc/method/context.ts';
import type { RpcError } from '../rpc/method/errors.ts';

export interface TakenSubmissionsOptions {
  readonly submit: (transaction: Transaction, options: SubmitOptions) => Promise<SubmitReport>;
  /** What is reported where it rejects; undefined where that is said in another way. */
  readonly faultOf: (error: unknown, id: number) => RpcError | undefined;
  readonly send: (reports: Uint8Array) => void;
}

export class TakenSubmissions {
  readonly #options: TakenSubmissionsOptions;
  readonly #frames = new ReportFrames();
  #isSending = false;

  constructor(options: TakenSubmissionsOptions) {
    this.#options = options;
  }

  /** Whoever sent it has verified its signature. Resolves when its report waits to be sent. */
  async take({ id, blob, options }: SubmissionFrame): Promise<void> {
    try {
      const transaction = parseTransaction(blob);
      trustSignature(transaction);
      this.#frames.add(id, await this.#options.submit(transaction, options));
    } catch (error) {
      const fault = this.#options.faultOf(error, id);
      if (fault === undefined) return;
      this.#frames.addFault(id, fault);
    }
    if (this.#isSending) return;
    this.#isSending = true;
    setImmediate(() => this.sendReports());
  }

  /** Sends those that wait, so that what is sent next comes after them. */
  sendReports(): void {
    this.#isSending = false;
    if (!this.#frames.isEmpty) this.#options.send(this.#frames.take());
  }
}
