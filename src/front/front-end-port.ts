/** The engine's end of the way to one front end: runs what it asks for, and tells it what it follows. */
import type { MessagePort } from 'node:worker_threads';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { readSubmissions } from '../link/submission-frames.ts';
import type { Hash256 } from '../protocol/values.ts';
import { jsonLine } from '../rpc/json/raw-json.ts';
import type { ErrorLog } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import { isAdminMethod } from '../rpc/method/execute.ts';
import type { RequestWatch, TallySnapshot } from '../rpc/method/long-work.ts';
import { RequestRefusal } from '../server/admission/request-refusal.ts';
import type { HttpRoute } from '../server/http/http-routes.ts';
import type { TlsMaterial } from '../server/http/plain-or-tls.ts';
import type { Clock } from '../util/clock.ts';
import type { Weir } from '../weir.ts';
import type {
  EngineMessage,
  FrontEndFigures,
  FrontEndMessage,
  PortRequest,
  RelayedRequest,
  RouteOutcome,
} from './messages.ts';
import type { OrderedFrontEnd, SubmissionOrder } from './submission-order.ts';
import { TakenSubmissions } from './taken-submissions.ts';

export interface FrontEndPortOptions {
  readonly port: MessagePort;
  readonly weir: Pick<Weir, 'execute' | 'submit' | 'composed'>;
  /** That of all front ends. */
  readonly order: SubmissionOrder;
  /** All that any port serves besides the API. */
  readonly routes: () => readonly HttpRoute[];
  readonly log: ErrorLog & { trace(details: object, message: string): void };
  /** Told when it may have begun to want what is on its way. */
  readonly onListening?: () => void;
  readonly clock: Clock;
}

/** Why a port cannot be opened, with the system's code. */
export class ListenError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** True for requests after which no other one has another outcome. */
function isRead({ method, apiVersion }: RelayedRequest): boolean {
  return !method.startsWith('submit') && !isAdminMethod(method, apiVersion);
}

export class FrontEndPort implements OrderedFrontEnd {
  readonly #options: FrontEndPortOptions;
  readonly #submissions: TakenSubmissions;
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  /** Requests under way, and whether nobody waits for their answers any more. */
  readonly #underWay = new Map<number, { isAbandoned: boolean }>();
  #lastId = 0;
  #followedIndex = 0;
  #followed = Promise.withResolvers<void>();
  #released = Promise.withResolvers<void>();
  #closed = Promise.withResolvers<void>();
  #isAnswering = true;
  #heardMs: number;
  tally: TallySnapshot = { counts: [], underWay: [] };

  constructor(options: FrontEndPortOptions) {
    this.#options = options;
    this.#submissions = new TakenSubmissions({
      submit: options.weir.submit,
      faultOf: (error) => this.#faultOf(error),
      send: (reports) => {
        if (this.#isAnswering) options.port.postMessage(reports);
      },
    });
    this.#heardMs = options.clock.elapsedMs();
    options.port.on('message', (message: FrontEndMessage | Uint8Array) => this.#receive(message));
  }

  /** Resolves when it follows this ledger or a later one, or is gone. */
  async followed(ledgerIndex: number): Promise<void> {
    while (!this.follows(ledgerIndex) && this.#isAnswering) await this.#followed.promise;
  }

  /** True once it follows this ledger or a later one. */
  follows(ledgerIndex: number): boolean {
    return this.#followedIndex >= ledgerIndex;
  }

  /** Resolves when it has let go of the store, or is gone; it takes the store up again with the next ledger. */
  async release(): Promise<void> {
    this.#released = Promise.withResolvers();
    this.#send({ kind: 'release' });
    if (this.#isAnswering) await this.#released.promise;
  }

  /** Tells it of a ledger to follow. */
  announce(header: LedgerHeader, changedKeys: readonly Hash256[] | undefined): void {
    this.#send({ kind: 'validated', header, changedKeys });
  }

  /** Passes a message of a stream on. */
  tell(message: Extract<EngineMessage, { kind: 'proposed' | 'server status' }>): void {
    this.#send(message);
  }

  /** Has it open a port; gives the number. Rejects with an error that has the system's code. */
  listen(port: PortRequest): Promise<number> {
    return this.#ask((id) => ({ kind: 'listen', id, port }));
  }

  askToHandOver(): void {
    this.#send({ kind: 'hand over' });
  }

  ping(): void {
    this.#send({ kind: 'ping' });
  }

  /** How long ago it said anything, in milliseconds. */
  get silenceMs(): number {
    return this.#options.clock.elapsedMs() - this.#heardMs;
  }

  figures(): Promise<FrontEndFigures> {
    return this.#ask((id) => ({ kind: 'figures', id }));
  }

  renewTls(tls: TlsMaterial): void {
    this.#send({ kind: 'renew tls', tls });
  }

  /** Resolves when its requests are answered and its connections closed, or it is gone. */
  async close(): Promise<void> {
    this.#send({ kind: 'close' });
    if (this.#isAnswering) await this.#closed.promise;
  }

  /** Its thread has ended. */
  end(): void {
    this.#isAnswering = false;
    this.#options.order.leave(this);
    this.#options.port.close();
    this.#followed.resolve();
    this.#released.resolve();
    this.#closed.resolve();
    for (const { reject } of this.#asked.values()) reject(new ListenError('', 'the front end ended'));
    this.#asked.clear();
  }

  #send(message: EngineMessage): void {
    this.#submissions.sendReports();
    this.#options.port.postMessage(message);
  }

  #ask<T>(message: (id: number) => EngineMessage): Promise<T> {
    const id = ++this.#lastId;
    const asked = Promise.withResolvers<unknown>();
    this.#asked.set(id, asked);
    this.#send(message(id));
    return asked.promise as Promise<T>;
  }

  #receive(message: FrontEndMessage | Uint8Array): void {
    this.#heardMs = this.#options.clock.elapsedMs();
    if (message instanceof Uint8Array) {
      const frames = Array.from(readSubmissions(message));
      this.#inOrder(frames.length, () => {
        for (const frame of frames) void this.#submissions.take(frame);
      });
      return;
    }
    switch (message.kind) {
      case 'request':
        this.#takeRequest(message.id, message.request);
        break;
      case 'route':
        this.#inOrder(1, () => void this.#route(message.id, message.path, message.body));
        break;
      case 'abandoned':
        this.#abandon(message.id);
        break;
      case 'followed':
        this.#followedIndex = message.ledgerIndex;
        // It is there now, and has sockets or soon will.
        this.#options.order.join(this);
        this.#followed.resolve();
        this.#followed = Promise.withResolvers();
        break;
      case 'handed over':
        this.#options.order.handedOver(this);
        break;
      case 'released':
        this.#released.resolve();
        break;
      case 'closed':
        this.#closed.resolve();
        break;
      case 'streams':
        this.#options.onListening?.();
        break;
      case 'awaits':
        this.#options.weir.composed?.hint();
        break;
      case 'tally':
        this.tally = message.tally;
        break;
      case 'log':
        this.#options.log[message.level](message.details, message.message);
        break;
      case 'listening':
        this.#takeAsked(message.id)?.resolve(message.port);
        break;
      case 'not listening':
        this.#takeAsked(message.id)?.reject(new ListenError(message.code, message.message));
        break;
      case 'figures':
        this.#takeAsked(message.id)?.resolve(message.figures);
    }
  }

  /** What waits for the answer with this id, which comes once. */
  #takeAsked(id: number): PromiseWithResolvers<unknown> | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }

  /** The answer may have gone out meanwhile; then there is nothing to note. */
  #abandon(id: number): void {
    const request = this.#underWay.get(id);
    if (request !== undefined) request.isAbandoned = true;
  }

  #takeRequest(id: number, request: RelayedRequest): void {
    const take = () => void this.#answer(id, request);
    if (isRead(request)) this.#options.order.takeRead(this, take);
    else this.#inOrder(1, take);
  }

  #inOrder(count: number, take: () => void): void {
    this.#options.order.take(this, count, take);
  }

  #faultOf(error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    this.#options.log.error({ err: error, method: 'submit' }, 'a method failed unexpectedly');
    return new RpcError('internal');
  }

  async #answer(id: number, request: RelayedRequest): Promise<void> {
    const fate = { isAbandoned: false };
    this.#underWay.set(id, fate);
    const watch: RequestWatch = {
      isAbandoned: () => fate.isAbandoned || !this.#isAnswering,
      onPause: () => this.#send({ kind: 'paused', id }),
    };
    const result = await this.#options.weir.execute({ ...request, watch });
    this.#underWay.delete(id);
    const text = jsonLine(result);
    this.#send({ kind: 'answer', id, text: typeof text === 'string' ? text : text.toString() });
  }

  async #route(id: number, path: string, body: string): Promise<void> {
    this.#send({ kind: 'routed', id, outcome: await this.#outcomeOf(path, body) });
  }

  async #outcomeOf(path: string, body: string): Promise<RouteOutcome> {
    try {
      const route = this.#options.routes().find((one) => one.path === path);
      if (route === undefined) throw new RequestRefusal('There is nothing here.', 404);
      return await route.answer(body);
    } catch (error) {
      const isRefusal = error instanceof RequestRefusal;
      if (!isRefusal) this.#options.log.error({ err: error, path }, 'a request failed unexpectedly');
      const refusal = isRefusal ? error : new RequestRefusal('Internal error.', 500, 'internal');
      const { message, status, token, retryAfterMs } = refusal;
      return { refusal: { message, status, token, retryAfterMs } };
    }
  }
}
