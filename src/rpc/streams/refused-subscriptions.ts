/**
 * Subscriptions that the reference has and Weir has not: to order books, and to the whole history of an account. What is
 * malformed gets the reference's errors, the rest `notSupported` (Subscribe.cpp; RPCHelpers.cpp, parseSubUnsubJson).
 */
import { addressToAccountId } from '../../crypto/address.ts';
import { parseCurrency } from '../../protocol/codec/currency-text.ts';
import { type AccountId, type Issue, type Json, type JsonObject, XRP_CURRENCY } from '../../protocol/values.ts';
import { isHex } from '../../util/hex.ts';
import { type BookSide, isSameIssue } from '../book-param.ts';
import { textParam } from '../convert-param.ts';
import type { RpcErrorToken } from '../error-table.ts';
import { invalidParams, RpcError } from '../errors.ts';
import { isJsonObject } from '../json-values.ts';
import { hasParam } from '../params.ts';
import { parseHash } from '../parse-hash.ts';

const NO_ISSUER: AccountId = XRP_CURRENCY;
const ACCOUNT_ONE: AccountId = `${'0'.repeat(39)}1`;
const MPT_ID_BYTES = 24;

const ERRORS: Readonly<Record<BookSide, { readonly asset: RpcErrorToken; readonly issuer: RpcErrorToken }>> = {
  taker_pays: { asset: 'srcCurMalformed', issuer: 'srcIsrMalformed' },
  taker_gets: { asset: 'dstAmtMalformed', issuer: 'dstIsrMalformed' },
};

/** Throws if the request names a subscription of these kinds. */
export function refuseOtherKinds(params: JsonObject): void {
  const history = params.account_history_tx_stream;
  if (history !== undefined) {
    const account = isJsonObject(history) ? history.account : undefined;
    if (typeof account !== 'string' || addressToAccountId(account) === undefined) throw invalidParams();
    throw unsupported('account_history_tx_stream');
  }
  if (params.books === undefined) return;
  if (!Array.isArray(params.books)) throw invalidParams();
  for (const book of params.books as readonly Json[]) requireBook(book);
  throw unsupported('books');
}

function unsupported(name: string): RpcError {
  return new RpcError('notSupported', `Subscriptions by '${name}' are not supported.`);
}

function requireBook(book: Json): void {
  if (!isJsonObject(book)) throw invalidParams();
  const sides = (['taker_pays', 'taker_gets'] as const).map((side) => [side, sideOf(book, side)] as const);
  const [pays, gets] = sides.map(([side, asset]) => readAsset(asset, side)) as [Issue, Issue];
  if (isSameIssue(pays, gets)) throw new RpcError('badMarket');
  const { taker, domain } = book;
  if (taker !== undefined && (typeof taker !== 'string' || addressToAccountId(taker) === undefined)) {
    throw new RpcError('actMalformed');
  }
  if (domain !== undefined && (typeof domain !== 'string' || parseHash(domain) === undefined)) {
    throw new RpcError('domainMalformed');
  }
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
