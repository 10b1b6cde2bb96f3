/**
 * The end of a link that asks: a worker's, to the engine's thread, or a follower's, to the leader of its cluster.
 * Requests and submissions arrive in the order in which they were made. A few submissions of one turn of the event loop
 * travel together.
 */
import type { SubmitOptions, SubmitOutcome } from '../node/open-ledger/submission.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { RpcRequest } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import type { RequestWatch } from '../rpc/method/long-work.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import { bytesToHex } from '../util/hex.ts';
import {
  type AnswerMessage,
  type AskedSubmission,
  type AskMessage,
  readReport,
  type SentReport,
} from './link-messages.ts';
import { OpenQuestions } from './open-questions.ts';

/** How often the link looks for requests whose clients no longer wait. */
const ABANDONED_CHECK_MS = 1_000;
/** Largest number of submissions in a message: the other end applies them while this end verifies the next ones. */
const MAX_TOGETHER = 8;

/** The request was not run and can be sent to another server. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The link ended before the answer. It is unknown whether the request took effect. */
export class BrokenLinkError extends Error {
  override readonly name = 'BrokenLinkError';
}

export interface LinkAnswer {
  readonly result: JsonObject;
  /** The last ledger that the result can depend on. */
  readonly ledgerIndex: number;
}

export class RequestLink {
  readonly #send: (message: AskMessage) => void;
  readonly #questions = new OpenQuestions();
  /** They are sent at the end of the turn, if not before. */
  #submissions: AskedSubmission[] = [];
  /** Watches of open requests, by number. */
  readonly #watches = new Map<number, RequestWatch>();
  readonly #timer: ClockTimer;
  #isEnded = false;

  constructor(send: (message: AskMessage) => void, clock: Clock) {
    this.#send = send;
    this.#timer = clock.every(ABANDONED_CHECK_MS, () => this.#sendAbandoned()).unref();
  }

  /** Rejects with a `RefusedError` or a `BrokenLinkError`. */
  execute({ method, params, apiVersion, role, watch, traceparent }: RpcRequest): Promise<LinkAnswer> {
    return this.#ask((id) => {
      if (watch !== undefined) this.#watches.set(id, watch);
      this.sendSubmissions();
      this.#send({ kind: 'request', id, method, params, apiVersion, role, traceparent });
    });
  }

  /** Submits a transaction whose signature was verified. Rejects like `execute`, and with an `RpcError`. */
  async submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
    const outcome = await this.#ask<Omit<SubmitOutcome, 'transaction'>>((id) => {
      if (this.#submissions.length === 0) setImmediate(() => this.sendSubmissions());
      this.#submissions.push({ id, blob: bytesToHex(transaction.blob), options });
      if (this.#submissions.length === MAX_TOGETHER) this.sendSubmissions();
    });
    return { ...outcome, transaction };
  }

  /** Sends the collected submissions now, so that they arrive before the next message. */
  sendSubmissions(): void {
    const list = this.#submissions;
    this.#submissions = [];
    if (list.length > 0 && !this.#isEnded) this.#send({ kind: 'submissions', list });
  }

  receive(message: AnswerMessage): void {
    switch (message.kind) {
      case 'answer':
        this.#takeAnswer(message);
        break;
      case 'paused':
        this.#watches.get(message.id)?.onPause();
        break;
      case 'refused':
        for (const id of message.ids) this.#fail(id, new RefusedError('the other end does not run requests now'));
        break;
      case 'reports':
        for (const sent of message.list) this.#takeReport(sent);
    }
  }

  /** Rejects all open questions. */
  end(): void {
    this.#isEnded = true;
    this.#timer.cancel();
    this.#watches.clear();
    this.#questions.failAll(new BrokenLinkError('the connection ended'));
  }

  #ask<T>(send: (id: number) => void): Promise<T> {
    if (this.#isEnded) return Promise.reject(new RefusedError('the link has ended'));
    return this.#questions.ask(send);
  }

  #takeReport(sent: SentReport): void {
    const report = readReport(sent);
    if (report instanceof RpcError) this.#questions.fail(sent.id, report);
    else this.#questions.answer(sent.id, report);
  }

  #takeAnswer({ id, text, ledgerIndex }: Extract<AnswerMessage, { kind: 'answer' }>): void {
    this.#watches.delete(id);
    const answer: LinkAnswer = { result: JSON.parse(text), ledgerIndex };
    this.#questions.answer(id, answer);
  }

  #fail(id: number, error: Error): void {
    this.#watches.delete(id);
    this.#questions.fail(id, error);
  }

  #sendAbandoned(): void {
    for (const [id, watch] of this.#watches) {
      if (!watch.isAbandoned()) continue;
      this.#watches.delete(id);
      this.#send({ kind: 'abandoned', id });
    }
  }
}
