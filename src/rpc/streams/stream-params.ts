/** The parameters that `subscribe` and `unsubscribe` share (rippled: Subscribe.cpp, Unsubscribe.cpp). */
import { addressToAccountId } from '../../crypto/address.ts';
import type { AccountId, Json, JsonObject } from '../../protocol/values.ts';
import type { Role, RpcContext } from '../method/context.ts';
import { invalidParams, RpcError } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import type { InterestChange, StreamName, StreamSubscriber } from '../method/stream-subscriber.ts';
import { textParam } from '../params/convert-param.ts';
import { isJsonObject } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { keysOf, readBooks, type WatchedBook } from './book-subscriptions.ts';

/** The reference's older names. */
const OLDER_NAMES: Readonly<Record<string, string>> = { rt_transactions: 'transactions_proposed' };
const STREAMS: ReadonlySet<string> = new Set<StreamName>([
  'ledger',
  'book_changes',
  'transactions',
  'transactions_proposed',
  'server',
]);
/** Valid streams that have no messages on a standalone server. */
const SILENT_STREAMS: ReadonlySet<string> = new Set(['manifests', 'validations', 'peer_status', 'consensus']);

export interface StreamRequest extends InterestChange {
  /** Every stream in the request, by its current name. */
  readonly named: ReadonlySet<string>;
  readonly watchedBooks: readonly WatchedBook[];
}

/** The connection's subscription. Refuses callbacks, and transports that cannot carry messages. */
export function requireSubscription({ params, role, subscription }: RpcContext): StreamSubscriber {
  if (namesCallback(params, role)) {
    const scheme = URL_START.exec(textParam(params, 'url'))?.[1];
    if (scheme === undefined) throw invalidParams('Failed to parse url.');
    if (!/^https?$/i.test(scheme)) throw invalidParams('Only http and https is supported.');
    throw new RpcError('notSupported', 'Callbacks by `url` are not supported: subscribe over a WebSocket.');
  }
  if (subscription === undefined) throw invalidParams().because('Subscriptions need a WebSocket.');
  return subscription;
}

const URL_START = /^\s*([a-z][a-z\d.+-]*):\/\//i;

/** True for a request about callbacks, which only admins may use. */
export function namesCallback(params: JsonObject, role: Role): boolean {
  if (!hasParam(params, 'url')) return false;
  if (role !== 'admin') throw new RpcError('noPermission');
  return true;
}

/**
 * All subscriptions of a request. The parameters are checked in the reference's order, not in the order of their rows.
 */
export const streamRequest: ParamReader<'array', StreamRequest> = {
  type: 'array',
  read: ({ params, role }) => readStreamRequest(params, role),
};

/** As `streamRequest`, for `unsubscribe`. */
export const endedStreams: ParamReader<'array', StreamRequest> = {
  type: 'array',
  read: ({ params }) => readStreamRequest(params),
};

/**
 * Reads the request in the reference's order of errors. Without a role it is `unsubscribe`, which anyone may call for
 * `peer_status`, and which the reference does not support for `book_changes`.
 */
export function readStreamRequest(params: JsonObject, role?: Role): StreamRequest {
  const named = readStreams(params, role);
  const proposedName = hasParam(params, 'accounts_proposed') ? 'accounts_proposed' : 'rt_accounts';
  const proposedAccounts = readAccounts(params, proposedName);
  const accounts = readAccounts(params, 'accounts');
  checkHistory(params, role !== undefined);
  const watchedBooks = readBooks(params, role === undefined ? undefined : 'taker');
  const books = keysOf(watchedBooks);
  return { named, streams: [...named].filter(isStreamName), accounts, proposedAccounts, books, watchedBooks };
}

function isStreamName(name: string): name is StreamName {
  return STREAMS.has(name);
}

function readStreams(params: JsonObject, role: Role | undefined): ReadonlySet<string> {
  const named = new Set<string>();
  if (!hasParam(params, 'streams')) return named;
  if (!Array.isArray(params.streams)) throw invalidParams().about('streams');
  for (const value of params.streams as readonly Json[]) {
    if (typeof value !== 'string') throw new RpcError('malformedStream');
    const name = OLDER_NAMES[value] ?? value;
    if (name === 'peer_status' && role === 'user') throw new RpcError('noPermission');
    const isKnown = isStreamName(name) || SILENT_STREAMS.has(name);
    if (!isKnown || (name === 'book_changes' && role === undefined)) throw new RpcError('malformedStream');
    named.add(name);
  }
  return named;
}

function readAccounts(params: JsonObject, name: string): AccountId[] {
  if (!hasParam(params, name)) return [];
  const value = params[name];
  if (!Array.isArray(value)) throw invalidParams().about(name);
  const ids = (value as readonly Json[]).map((text) =>
    typeof text === 'string' ? addressToAccountId(text) : undefined,
  );
  if (ids.length === 0 || ids.includes(undefined)) throw new RpcError('actMalformed');
  return ids as AccountId[];
}

/**
 * Checks a subscription to an account's whole history, which the reference has and Weir does not support: `subscribe`
 * is refused.
 */
function checkHistory({ account_history_tx_stream: history }: JsonObject, isBegun: boolean): void {
  if (history === undefined) return;
  const { account, stop_history_tx_only: isOnlyHistory = false } = isJsonObject(history) ? history : {};
  if (typeof account !== 'string' || addressToAccountId(account) === undefined) throw invalidParams();
  if (typeof isOnlyHistory !== 'boolean') throw invalidParams();
  if (!isBegun) return;
  throw new RpcError('notSupported', "Subscriptions by 'account_history_tx_stream' are not supported.");
}
