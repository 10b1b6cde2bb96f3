/**
 * Pages of an issuer's trust lines by authorization: pending or authorized. They come from the index over the newest
 * ledger (node/derive-changes.ts), so a page's cost depends only on its size.
 */

import type { ReadView } from '../../ledger/read-view.ts';
import { authorizationOf, type IndexedTrustLine, indexedTrustLines } from '../../node/derived/trust-line-index.ts';
import type { RippleState } from '../../protocol/entries/entries.ts';
import { lineKeylet } from '../../protocol/entries/keylets.ts';
import { CURRENCY_FORM, parseCurrency } from '../../protocol/json/currency-text.ts';
import {
  type AccountId,
  type Currency,
  type Hex,
  type Json,
  type JsonObject,
  XRP_CURRENCY,
} from '../../protocol/values.ts';
import { isFork } from '../../storage/fork/fork-origin.ts';
import type { StateStore } from '../../storage/state-store.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { Steps } from '../../util/steps.ts';
import type { RpcContext } from '../method/context.ts';
import { invalidField, invalidParams } from '../method/errors.ts';
import { optionalString } from '../params/params.ts';
import { type MarkerStore, openMarker, sealMarker } from './marker.ts';
import { ownedEntries } from './owned-entries.ts';
import { type TrustLineView, viewTrustLine } from './trust-line.ts';

/** The lines to list; without `authorization`, authorized ones or not. */
export interface AuthorizationFilter {
  readonly authorization: 'pending' | 'authorized' | undefined;
  readonly currency: Currency | undefined;
}

/** `authorization` and `currency` make one filter; undefined without both. */
export const authorizationFilter = {
  type: 'string',
  values: ['pending', 'authorized'],
  read: ({ params }: RpcContext) => readAuthorizationFilter(params),
} as const;

function readAuthorizationFilter(params: JsonObject): AuthorizationFilter | undefined {
  const authorization = optionalString(params, 'authorization');
  const code = optionalString(params, 'currency');
  if (authorization === undefined && code === undefined) return undefined;
  if (authorization !== undefined && authorization !== 'pending' && authorization !== 'authorized') {
    throw invalidField('authorization');
  }
  const currency = code === undefined ? undefined : parseCurrency(code);
  if (code !== undefined && (currency === undefined || currency === XRP_CURRENCY)) {
    throw invalidField('currency').because(`Field 'currency': ${CURRENCY_FORM}.`);
  }
  return { authorization, currency };
}

/** True if the line of an account matches the filter. */
function matchesFilter(line: Readonly<RippleState>, account: AccountId, filter: AuthorizationFilter): boolean {
  const { authorization, currency } = filter;
  if (currency !== undefined && line.Balance.currency !== currency) return false;
  return authorization === undefined || authorizationOf(line, account) === authorization;
}

/** The line of two accounts in the filter's currency, if it matches the filter. */
export function readLineWith(
  view: ReadView,
  account: AccountId,
  peer: AccountId,
  filter: AuthorizationFilter & { readonly currency: Currency },
): Readonly<RippleState> | undefined {
  if (account === peer) return undefined;
  const line = view.read(lineKeylet(account, peer, filter.currency));
  return line !== undefined && matchesFilter(line, account, filter) ? line : undefined;
}

export interface AuthorizationQuery {
  readonly account: AccountId;
  readonly filter: AuthorizationFilter;
  readonly limit: number;
  readonly marker: string | undefined;
}

export interface AuthorizationPage {
  readonly lines: readonly TrustLineView[];
  /** Undefined on the last page. */
  readonly marker: string | undefined;
}

/** Up to `limit` lines after the marker. `view` is the newest ledger of the store. Throws `invalidParams`. */
export function* readAuthorizationPage(
  store: StateStore & MarkerStore,
  view: ReadView,
  query: AuthorizationQuery,
): Steps<AuthorizationPage> {
  const { account, filter, limit } = query;
  const lines: TrustLineView[] = [];
  const after = readPlace(store, query);
  let last: Hex = '';
  const found = isFork(store)
    ? yield* linesOfDirectory(view, query, after)
    : indexedTrustLines(store, { account, ...filter, after });
  for (const { key, place } of found) {
    yield;
    if (lines.length === limit)
      return { lines, marker: sealMarker(store, listOf(account, filter), Buffer.from(last, 'hex')) };
    const line = view.read({ type: 'RippleState', key });
    // The index may already include a ledger that closed since this request began.
    if (line === undefined || !matchesFilter(line, account, filter)) continue;
    lines.push(viewTrustLine(line, account));
    last = place;
  }
  return { lines, marker: undefined };
}

/** The same lines in the same order without the index: all entries of the account are read. */
function* linesOfDirectory(
  view: ReadView,
  { account, filter }: AuthorizationQuery,
  after: Hex = '',
): Steps<Pick<IndexedTrustLine, 'key' | 'place'>[]> {
  const found: Pick<IndexedTrustLine, 'key' | 'place'>[] = [];
  for (const entry of ownedEntries(view, account)) {
    yield;
    if (entry.LedgerEntryType !== 'RippleState' || !matchesFilter(entry, account, filter)) continue;
    const place = entry.Balance.currency + entry.index;
    if (place > after) found.push({ key: entry.index, place });
  }
  return found.sort((one, other) => (one.place < other.place ? -1 : 1));
}

/**
 * The place in the list that the marker names. It stays valid when its line is deleted, so that a reader of the newest
 * ledger misses no line.
 */
function readPlace(store: MarkerStore, { account, filter, marker }: AuthorizationQuery): Hex | undefined {
  if (marker === undefined) return undefined;
  const place = openMarker(store, listOf(account, filter), marker);
  if (place === undefined) throw invalidParams().about('marker');
  return bytesToHex(place);
}

function listOf(account: AccountId, { authorization, currency }: AuthorizationFilter): Json {
  return ['account_lines', account, authorization ?? null, currency ?? null];
}
