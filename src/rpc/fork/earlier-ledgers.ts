/**
 * Requests to a fork about ledgers before it: they are passed on to the server that the fork begins from, and its answer is returned
 * with `answered_by`. That server knows its history as it shows it to others, so nothing has to be converted or stored here. Of the
 * ledger that the fork begins from, entries are read here and transactions there.
 */
import { type AwaitOptions, within } from '../../node/awaited-state.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import type { Json, JsonObject } from '../../protocol/values.ts';
import type { Fork } from '../../storage/fork/fork.ts';
import { type Awaitable, andThen, orElse } from '../../util/awaitable.ts';
import { TIME_PARAMS } from '../account-tx/time-params.ts';
import { FILTER_PARAMS } from '../account-tx/transaction-filter.ts';
import type { RpcRequest } from '../method/context.ts';
import type { Method } from '../method/define-method.ts';
import { RpcError } from '../method/errors.ts';
import { isJsonObject } from '../params/json-values.ts';
import { namedLedgerIndex } from '../params/ledger-lookup.ts';
import { hasParam } from '../params/params.ts';

/** Methods whose answers have transactions of the ledger. */
const OF_TRANSACTIONS: ReadonlySet<string> = new Set(['ledger', 'ledger_request', 'transaction_entry']);
const ONLY_WEIR = /^weir_/;
/** In a marker of `account_tx`: the beginning of the ledgers on the other side. */
const WHOLE = 0xffff_ffff;

type RunHere<Result> = (request: RpcRequest) => Awaitable<Result>;

interface Asked {
  readonly reader: LedgerReader;
  readonly request: RpcRequest;
  readonly method: Method;
  /** For the answer of the other server. */
  readonly budget: Pick<AwaitOptions, 'clock' | 'budgetMs'>;
}

type AskServer = Fork['request'];

interface EarlierServer extends Pick<Fork, 'facts'> {
  readonly askServer: AskServer;
}

/** Runs a request of a fork here, or at the other server, or at both. */
export function withEarlierLedgers<Result>(
  fork: Fork,
  { reader, request, method, budget }: Asked,
  runHere: RunHere<Result | JsonObject>,
): Awaitable<Result | JsonObject> {
  const askServer: AskServer = (name, params) => within(fork.request(name, params), budget);
  const server = { facts: fork.facts, askServer };
  const { name, needs, role } = method;
  if (name === 'tx')
    return orElse(
      () => runHere(request),
      (error) => askForUnknown(server, request, error),
    );
  const isOfLedger = needs === 'ledger' || name === 'account_tx' || OF_TRANSACTIONS.has(name);
  if (!isOfLedger || role === 'admin' || ONLY_WEIR.test(name)) return runHere(request);
  const index = namedIndex(request.params, reader);
  const first = fork.facts.ledgerIndex;
  if (index === undefined)
    return name === 'account_tx' ? accountHistory(server, request, reader, runHere) : runHere(request);
  const isAsked = index < first || (index === first && (OF_TRANSACTIONS.has(name) || name === 'account_tx'));
  return isAsked
    ? ask(server, request, index === first ? ofOrigin(request.params, first) : request.params)
    : runHere(request);
}

/** The index of the closed ledger that a request names; before all ledgers for a hash that is not known here. */
function namedIndex(params: JsonObject, { store, validated }: LedgerReader): number | undefined {
  const hash = params.ledger_hash ?? (String(params.ledger).length === 64 ? params.ledger : undefined);
  if (typeof hash === 'string') return store.ledgerIndexByHash(hash.toUpperCase()) ?? 0;
  return namedLedgerIndex(params, validated);
}

/** The same request about the ledger that the fork begins from, which may be `validated` here but not there. */
function ofOrigin({ ledger: _, ledger_hash: __, ...params }: JsonObject, ledgerIndex: number): JsonObject {
  return { ...params, ledger_index: ledgerIndex };
}

async function ask({ facts, askServer }: EarlierServer, { method, apiVersion }: RpcRequest, params: JsonObject) {
  const { status: _, request: __, ...result } = await askServer(method, { ...params, api_version: apiVersion });
  return { ...result, answered_by: facts.url };
}

async function askForUnknown(server: EarlierServer, request: RpcRequest, error: unknown): Promise<JsonObject> {
  if (!(error instanceof RpcError) || error.token !== 'txnNotFound') throw error;
  const answer: JsonObject = await ask(server, request, request.params);
  if (answer.error !== undefined) throw error;
  return answer;
}

/** A page of `account_tx`, either of own ledgers or of earlier ones. The marker after the last page of one side leads to the other. */
function accountHistory<Result>(
  server: EarlierServer,
  request: RpcRequest,
  { validated }: LedgerReader,
  runHere: RunHere<Result | JsonObject>,
): Awaitable<Result | JsonObject> {
  const { params } = request;
  const first = server.facts.ledgerIndex;
  const min = bound(params.ledger_index_min);
  const max = bound(params.ledger_index_max);
  const isFiltered = [...FILTER_PARAMS, ...TIME_PARAMS].some(({ name }) => hasParam(params, name));
  if (isFiltered || (min !== undefined && min > first)) return runHere(request);
  const marker = placeOf(params.marker);
  const isOnlyEarlier = (max !== undefined && max <= first) || validated.ledgerIndex === first;
  const begins = params.forward === true ? 'earlier' : 'own';
  const side = isOnlyEarlier ? 'earlier' : marker === undefined ? begins : marker.ledger > first ? 'own' : 'earlier';
  const { marker: given, ...rest } = params;
  const within = marker?.seq === WHOLE || given === undefined ? rest : params;
  const goOn = (ledger: number) => (answer: Result | JsonObject) => {
    const page = answer as JsonObject;
    const isLast = isOnlyEarlier || side !== begins || page.error !== undefined || page.marker !== undefined;
    return isLast ? page : { ...page, marker: { ledger, seq: WHOLE } };
  };
  if (side === 'own') {
    const own = { ...within, ledger_index_min: first + 1, ledger_index_max: max ?? -1 };
    return andThen(runHere({ ...request, params: own }), goOn(first));
  }
  const earlier = { ...within, ledger_index_min: min ?? -1, ledger_index_max: Math.min(max ?? first, first) };
  return ask(server, request, earlier).then(goOn(first + 1));
}

/** A bound of the range; undefined for none. */
function bound(value: Json | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

function placeOf(marker: Json | undefined): { readonly ledger: number; readonly seq: number } | undefined {
  if (!isJsonObject(marker)) return undefined;
  const { ledger, seq } = marker;
  return typeof ledger === 'number' && typeof seq === 'number' ? { ledger, seq } : undefined;
}
