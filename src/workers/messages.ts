/**
 * Messages between the engine's thread and a worker, besides requests, submissions and answers (`link/link-messages.ts`).
 * Messages arrive in the order in which they were sent.
 */

import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { AnswerMessage, AskMessage, ProposedMessage } from '../link/link-messages.ts';
import type { Hash256, Json } from '../protocol/values.ts';
import type { RpcErrorToken } from '../rpc/method/error-table.ts';
import type { TallySnapshot } from '../rpc/method/request-tally.ts';
import type { AdminAccess } from '../server/admission/caller.ts';
import type { ServerLimits } from '../server/admission/limits.ts';
import type { HttpRoute } from '../server/http/http-routes.ts';
import type { TlsMaterial } from '../server/http/plain-or-tls.ts';
import type { DamagedRow } from '../storage/damaged-row-error.ts';

/** The first message to a worker. */
export interface WorkerStart {
  /** The store's directory. */
  readonly directory: string;
  /** Its number among the workers, from 0. */
  readonly number: number;
  /** See `shared-state.ts`. */
  readonly shared: SharedArrayBuffer;
  readonly validated: LedgerHeader;
  readonly networkId: number;
  readonly isNetworkIdGiven: boolean;
  /** Undefined for a server with a ledger of its own. */
  readonly member: WorkerMember | undefined;
  readonly hostName: string;
  readonly version: string;
  /** Those of one worker (`limitsOfWorker`). */
  readonly limits: ServerLimits;
  readonly corsOrigins: readonly string[] | undefined;
  readonly hostNames: readonly string[] | undefined;
  readonly tls: TlsMaterial | undefined;
  /** True: ports serve the explorer. */
  readonly hasExplorer: boolean;
  /** Address of the collector of traces; undefined: nothing is traced. */
  readonly traceUrl: string | undefined;
  /** True: each request is logged. */
  readonly logsRequests: boolean;
}

/** The member of a cluster that the workers belong to. */
export interface WorkerMember {
  readonly name: string;
  /** How long a request waits for a ledger that its client saw on another member, in milliseconds. */
  readonly timeoutMs: number;
  /** The database of the archive, which has the ledgers that the store has removed. */
  readonly archiveUrl: string;
  /** The key of its rows' MACs. */
  readonly archiveKey: Uint8Array;
}

/** A port to open. */
export interface PortRequest {
  /** Its number among the ports of the server, from 0. */
  readonly number: number;
  readonly port: number;
  readonly host: string;
  readonly adminAccess: AdminAccess;
  /** True if several workers open the same port. */
  readonly isShared: boolean;
  /** Routes besides the API. */
  readonly routes: readonly RouteName[];
}

/** A route without its function, which stays in the engine's thread. */
export type RouteName = Omit<HttpRoute, 'answer'>;

export interface RouteRefusal {
  readonly message: string;
  readonly status: number;
  readonly token: RpcErrorToken;
  readonly retryAfterMs: number | undefined;
}

/** The answer of a route, or its refusal. */
export type RouteOutcome =
  | { readonly status: number; readonly body: Json; readonly contentType?: string }
  | { readonly refusal: RouteRefusal };

/** Counts and metrics of a worker. */
export interface WorkerFigures {
  readonly connections: number;
  readonly webSockets: number;
  /** Metrics of requests, as prom-client's JSON. */
  readonly metrics: readonly object[];
}

export type EngineMessage =
  | AnswerMessage
  | ProposedMessage
  | { readonly kind: 'validated'; readonly header: LedgerHeader; readonly changedKeys: readonly Hash256[] | undefined }
  | { readonly kind: 'routed'; readonly id: number; readonly outcome: RouteOutcome }
  | { readonly kind: 'server status'; readonly message: Uint8Array }
  | { readonly kind: 'listen'; readonly id: number; readonly port: PortRequest }
  | { readonly kind: 'renew tls'; readonly tls: TlsMaterial }
  | { readonly kind: 'figures'; readonly id: number }
  | { readonly kind: 'close' }
  | { readonly kind: 'ping' };

export type WorkerMessage =
  | AskMessage
  | { readonly kind: 'followed'; readonly ledgerIndex: number }
  /** A request waits for a ledger that has not been announced yet. */
  | { readonly kind: 'awaits' }
  | { readonly kind: 'route'; readonly id: number; readonly path: string; readonly body: string }
  | { readonly kind: 'listening'; readonly id: number; readonly port: number }
  | { readonly kind: 'not listening'; readonly id: number; readonly code: string; readonly message: string }
  | { readonly kind: 'figures'; readonly id: number; readonly figures: WorkerFigures }
  | { readonly kind: 'tally'; readonly tally: TallySnapshot }
  | { readonly kind: 'log'; readonly level: 'error' | 'trace'; readonly details: object; readonly message: string }
  /** It met a damaged row of the store. */
  | { readonly kind: 'damage'; readonly row: DamagedRow }
  /** The worker started or stopped listening to streams. */
  | { readonly kind: 'streams' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'pong' };
