/**
 * The `books` of `subscribe` and `unsubscribe` (rippled: Subscribe.cpp, Unsubscribe.cpp; RPCHelpers.cpp,
 * parseSubUnsubJson).
 */

import { addressToAccountId } from '../../crypto/address.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Book } from '../../protocol/entries/keylets.ts';
import { parseCurrency } from '../../protocol/json/currency-text.ts';
import { parseAccount, parseHexBytes } from '../../protocol/json/hex-text.ts';
import {
  type AccountId,
  type Hash256,
  type Issue,
  isSameIssue,
  type Json,
  type JsonObject,
  XRP_CURRENCY,
} from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { bookKey } from '../books/affected-books.ts';
import { bookPage } from '../books/book-page.ts';
import type { RpcErrorToken } from '../method/error-table.ts';
import { invalidParams, RpcError } from '../method/errors.ts';
import type { BookSide } from '../params/book-param.ts';
import { flagParam, textParam } from '../params/convert-param.ts';
import { isJsonObject } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';

const NO_ISSUER: AccountId = XRP_CURRENCY;
const ACCOUNT_ONE: AccountId = `${'0'.repeat(39)}1`;
const MPT_ID_BYTES = 24;
/** Maximum number of offers in a snapshot. */
const SNAPSHOT_OFFERS = 60;
/** Maximum number of snapshots for one request, to limit the size of the response. */
const MAX_SNAPSHOTS = 50;

const ERRORS: Readonly<Record<BookSide, { readonly asset: RpcErrorToken; readonly issuer: RpcErrorToken }>> = {
  taker_pays: { asset: 'srcCurMalformed', issuer: 'srcIsrMalformed' },
  taker_gets: { asset: 'dstAmtMalformed', issuer: 'dstIsrMalformed' },
};

/** A book in a request. */
export interface WatchedBook {
  readonly book: Book;
  /** Whether the reverse book is included. */
  readonly isBoth: boolean;
  readonly wantsSnapshot: boolean;
  readonly taker: AccountId | undefined;
}

/** The checked books of a request. Only `subscribe` may give a `taker`. */
export function readBooks({ books }: JsonObject, mayName: 'taker' | undefined): readonly WatchedBook[] {
  if (books === undefined) return [];
  if (!Array.isArray(books)) throw invalidParams();
  const read = (books as readonly Json[]).map((json) => readBook(json, mayName));
  if (read.filter(({ wantsSnapshot }) => wantsSnapshot).length > MAX_SNAPSHOTS) {
    throw invalidParams(`One request can have snapshots of ${MAX_SNAPSHOTS} order books.`);
  }
  return read;
}

/** The keys of the books (`bookKey`). */
export function keysOf(books: readonly WatchedBook[]): string[] {
  return books.flatMap(({ book, isBoth }) => (isBoth ? [book, reversed(book)] : [book])).map(bookKey);
}

/** The current offers of all books with a snapshot: `offers`, or `bids` and `asks` for both directions. */
export function* snapshots(view: ReadView, books: readonly WatchedBook[]): Steps<JsonObject> {
  const lists: Record<string, Json[]> = {};
  for (const { book, isBoth, wantsSnapshot, taker } of books) {
    if (!wantsSnapshot) continue;
    const pages: readonly (readonly [name: string, book: Book])[] = isBoth
      ? [
          ['bids', book],
          ['asks', reversed(book)],
        ]
      : [['offers', book]];
    for (const [name, one] of pages) {
      lists[name] ??= [];
      for (const offer of bookPage(view, one, taker, SNAPSHOT_OFFERS)) {
        lists[name].push(offer);
        yield;
      }
    }
  }
  return lists;
}

function reversed({ takerPays, takerGets, domain }: Book): Book {
  return { takerPays: takerGets, takerGets: takerPays, domain };
}

function readBook(json: Json, mayName: 'taker' | undefined): WatchedBook {
  if (!isJsonObject(json)) throw invalidParams();
  const sides = (['taker_pays', 'taker_gets'] as const).map((side) => [side, sideOf(json, side)] as const);
  const [takerPays, takerGets] = sides.map(([side, asset]) => readAsset(asset, side)) as [Issue, Issue];
  if (isSameIssue(takerPays, takerGets)) throw new RpcError('badMarket');
  const taker = mayName === undefined ? undefined : readTaker(json);
  return {
    book: { takerPays, takerGets, domain: readDomain(json) },
    isBoth: flagParam(json, 'both') || flagParam(json, 'both_sides'),
    wantsSnapshot: flagParam(json, 'snapshot') || flagParam(json, 'state_now'),
    taker,
  };
}

function readTaker({ taker }: JsonObject): AccountId | undefined {
  if (taker === undefined) return undefined;
  const account = typeof taker === 'string' ? addressToAccountId(taker) : undefined;
  if (account === undefined) throw new RpcError('actMalformed');
  return account;
}

function readDomain({ domain }: JsonObject): Hash256 | undefined {
  if (domain === undefined) return undefined;
  const id = typeof domain === 'string' ? parseHash(domain) : undefined;
  if (id === undefined) throw new RpcError('domainMalformed');
  return id;
}

/** Null counts as an empty object. */
function sideOf(book: JsonObject, side: BookSide): JsonObject {
  const asset = book[side];
  if (asset === null) return {};
  if (!isJsonObject(asset)) throw invalidParams();
  return asset;
}

function readAsset(asset: JsonObject, side: BookSide): Issue {
  const isMpt = hasParam(asset, 'mpt_issuance_id');
  if (isMpt && (hasParam(asset, 'currency') || hasParam(asset, 'issuer'))) throw invalidParams();
  if (isMpt) {
    const mptIssuanceId = parseHexBytes(textParam(asset, 'mpt_issuance_id'), MPT_ID_BYTES);
    if (mptIssuanceId === undefined) throw new RpcError(ERRORS[side].asset);
    return { mptIssuanceId };
  }
  const currency = hasParam(asset, 'currency') ? parseCurrency(textParam(asset, 'currency')) : undefined;
  if (currency === undefined) throw new RpcError(ERRORS[side].asset);
  const issuer = hasParam(asset, 'issuer') ? readIssuer(asset.issuer) : NO_ISSUER;
  const isNative = currency === XRP_CURRENCY;
  if (issuer === undefined || issuer === ACCOUNT_ONE || isNative !== (issuer === NO_ISSUER)) {
    throw new RpcError(ERRORS[side].issuer);
  }
  return isNative ? { currency } : { currency, issuer };
}

function readIssuer(text: Json | undefined): AccountId | undefined {
  return typeof text === 'string' ? parseAccount(text) : undefined;
}
