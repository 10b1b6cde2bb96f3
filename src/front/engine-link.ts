/**
 * A front end's end of the way to the engine. Submissions of one turn of the event loop go together; everything keeps the
 * order in which it was asked for.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { LedgerWait } from '../link/ledger-wait.ts';
import { readReports, SubmissionFrames } from '../link/submission-frames.ts';
import type { SubmitOptions } from '../node/ledger-node.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { EngineRelay, RpcRequest, SubmitReport } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import type { RequestWatch } from '../rpc/method/long-work.ts';
import type { StreamListener, StreamSource } from '../rpc/streams/stream-source.ts';
import { RequestRefusal } from '../server/admission/request-refusal.ts';
import type { PlainAnswer } from '../server/http/http-routes.ts';
import type { Clock } from '../util/clock.ts';
import type { EngineMessage, FrontEndMessage, FrontedMember, RouteOutcome } from './messages.ts';
import type { SharedState } from './shared-state.ts';

/** How often it is looked whether anybody still waits for the engine's answers. */
const ABANDONED_CHECK_MS = 1_000;

/** Messages that are not answers. */
export type OtherMessage = Exclude<
  EngineMessage,
  { kind: 'answer' | 'paused' | 'routed' | 'proposed' | 'server status' }
>;

export interface EngineLinkOptions {
  readonly port: MessagePort;
  readonly shared: SharedState;
  /** The number of this front end. */
  readonly number: number;
  readonly clock: Clock;
  /** Undefined where nobody can have seen a ledger elsewhere. */
  readonly member: Pick<FrontedMember, 'name' | 'patienceMs'> | undefined;
  /** Index of the ledger that this front end follows now. */
  readonly followedIndex: () => number;
  readonly onMessage: (message: OtherMessage) => void;
}

interface RelayedAnswer {
  readonly resolve: (result: JsonObject) => void;
  readonly watch: RequestWatch | undefined;
}

interface AwaitedReport {
  readonly resolve: (report: SubmitReport) => void;
  readonly reject: (error: RpcError) => void;
}

export class EngineLink implements EngineRelay, StreamSource {
  readonly #options: EngineLinkOptions;
  readonly #frames = new SubmissionFrames();
  readonly #reports = new Map<number, AwaitedReport>();
  readonly #answers = new Map<number, RelayedAnswer>();
  readonly #routes = new Map<number, (outcome: RouteOutcome) => void>();
  readonly #wait: LedgerWait | undefined;
  #listener: StreamListener | undefined;
  #lastId = 0;

  constructor(options: EngineLinkOptions) {
    const { member, clock, followedIndex } = options;
    this.#options = options;
    this.#wait =
      member &&
      new LedgerWait({ ...member, clock, reachedIndex: followedIndex, onHint: () => this.send({ kind: 'awaits' }) });
    options.port.on('message', (message: EngineMessage | Uint8Array) => this.#receive(message));
    clock.every(ABANDONED_CHECK_MS, () => this.#tellAbandoned()).unref();
  }

  /** What the engine validated was announced before anybody could learn of it, so the message is there. */
  catchUp(): void {
    const { port, shared, followedIndex } = this.#options;
    while (followedIndex() < shared.validatedIndex) {
      const received = receiveMessageOnPort(port);
      if (received === undefined) return;
      this.#receive(received.message);
    }
  }

  admit(request: RpcRequest): Promise<void> | undefined {
    return this.#wait?.admit(request);
  }

  complete(request: RpcRequest, result: JsonObject): JsonObject {
    return this.#wait === undefined ? result : this.#wait.complete(request, result);
  }

  send(message: FrontEndMessage): void {
    this.#sendFrames();
    this.#options.port.postMessage(message);
  }

  execute({ method, params, apiVersion, role, watch }: RpcRequest): Promise<JsonObject> {
    const id = this.#nextId();
    const { promise, resolve } = Promise.withResolvers<JsonObject>();
    this.#answers.set(id, { resolve, watch });
    this.send({ kind: 'request', id, request: { method, params, apiVersion, role } });
    return promise;
  }

  submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitReport> {
    const id = this.#nextId();
    const { promise, resolve, reject } = Promise.withResolvers<SubmitReport>();
    this.#reports.set(id, { resolve, reject });
    if (this.#frames.isEmpty) setImmediate(() => this.#sendFrames());
    this.#frames.add(id, transaction.blob, options);
    return promise;
  }

  /** Has the engine answer a request to one of its routes. Rejects with a `RequestRefusal`. */
  async route(path: string, body: string): Promise<PlainAnswer> {
    const id = this.#nextId();
    const { promise, resolve } = Promise.withResolvers<RouteOutcome>();
    this.#routes.set(id, resolve);
    this.send({ kind: 'route', id, path, body });
    const outcome = await promise;
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

  /** Tells the streams, and those that wait for it, of a ledger that this front end follows from now on. */
  announceLedger(): void {
    this.#listener?.onLedger(undefined);
    this.#wait?.noteReached();
  }

  #nextId(): number {
    this.#lastId = (this.#lastId + 1) >>> 0;
    return this.#lastId;
  }

  #sendFrames(): void {
    if (!this.#frames.isEmpty) this.#options.port.postMessage(this.#frames.take());
  }

  #receive(message: EngineMessage | Uint8Array): void {
    if (message instanceof Uint8Array) this.#takeReports(message);
    else if (message.kind === 'answer') this.#takeAnswer(message.id, JSON.parse(message.text));
    else if (message.kind === 'paused') this.#answers.get(message.id)?.watch?.onPause();
    else if (message.kind === 'routed') this.#takeRouted(message.id, message.outcome);
    else if (message.kind === 'proposed') this.#announceProposed(message);
    else if (message.kind === 'server status') this.#listener?.onServerStatus(Buffer.from(message.message));
    else this.#options.onMessage(message);
  }

  #takeReports(bytes: Uint8Array): void {
    for (const { id, report } of readReports(bytes)) {
      const awaited = this.#reports.get(id);
      this.#reports.delete(id);
      if (report instanceof RpcError) awaited?.reject(report);
      else awaited?.resolve(report);
    }
  }

  #takeAnswer(id: number, result: JsonObject): void {
    this.#answers.get(id)?.resolve(result);
    this.#answers.delete(id);
  }

  #takeRouted(id: number, outcome: RouteOutcome): void {
    this.#routes.get(id)?.(outcome);
    this.#routes.delete(id);
  }

  #announceProposed({ mentioned, messages }: Extract<EngineMessage, { kind: 'proposed' }>): void {
    this.#listener?.onProposed({
      mentioned: new Set(mentioned),
      message: (apiVersion) => Buffer.from(messages[apiVersion - 1]!),
    });
  }

  #tellAbandoned(): void {
    for (const [id, { watch }] of this.#answers)
      if (watch?.isAbandoned() === true) this.send({ kind: 'abandoned', id });
  }
}
