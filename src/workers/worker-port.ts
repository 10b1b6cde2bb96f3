/**
 * The engine's end of the link to one worker: runs its requests and submissions (`link/request-port.ts`), and sends it ledgers,
 * ports, certificates and the request to close.
 */
import type { MessagePort } from 'node:worker_threads';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { OpenQuestions } from '../link/open-questions.ts';
import { RequestPort } from '../link/request-port.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { ErrorLog } from '../rpc/method/context.ts';
import type { TallySnapshot } from '../rpc/method/request-tally.ts';
import { RequestRefusal } from '../server/admission/request-refusal.ts';
import type { HttpRoute } from '../server/http/http-routes.ts';
import type { TlsMaterial } from '../server/http/plain-or-tls.ts';
import { DamagedRowError } from '../storage/damaged-row-error.ts';
import type { Clock } from '../util/clock.ts';
import type { Weir } from '../weir.ts';
import type { EngineMessage, PortRequest, RouteOutcome, WorkerFigures, WorkerMessage } from './messages.ts';

export interface WorkerPortOptions {
  readonly port: MessagePort;
  readonly weir: Pick<Weir, 'node' | 'execute' | 'submit' | 'composed'>;
  /** Routes of all ports, besides the API. */
  readonly routes: () => readonly HttpRoute[];
  readonly log: ErrorLog & { trace(details: object, message: string): void };
  /** Called when the worker may have started to listen to streams. */
  readonly onListening?: () => void;
  readonly clock: Clock;
}

/** A port could not be opened; `code` is the system's. */
export class ListenError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export class WorkerPort {
  readonly #options: WorkerPortOptions;
  readonly #requests: RequestPort;
  readonly #questions = new OpenQuestions();
  #followedIndex = 0;
  #followed = Promise.withResolvers<void>();
  #closed = Promise.withResolvers<void>();
  #hasEnded = false;
  #lastMessageMs: number;
  tally: TallySnapshot = { counts: [], underWay: [] };
  /** True from its first message on. */
  hasLoaded = false;

  constructor(options: WorkerPortOptions) {
    const { port, weir, clock, log } = options;
    this.#options = options;
    this.#requests = new RequestPort({
      send: (message) => port.postMessage(message),
      execute: weir.execute,
      submit: weir.submit,
      ledgerIndex: () => weir.node.validated.ledgerIndex,
      log,
    });
    this.#lastMessageMs = clock.elapsedMs();
    port.on('message', (message: WorkerMessage) => this.#receive(message));
  }

  /** Resolves when it follows this ledger or a later one, or has ended. */
  async followed(ledgerIndex: number): Promise<void> {
    while (!this.follows(ledgerIndex) && !this.#hasEnded) await this.#followed.promise;
  }

  /** True once it follows this ledger or a later one. */
  follows(ledgerIndex: number): boolean {
    return this.#followedIndex >= ledgerIndex;
  }

  /** Sends a validated ledger. `changedKeys`: the entries that it changed; undefined if unknown. */
  announce(header: LedgerHeader, changedKeys: readonly Hash256[] | undefined): void {
    this.send({ kind: 'validated', header, changedKeys });
  }

  /** Opens a port in the worker; resolves with the port's number. Rejects with a `ListenError`. */
  listen(port: PortRequest): Promise<number> {
    return this.#questions.ask((id) => this.send({ kind: 'listen', id, port }));
  }

  ping(): void {
    this.send({ kind: 'ping' });
  }

  /** Time since the last message, in milliseconds. */
  get silenceMs(): number {
    return this.#options.clock.elapsedMs() - this.#lastMessageMs;
  }

  figures(): Promise<WorkerFigures> {
    return this.#questions.ask((id) => this.send({ kind: 'figures', id }));
  }

  renewTls(tls: TlsMaterial): void {
    this.send({ kind: 'renew tls', tls });
  }

  /** Resolves when its requests are answered and its connections closed, or it has ended. */
  async close(): Promise<void> {
    this.send({ kind: 'close' });
    if (!this.#hasEnded) await this.#closed.promise;
  }

  /** Call this when the thread has ended. */
  end(): void {
    this.#hasEnded = true;
    this.#requests.end();
    this.#options.port.close();
    this.#followed.resolve();
    this.#closed.resolve();
    this.#questions.failAll(new ListenError('', 'the worker ended'));
  }

  /** Sends a message after the reports of all earlier submissions. */
  send(message: EngineMessage): void {
    this.#requests.sendReports();
    this.#options.port.postMessage(message);
  }

  #receive(message: WorkerMessage): void {
    this.#lastMessageMs = this.#options.clock.elapsedMs();
    this.hasLoaded = true;
    switch (message.kind) {
      case 'request':
      case 'submissions':
      case 'abandoned':
        this.#requests.receive(message);
        break;
      case 'route':
        void this.#route(message.id, message.path, message.body);
        break;
      case 'followed':
        this.#followedIndex = message.ledgerIndex;
        this.#followed.resolve();
        this.#followed = Promise.withResolvers();
        break;
      case 'closed':
        this.#closed.resolve();
        break;
      case 'streams':
        this.#options.onListening?.();
        break;
      case 'awaits':
        this.#options.weir.composed?.wake();
        break;
      case 'tally':
        this.tally = message.tally;
        break;
      case 'log':
        this.#options.log[message.level](message.details, message.message);
        break;
      case 'damage':
        this.#options.weir.node.store.noteDamage?.(new DamagedRowError(message.row));
        break;
      case 'listening':
        this.#questions.answer(message.id, message.port);
        break;
      case 'not listening':
        this.#questions.fail(message.id, new ListenError(message.code, message.message));
        break;
      case 'figures':
        this.#questions.answer(message.id, message.figures);
    }
  }

  async #route(id: number, path: string, body: string): Promise<void> {
    this.send({ kind: 'routed', id, outcome: await this.#outcomeOf(path, body) });
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
