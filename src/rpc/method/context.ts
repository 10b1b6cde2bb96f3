/** Everything a method may use. There is nothing else: no globals, no process state, so a test makes one by hand. */

import type { LedgerEngine, LedgerNode, LedgerReader, OpenLedgerReader } from '../../node/ledger-node.ts';
import type { SubmitOptions, SubmitOutcome } from '../../node/open-ledger/submission.ts';
import type { Snapshots } from '../../node/snapshots.ts';
import type { TestBench } from '../../node/test-bench/test-bench.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { Clock } from '../../util/clock.ts';
import type { LongWork, RequestTally, RequestWatch } from './long-work.ts';
import type { RequestObserver } from './request-observer.ts';
import type { StreamSubscriber } from './stream-subscriber.ts';

/** 1 unless the request's `api_version` says 2. */
export type ApiVersion = 1 | 2;

/** Who asks: the operator (loopback on an admin listener), or anybody. */
export type Role = 'admin' | 'user';

/** The program, as every thread knows it. */
export interface ProgramInfo {
  /** Weir's own version. */
  readonly version: string;
  readonly hostName: string;
}

/** The process that serves methods: what they report about it. */
export interface ServerInfoSource extends ProgramInfo {
  /** When the process began, and when it could serve, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAtMs: number;
  readonly readyAtMs: number;
  /** What keeps ledgers from closing as they should, in words for the operator; undefined when nothing does. */
  problem?(): string | undefined;
  /** Listeners that serve now. */
  ports(): readonly ServedPort[];
  /** How long something that is due now has to wait, in whole milliseconds, at least 1. */
  measureLatencyMs(): Promise<number>;
}

export interface ServedPort {
  readonly port: number;
  /** What clients are to use it for: `http` and `ws`, or with TLS `https` and `wss`. */
  readonly protocols: readonly string[];
  /** True if nobody is the operator there. */
  readonly isPublic: boolean;
}

/** Where unexpected errors are reported. A pino logger is one. */
export interface ErrorLog {
  error(details: object, message: string): void;
}

export interface EngineRelay {
  /**
   * To be called before each request: from then on the worker sees at least what the engine had validated when the
   * request came.
   */
  catchUp(): void;
  /**
   * Waits until this server has what the request demands of it; undefined if there is nothing to wait for. Rejects with an
   * `RpcError`.
   */
  admit?(request: RpcRequest): Promise<void> | undefined;
  /** What the client gets for a result, whoever made it. */
  complete?(request: RpcRequest, result: JsonObject): JsonObject;
  /** Has the engine run the request: the bare result. Never rejects. */
  execute(request: RpcRequest): Promise<JsonObject>;
  /** Submits a transaction whose signature was verified here. Rejects with an `RpcError` as `submit` would. */
  submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitOutcome>;
}

/** A server that is one of several which serve one ledger, as its answers report it. */
export interface MemberFacts {
  readonly name: string;
  /** For `server_info`. */
  facts(): JsonObject;
  /** For `/metrics`: always the same ones. */
  figures(): readonly MemberFigure[];
}

export interface MemberFigure {
  readonly name: string;
  readonly help: string;
  readonly value: number;
}

/** What only the main thread of a server has. */
export interface ServerServices extends ServerInfoSource {
  readonly node: LedgerNode;
  /** Counts the requests. */
  readonly tally: Pick<RequestTally, 'load' | 'counters' | 'current'>;
  /** Stops the server once the requests under way are answered; undefined where that is not allowed. */
  readonly requestStop?: (() => void) | undefined;
  /** Undefined for a server with a ledger of its own. */
  readonly member?: MemberFacts | undefined;
  /** Undefined on anything but a test bench. */
  readonly bench?: BenchServices | undefined;
}

/** What the operator of a test bench may change by hand. */
export interface BenchServices {
  readonly engine: LedgerEngine;
  readonly bench: TestBench;
  readonly snapshots: Snapshots;
}

/** What one thread of a server has and every request there shares. */
export interface RpcServices {
  readonly reader: LedgerReader;
  readonly program: ProgramInfo;
  /** Undefined in a worker: the main thread has it. */
  readonly server: ServerServices | undefined;
  /** Undefined where another thread or another member of the cluster has it: then there is a relay. */
  readonly engine: LedgerEngine | undefined;
  /** The way to the engine; undefined where that is here. */
  readonly relay: EngineRelay | undefined;
  readonly clock: Clock;
  readonly log: ErrorLog;
  /** Unpredictable bytes. */
  randomBytes(count: number): Buffer;
  readonly observe?: RequestObserver | undefined;
  /** Counts the requests. */
  readonly tally: Pick<RequestTally, 'begin'>;
  /** Name of the member of a cluster; undefined for a server with a ledger of its own. */
  readonly memberName?: string | undefined;
  /** Gives long requests their turns. Without it they are answered in one go. */
  readonly longWork?: LongWork | undefined;
}

/** What the main thread has. */
export type MainServices = RpcServices & { readonly server: ServerServices };

/** A request as a transport hands it over: parameters without `command`. */
export interface RpcRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly apiVersion: ApiVersion;
  readonly role: Role;
  /** That of the connection it came over, if that can carry messages. */
  readonly subscription?: StreamSubscriber | undefined;
  /** Who follows the request, should it take more than one turn. */
  readonly watch?: RequestWatch | undefined;
}

/** One request, for a method that needs validated ledgers at most: who asks, what for, and what it may use. */
export interface RpcContext extends Pick<RpcServices, 'reader' | 'program' | 'relay' | 'clock' | 'randomBytes'> {
  /** Undefined unless the method needs the open ledger for this request. */
  readonly openLedger: OpenLedgerReader | undefined;
  /** The request's parameters as received. */
  readonly params: JsonObject;
  readonly apiVersion: ApiVersion;
  readonly role: Role;
  /** That of the request's connection; undefined over transports that carry no messages of the server's own. */
  readonly subscription?: StreamSubscriber | undefined;
  /** Has something done once, right before others get their turn in the middle of this request. */
  readonly beforePause: (action: () => void) => void;
  /** True when nobody waits for the answer any more. */
  readonly isAbandoned: () => boolean;
}

/** A request for a method that needs this server. */
export interface ServerContext extends RpcContext {
  readonly server: ServerServices;
}

/** A request for a method that needs the engine. */
export interface EngineContext extends ServerContext {
  readonly openLedger: OpenLedgerReader;
  readonly engine: LedgerEngine;
}
