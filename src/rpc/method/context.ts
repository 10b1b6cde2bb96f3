/** Everything that a method may use: no globals and no process state, so tests can create a context by hand. */

import type { LedgerEngine, LedgerNode, LedgerReader, OpenLedgerReader } from '../../node/ledger-node.ts';
import type { SubmitOptions, SubmitOutcome } from '../../node/open-ledger/submission.ts';
import type { Snapshots } from '../../node/snapshots.ts';
import type { TestBench } from '../../node/test-bench/test-bench.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { Fork } from '../../storage/fork/fork.ts';
import type { Clock } from '../../util/clock.ts';
import type { Tracer } from '../../util/tracer.ts';
import type { ScrubProgress } from '../../verify/scrub.ts';
import type { LongWork, RequestWatch } from './long-work.ts';
import type { RequestObserver } from './request-observer.ts';
import type { RequestTally } from './request-tally.ts';
import type { StreamSubscriber } from './stream-subscriber.ts';

/** 1 unless the request's `api_version` says 2. */
export type ApiVersion = 1 | 2;

/** The client's role: admin (loopback on an admin port), or user. */
export type Role = 'admin' | 'user';

/** Facts about the program, known in every thread. */
export interface ProgramInfo {
  /** Weir's own version. */
  readonly version: string;
  readonly hostName: string;
}

/** Facts about the server process, for methods that report them. */
export interface ServerInfoSource extends ProgramInfo {
  /** Start of the process, and the time when it began to serve, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAtMs: number;
  readonly readyAtMs: number;
  /** A text for the operator on why ledgers do not close; undefined if they do. */
  problem?(): string | undefined;
  /** The open ports. */
  ports(): readonly ServedPort[];
  /** Current delay of the event loop, in whole milliseconds, at least 1. */
  measureLatencyMs(): Promise<number>;
}

export interface ServedPort {
  readonly port: number;
  /** `http` and `ws`, or with TLS `https` and `wss`. */
  readonly protocols: readonly string[];
  /** True if no client is an admin there. */
  readonly isPublic: boolean;
}

/** Receives unexpected errors. A pino logger fits. */
export interface ErrorLog {
  error(details: object, message: string): void;
}

export interface EngineRelay {
  /** True while the ledgers here differ from those of the cluster, so that none is read. */
  readonly isApart?: boolean;
  /**
   * Must be called before each request: afterwards the worker sees at least the ledgers that were validated when the
   * request arrived.
   */
  catchUp(): void;
  /**
   * Waits until this server has the ledger that the request requires; undefined if no wait is needed. Rejects with an
   * `RpcError`.
   */
  admit?(request: RpcRequest): Promise<void> | undefined;
  /** Adds the member's fields to a result for the client. */
  complete?(request: RpcRequest, result: JsonObject): JsonObject;
  /** Runs the request at the engine and resolves with its result. Never rejects. */
  execute(request: RpcRequest): Promise<JsonObject>;
  /** Submits a transaction whose signature was verified here. Rejects with an `RpcError` as `submit` would. */
  submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitOutcome>;
}

/** Facts about a cluster member, for results. */
export interface MemberFacts {
  readonly name: string;
  /** For `server_info`. */
  facts(): JsonObject;
  /** For `/metrics`: always the same set. */
  figures(): readonly MemberFigure[];
}

export interface MemberFigure {
  readonly name: string;
  readonly help: string;
  readonly value: number;
}

/** Services that only the main thread of a server has. */
export interface ServerServices extends ServerInfoSource {
  readonly node: LedgerNode;
  /** Counts the requests. */
  readonly tally: Pick<RequestTally, 'load' | 'counters' | 'current'>;
  /** Stops the server after pending requests are answered; undefined if not allowed. */
  readonly requestStop?: (() => void) | undefined;
  /** Undefined unless rows of the store are read in the background. */
  scrubProgress?(): ScrubProgress;
  /** Undefined unless the server is a cluster member. */
  readonly member?: MemberFacts | undefined;
  /** Undefined unless the server is a test bench. */
  readonly bench?: BenchServices | undefined;
}

/** Services of a test bench. */
export interface BenchServices {
  readonly engine: LedgerEngine;
  readonly bench: TestBench;
  readonly snapshots: Snapshots;
}

/** Services of one thread, shared by all its requests. */
export interface RpcServices {
  readonly reader: LedgerReader;
  readonly program: ProgramInfo;
  /** Undefined in a worker. */
  readonly server: ServerServices | undefined;
  /** Undefined if another thread or another cluster member has it; then there is a relay. */
  readonly engine: LedgerEngine | undefined;
  /** The connection to the engine; undefined if the engine is in this thread. */
  readonly relay: EngineRelay | undefined;
  /** Set if the chain is a fork of another network. */
  readonly fork?: Fork | undefined;
  readonly clock: Clock;
  readonly log: ErrorLog;
  /** Unpredictable bytes. */
  randomBytes(count: number): Buffer;
  readonly observe?: RequestObserver | undefined;
  /** Records requests as spans. */
  readonly tracer?: Tracer | undefined;
  /** Counts the requests. */
  readonly tally: Pick<RequestTally, 'begin'>;
  /** Name of the cluster member; undefined otherwise. */
  readonly memberName?: string | undefined;
  /** Schedules long requests. Without it they run without pauses. */
  readonly longWork?: LongWork | undefined;
}

/** The services of the main thread. */
export type MainServices = RpcServices & { readonly server: ServerServices };

/** A request from a transport: the parameters are without `command`. */
export interface RpcRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly apiVersion: ApiVersion;
  readonly role: Role;
  /** The subscriptions of the request's connection; undefined for HTTP. */
  readonly subscription?: StreamSubscriber | undefined;
  /** Receives the progress of a request that takes more than one turn. */
  readonly watch?: RequestWatch | undefined;
  /** How it came from a client; undefined if another thread or another member has passed it on. */
  readonly origin?: RequestOrigin | undefined;
  /** The span above it on this server, if it is traced. */
  readonly traceparent?: string | undefined;
}

export interface RequestOrigin {
  readonly envelope: 'json-rpc' | 'command';
  readonly transport: 'http' | 'websocket';
  /** The W3C trace context of the client, as received. */
  readonly traceparent?: string | undefined;
}

/** The context of a request for a method that needs at most validated ledgers. */
export interface RpcContext extends Pick<RpcServices, 'reader' | 'program' | 'relay' | 'clock' | 'randomBytes'> {
  /** Undefined unless the method needs the open ledger for this request. */
  readonly openLedger: OpenLedgerReader | undefined;
  /** The request's parameters as received. */
  readonly params: JsonObject;
  readonly apiVersion: ApiVersion;
  readonly role: Role;
  /** The subscriptions of the request's connection; undefined for HTTP. */
  readonly subscription?: StreamSubscriber | undefined;
  /** Registers an action that runs once, right before this request pauses for the first time. */
  readonly beforePause: (action: () => void) => void;
  /** The span of this request, if it is traced. */
  readonly traceparent?: string | undefined;
  /** True if the client no longer waits for the response. */
  readonly isAbandoned: () => boolean;
}

/** The context for a method that needs this server. */
export interface ServerContext extends RpcContext {
  readonly server: ServerServices;
}

/** The context for a method that needs the engine. */
export interface EngineContext extends ServerContext {
  readonly openLedger: OpenLedgerReader;
  readonly engine: LedgerEngine;
}
