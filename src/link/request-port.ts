/**
 * The end of a link that answers: runs the requests and submissions of one `RequestLink`. Reports of submissions travel
 * together, those of one turn of the event loop.
 */
import type { SubmitOptions } from '../node/ledger-node.ts';
import { parseTransaction, type Transaction } from '../protocol/transaction/transaction.ts';
import { trustSignature } from '../protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../protocol/values.ts';
import { jsonLine } from '../rpc/json/raw-json.ts';
import type { ErrorLog, RpcRequest, SubmitReport } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import type { AnswerMessage, AskMessage } from './link-messages.ts';
import { RefusedError } from './request-link.ts';
import { ReportFrames, readSubmissions, type SubmissionFrame } from './submission-frames.ts';

/** A request as it was received. */
export type AskedRequest = Extract<AskMessage, { kind: 'request' }>;

export interface RequestPortOptions {
  readonly send: (message: AnswerMessage | Uint8Array) => void;
  /** Rejects with a `RefusedError` if another server has to run the request. */
  readonly execute: (request: RpcRequest) => Promise<JsonObject>;
  /** The same. The transaction's signature was verified at the other end. */
  readonly submit: (transaction: Transaction, options: SubmitOptions) => Promise<SubmitReport>;
  /** The last ledger that answers can be about. */
  readonly ledgerIndex: () => number;
  /** Begins so many submissions or one request, when it is their turn; at once if absent. */
  readonly inOrder?: (begin: () => void, count: number, request: AskedRequest | undefined) => void;
  readonly log: ErrorLog;
}

export class RequestPort {
  readonly #options: RequestPortOptions;
  readonly #inOrder: NonNullable<RequestPortOptions['inOrder']>;
  readonly #reports = new ReportFrames();
  /** Requests that are not answered yet, and whether their clients have stopped waiting. */
  readonly #underWay = new Map<number, { isAbandoned: boolean }>();
  #isSendingReports = false;
  #isEnded = false;

  constructor(options: RequestPortOptions) {
    this.#options = options;
    this.#inOrder = options.inOrder ?? ((begin) => begin());
  }

  receive(message: AskMessage | Uint8Array): void {
    if (message instanceof Uint8Array) {
      const submissions = Array.from(readSubmissions(message));
      const begin = () => {
        for (const submission of submissions) void this.#submit(submission);
      };
      this.#inOrder(begin, submissions.length, undefined);
    } else if (message.kind === 'request') {
      this.#inOrder(() => void this.#answer(message), 1, message);
    } else {
      const request = this.#underWay.get(message.id);
      if (request !== undefined) request.isAbandoned = true;
    }
  }

  /** Sends reports that wait for the end of the turn, so that what is sent next comes after them. */
  sendReports(): void {
    this.#isSendingReports = false;
    if (!this.#reports.isEmpty && !this.#isEnded) this.#options.send(this.#reports.take());
  }

  /** The other end is gone: its requests are abandoned. */
  end(): void {
    this.#isEnded = true;
  }

  #send(message: AnswerMessage): void {
    this.sendReports();
    this.#options.send(message);
  }

  async #answer({ id, method, params, apiVersion, role }: AskedRequest): Promise<void> {
    const underWay = { isAbandoned: false };
    this.#underWay.set(id, underWay);
    const watch = {
      isAbandoned: () => underWay.isAbandoned || this.#isEnded,
      onPause: () => this.#send({ kind: 'paused', id }),
    };
    try {
      this.#sendAnswer(id, await this.#options.execute({ method, params, apiVersion, role, watch }));
    } catch (error) {
      if (error instanceof RefusedError) this.#send({ kind: 'refused', ids: [id] });
      else this.#sendAnswer(id, this.#faultOf(error, method).toResult());
    } finally {
      this.#underWay.delete(id);
    }
  }

  #sendAnswer(id: number, result: JsonObject): void {
    this.#send({ kind: 'answer', id, ledgerIndex: this.#options.ledgerIndex(), text: jsonLine(result).toString() });
  }

  async #submit({ id, blob, options }: SubmissionFrame): Promise<void> {
    try {
      const transaction = parseTransaction(blob);
      trustSignature(transaction);
      this.#reports.add(id, await this.#options.submit(transaction, options));
    } catch (error) {
      if (error instanceof RefusedError) {
        this.#send({ kind: 'refused', ids: [id] });
        return;
      }
      this.#reports.addFault(id, this.#faultOf(error, 'submit'));
    }
    if (this.#isSendingReports) return;
    this.#isSendingReports = true;
    setImmediate(() => this.sendReports());
  }

  #faultOf(error: unknown, method: string): RpcError {
    if (error instanceof RpcError) return error;
    this.#options.log.error({ err: error, method }, 'a method failed unexpectedly');
    return new RpcError('internal');
  }
}
