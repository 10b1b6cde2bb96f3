/**
 * A worker's end of the link to the engine: requests and submissions (`link/request-link.ts`), requests to the engine's
 * HTTP routes, streams, and ledgers that the engine has validated.
 */

import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { LedgerWait } from '../link/ledger-wait.ts';
import { type AnswerMessage, proposedEventOf } from '../link/link-messages.ts';
import { OpenQuestions } from '../link/open-questions.ts';
import { RequestLink } from '../link/request-link.ts';
import type { SubmitOptions, SubmitOutcome } from '../node/open-ledger/submission.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { EngineRelay, RpcRequest } from '../rpc/method/context.ts';
import type { StreamListener, StreamSource } from '../rpc/streams/stream-source.ts';
import { RequestRefusal } from '../server/admission/request-refusal.ts';
import type { PlainAnswer } from '../server/http/http-routes.ts';
import type { Clock } from '../util/clock.ts';
import type { EngineMessage, RouteOutcome, WorkerMember, WorkerMessage } from './messages.ts';
import type { SharedState } from './shared-state.ts';

/** Messages that the worker handles. */
export type OtherMessage = Exclude<
  EngineMessage,
  AnswerMessage | { readonly kind: 'routed' | 'proposed' | 'server status' }
>;

export interface EngineLinkOptions {
  readonly port: MessagePort;
  readonly shared: SharedState;
  /** This worker's number. */
  readonly number: number;
  readonly clock: Clock;
  /** Undefined for a server that is no member of a cluster. */
  readonly member: Pick<WorkerMember, 'name' | 'timeoutMs'> | undefined;
  /** Index of the ledger that this worker follows now. */
  readonly followedIndex: () => number;
  readonly onMessage: (message: OtherMessage) => void;
}

export class EngineLink implements EngineRelay, StreamSource {
  readonly #options: EngineLinkOptions;
  readonly #requests: RequestLink;
  readonly #routes = new OpenQuestions();
  readonly #wait: LedgerWait | undefined;
  #listener: StreamListener | undefined;

  constructor(options: EngineLinkOptions) {
    const { port, member, clock, followedIndex } = options;
    this.#options = options;
    this.#requests = new RequestLink((message) => port.postMessage(message), clock);
    this.#wait =
      member &&
      new LedgerWait({ ...member, clock, reachedIndex: followedIndex, onWait: () => this.send({ kind: 'awaits' }) });
    port.on('message', (message: EngineMessage) => this.#receive(message));
  }

  /** The engine sends a ledger to the workers before any client can see it, so the message has arrived. */
  catchUp(): void {
    const { port, shared, followedIndex } = this.#options;
    while (followedIndex() < shared.validatedIndex) {
      const received = receiveMessageOnPort(port);
      if (received === undefined) return;
      this.#receive(received.message);
    }
  }

  get isApart(): boolean {
    return this.#options.shared.isApart;
  }

  admit(request: RpcRequest): Promise<void> | undefined {
    return this.#wait?.admit(request);
  }

  complete(request: RpcRequest, result: JsonObject): JsonObject {
    return this.#wait === undefined ? result : this.#wait.complete(request, result);
  }

  /** Sends a message after all earlier submissions. */
  send(message: WorkerMessage): void {
    this.#requests.sendSubmissions();
    this.#options.port.postMessage(message);
  }

  async execute(request: RpcRequest): Promise<JsonObject> {
    return (await this.#requests.execute(request)).result;
  }

  submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
    return this.#requests.submit(transaction, options);
  }

  /** Sends a request to one of the engine's routes. Rejects with a `RequestRefusal`. */
  async route(path: string, body: string): Promise<PlainAnswer> {
    const outcome = await this.#routes.ask<RouteOutcome>((id) => this.send({ kind: 'route', id, path, body }));
    if (!('refusal' in outcome)) return outcome;
    const { message, status, token, retryAfterMs } = outcome.refusal;
    throw new RequestRefusal(message, status, token, retryAfterMs);
  }

  listen(listener: StreamListener): () => void {
    const { shared, number } = this.#options;
    this.#listener = listener;
    shared.setListening(number, true);
    this.send({ kind: 'streams' });
    return () => {
      this.#listener = undefined;
      shared.setListening(number, false);
    };
  }

  /** Emits the followed ledger to streams and to requests that wait for it. */
  announceLedger(): void {
    this.#listener?.onLedger(undefined);
    this.#wait?.noteReached();
  }

  #receive(message: EngineMessage): void {
    switch (message.kind) {
      case 'answer':
      case 'paused':
      case 'refused':
      case 'reports':
        this.#requests.receive(message);
        break;
      case 'routed':
        this.#routes.answer(message.id, message.outcome);
        break;
      case 'proposed':
        this.#listener?.onProposed(proposedEventOf(message));
        break;
      case 'server status':
        this.#listener?.onServerStatus(Buffer.from(message.message));
        break;
      default:
        this.#options.onMessage(message);
    }
  }
}
