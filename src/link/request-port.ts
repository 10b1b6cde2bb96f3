/**
 * The end of a link that answers: runs the requests and submissions of one `RequestLink`. Outcomes of submissions that arrived
 * together are sent together, at once.
 */
import type { SubmitOptions, SubmitOutcome } from '../node/open-ledger/submission.ts';
import { parseTransaction, type Transaction } from '../protocol/transaction/transaction.ts';
import { trustSignature } from '../protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../protocol/values.ts';
import { jsonLine } from '../rpc/json/raw-json.ts';
import type { ErrorLog, RpcRequest } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import { hexToBytes } from '../util/hex.ts';
import {
  type AnswerMessage,
  type AskedSubmission,
  type AskMessage,
  type SentReport,
  sentFault,
  sentOutcome,
} from './link-messages.ts';
import { RefusedError } from './request-link.ts';

type AskedRequest = Extract<AskMessage, { kind: 'request' }>;

export interface RequestPortOptions {
  readonly send: (message: AnswerMessage) => void;
  /** Rejects with a `RefusedError` if another server has to run the request. */
  readonly execute: (request: RpcRequest) => Promise<JsonObject>;
  /** The same. The transaction's signature was verified at the other end. */
  readonly submit: (transaction: Transaction, options: SubmitOptions) => Promise<SubmitOutcome>;
  /** The last ledger that answers can depend on. */
  readonly ledgerIndex: () => number;
  readonly log: ErrorLog;
}

export class RequestPort {
  readonly #options: RequestPortOptions;
  /** They are sent when all submissions of a message are applied. */
  #reports: SentReport[] = [];
  /** Open requests by number, and whether their clients no longer wait. */
  readonly #underWay = new Map<number, { isAbandoned: boolean }>();
  #isEnded = false;

  constructor(options: RequestPortOptions) {
    this.#options = options;
  }

  receive(message: AskMessage): void {
    switch (message.kind) {
      case 'request':
        void this.#answer(message);
        break;
      case 'submissions':
        this.#submitAll(message.list);
        break;
      case 'abandoned':
        this.#abandon(message.id);
    }
  }

  /** Sends the collected reports now, so that they arrive before the next message. */
  sendReports(): void {
    const list = this.#reports;
    this.#reports = [];
    if (list.length > 0 && !this.#isEnded) this.#options.send({ kind: 'reports', list });
  }

  /** Abandons all requests, since the other end is gone. */
  end(): void {
    this.#isEnded = true;
  }

  #send(message: AnswerMessage): void {
    this.sendReports();
    this.#options.send(message);
  }

  async #answer({ id, method, params, apiVersion, role, traceparent }: AskedRequest): Promise<void> {
    const underWay = { isAbandoned: false };
    this.#underWay.set(id, underWay);
    const watch = {
      isAbandoned: () => underWay.isAbandoned || this.#isEnded,
      onPause: () => this.#send({ kind: 'paused', id }),
    };
    try {
      this.#sendAnswer(id, await this.#options.execute({ method, params, apiVersion, role, watch, traceparent }));
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

  #submitAll(list: readonly AskedSubmission[]): void {
    for (const submission of list) void this.#submit(submission);
  }

  async #submit({ id, blob, options }: AskedSubmission): Promise<void> {
    try {
      const transaction = parseTransaction(hexToBytes(blob));
      trustSignature(transaction);
      this.#report(sentOutcome(id, await this.#options.submit(transaction, options)));
    } catch (error) {
      if (error instanceof RefusedError) this.#send({ kind: 'refused', ids: [id] });
      else this.#report(sentFault(id, this.#faultOf(error, 'submit')));
    }
  }

  #report(report: SentReport): void {
    if (this.#reports.length === 0) queueMicrotask(() => this.sendReports());
    this.#reports.push(report);
  }

  /** Does nothing for a request that is answered. */
  #abandon(id: number): void {
    const request = this.#underWay.get(id);
    if (request !== undefined) request.isAbandoned = true;
  }

  #faultOf(error: unknown, method: string): RpcError {
    if (error instanceof RpcError) return error;
    this.#options.log.error({ err: error, method }, 'a method failed unexpectedly');
    return new RpcError('internal');
  }
}
