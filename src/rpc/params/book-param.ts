/** The two assets of an order book in requests (rippled: BookOffers.cpp). */

import { CURRENCY_FORM, parseCurrency } from '../../protocol/json/currency-text.ts';
import { parseAccount, parseHexBytes } from '../../protocol/json/hex-text.ts';
import { type AccountId, type Issue, type JsonObject, XRP_CURRENCY } from '../../protocol/values.ts';
import type { RpcErrorToken } from '../method/error-table.ts';
import { expectedField, invalidField, missingField, RpcError } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import { isJsonObject } from './json-values.ts';
import { hasParam } from './params.ts';

export type BookSide = 'taker_pays' | 'taker_gets';

interface SideErrors {
  readonly asset: RpcErrorToken;
  readonly issuer: RpcErrorToken;
}

const ERRORS: Readonly<Record<BookSide, SideErrors>> = {
  taker_pays: { asset: 'srcCurMalformed', issuer: 'srcIsrMalformed' },
  taker_gets: { asset: 'dstAmtMalformed', issuer: 'dstIsrMalformed' },
};
const NO_ISSUER: AccountId = XRP_CURRENCY;
const ACCOUNT_ONE: AccountId = `${'0'.repeat(39)}1`;
const MPT_ID_BYTES = 24;

/** Both assets of the order book. */
export const orderBook: ParamReader<'object', ReturnType<typeof readBook>> = {
  type: 'object',
  read: ({ params }) => readBook(params),
};

/** With the reference's errors and its order of checks. */
function readBook(params: JsonObject): { readonly pays: Issue; readonly gets: Issue } {
  for (const side of ['taker_pays', 'taker_gets']) if (!hasParam(params, side)) throw missingField(side);
  const pays = sideObject(params, 'taker_pays');
  const gets = sideObject(params, 'taker_gets');
  requireShape(pays, 'taker_pays');
  requireShape(gets, 'taker_gets');
  const paysAsset = readAsset(pays, 'taker_pays');
  const getsAsset = readAsset(gets, 'taker_gets');
  return { pays: withIssuer(paysAsset, pays, 'taker_pays'), gets: withIssuer(getsAsset, gets, 'taker_gets') };
}

/** Null counts as an empty object. */
function sideObject(params: JsonObject, side: BookSide): JsonObject {
  const value = params[side];
  if (value === null) return {};
  if (!isJsonObject(value)) throw expectedField(side, 'object');
  return value;
}

function requireShape(asset: JsonObject, side: BookSide): void {
  const hasCurrency = hasParam(asset, 'currency');
  const hasMpt = hasParam(asset, 'mpt_issuance_id');
  if (!hasCurrency && !hasMpt) throw missingField(`${side}.currency`);
  if (hasMpt && (hasCurrency || hasParam(asset, 'issuer'))) throw invalidField(side);
  if (typeof (hasMpt ? asset.mpt_issuance_id : asset.currency) !== 'string') {
    throw expectedField(`${side}.currency`, 'string');
  }
}

/** The asset; a token's issuer is read later. */
function readAsset(asset: JsonObject, side: BookSide): Issue {
  const token = ERRORS[side].asset;
  if (typeof asset.currency === 'string') {
    const currency = parseCurrency(asset.currency);
    if (currency === undefined) {
      const fault = new RpcError(token, `Invalid field '${side}.currency', bad currency.`);
      throw fault.because(`Field '${side}.currency': ${CURRENCY_FORM}.`);
    }
    return { currency };
  }
  const mptIssuanceId = parseHexBytes(String(asset.mpt_issuance_id), MPT_ID_BYTES);
  if (mptIssuanceId === undefined) throw new RpcError(token, `Invalid field '${side}.mpt_issuance_id'`);
  return { mptIssuanceId };
}

function withIssuer(issue: Issue, asset: JsonObject, side: BookSide): Issue {
  if (!('currency' in issue)) return issue;
  const token = ERRORS[side].issuer;
  const issuer = hasParam(asset, 'issuer') ? readIssuer(asset, side) : NO_ISSUER;
  const isNative = issue.currency === XRP_CURRENCY;
  if (isNative && issuer !== NO_ISSUER) {
    throw new RpcError(token, `Unneeded field '${side}.issuer' for XRP currency specification.`);
  }
  if (!isNative && issuer === NO_ISSUER) {
    throw new RpcError(token, `Invalid field '${side}.issuer', expected non-XRP issuer.`);
  }
  return isNative ? issue : { ...issue, issuer };
}

function readIssuer({ issuer: text }: JsonObject, side: BookSide): AccountId {
  const token = ERRORS[side].issuer;
  if (typeof text !== 'string') throw expectedField(`${side}.issuer`, 'string');
  const issuer = parseAccount(text);
  if (issuer === undefined) throw new RpcError(token, `Invalid field '${side}.issuer', bad issuer.`);
  if (issuer === ACCOUNT_ONE) throw new RpcError(token, `Invalid field '${side}.issuer', bad issuer account one.`);
  return issuer;
}
