/**
 * Subscriptions that the reference has and Weir has not: to order books, and to the whole history of an account. What
 * is malformed gets the reference's errors (rippled: Subscribe.cpp, Unsubscribe.cpp; RPCHelpers.cpp,
 * parseSubUnsubJson).
 */
import { addressToAccountId } from '../../crypto/address.ts';
import { parseCurrency } from '../../protocol/json/currency-text.ts';
import { type AccountId, type Issue, type Json, type JsonObject, XRP_CURRENCY } from '../../protocol/values.ts';
import { isHex } from '../../util/hex.ts';
import type { RpcErrorToken } from '../method/error-table.ts';
import { invalidParams, RpcError } from '../method/errors.ts';
import { type BookSide, isSameIssue } from '../params/book-param.ts';
import { textParam } from '../params/convert-param.ts';
import { isJsonObject } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';

const NO_ISSUER: AccountId = XRP_CURRENCY;
const ACCOUNT_ONE: AccountId = `${'0'.repeat(39)}1`;
const MPT_ID_BYTES = 24;

const ERRORS: Readonly<Record<BookSide, { readonly asset: RpcErrorToken; readonly issuer: RpcErrorToken }>> = {
  taker_pays: { asset: 'srcCurMalformed', issuer: 'srcIsrMalformed' },
  taker_gets: { asset: 'dstAmtMalformed', issuer: 'dstIsrMalformed' },
};

/** Refuses a request to begin such a subscription, well-formed or not. */
export function refuseOtherKinds(params: JsonObject): void {
  const history = params.account_history_tx_stream;
  if (history !== undefined) {
    requireHistory(history);
    throw unsupported('account_history_tx_stream');
  }
  if (params.books === undefined) return;
  for (const book of listOf(params.books)) requireTaker(requireBook(book));
  throw unsupported('books');
}

/** Checks a request to end such subscriptions, of which there never was one. */
export function checkOtherKinds({ account_history_tx_stream: history, books }: JsonObject): void {
  if (history !== undefined) requireHistory(history);
  if (books !== undefined) for (const book of listOf(books)) requireBook(book);
}

function unsupported(name: string): RpcError {
  return new RpcError('notSupported', `Subscriptions by '${name}' are not supported.`);
}

function requireHistory(history: Json): void {
  const { account, stop_history_tx_only: isOnlyHistory = false } = isJsonObject(history) ? history : {};
  if (typeof account !== 'string' || addressToAccountId(account) === undefined) throw invalidParams();
  if (typeof isOnlyHistory !== 'boolean') throw invalidParams();
}

function listOf(books: Json): readonly Json[] {
  if (!Array.isArray(books)) throw invalidParams();
  return books as readonly Json[];
}

function requireTaker({ taker }: JsonObject): void {
  if (taker !== undefined && (typeof taker !== 'string' || addressToAccountId(taker) === undefined)) {
    throw new RpcError('actMalformed');
  }
}

function requireBook(book: Json): JsonObject {
  if (!isJsonObject(book)) throw invalidParams();
  const sides = (['taker_pays', 'taker_gets'] as const).map((side) => [side, sideOf(book, side)] as const);
  const [pays, gets] = sides.map(([side, asset]) => readAsset(asset, side)) as [Issue, Issue];
  if (isSameIssue(pays, gets)) throw new RpcError('badMarket');
  const { domain } = book;
  if (domain !== undefined && (typeof domain !== 'string' || parseHash(domain) === undefined)) {
    throw new RpcError('domainMalformed');
  }
  return book;
}

/** A null counts as an empty object. */
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
    const id = textParam(asset, 'mpt_issuance_id');
    if (!isHex(id, MPT_ID_BYTES)) throw new RpcError(ERRORS[side].asset);
    return { mptIssuanceId: id.toUpperCase() };
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
  if (typeof text !== 'string') return undefined;
  return isHex(text, 20) ? text.toUpperCase() : addressToAccountId(text);
}
