/** A parsed path request, with the reference's checks in its order (rippled: PathRequest.cpp, parseJson). */

import { addressToAccountId } from '../../crypto/address.ts';
import { addressFault } from '../../crypto/address-fault.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { assetOf, signOfAmount } from '../../protocol/amounts/amount-math.ts';
import { compareIssued, issuedFromDecimal } from '../../protocol/amounts/issued-amount.ts';
import { amountFault, amountFromJson } from '../../protocol/json/amount-json.ts';
import { CURRENCY_FORM, parseCurrency } from '../../protocol/json/currency-text.ts';
import { parseAccount, parseHexBytes } from '../../protocol/json/hex-text.ts';
import {
  type AccountId,
  type Amount,
  BAD_CURRENCY,
  type Hash256,
  type Issue,
  isIssued,
  isNative,
  issuerOf,
  type Json,
  type JsonObject,
  XRP_CURRENCY,
} from '../../protocol/values.ts';
import type { RpcErrorToken } from '../method/error-table.ts';
import { RpcError } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import { textParam } from '../params/convert-param.ts';
import { isJsonObject } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';

export interface PathQuestion {
  readonly source: AccountId;
  readonly destination: AccountId;
  readonly amount: Amount;
  /** The amount was -1: as much as possible for the sent amount. */
  readonly isConvertAll: boolean;
  /** Negative (-1): unlimited. */
  readonly sendMax: Amount | undefined;
  /** The assets that may be sent, in the order of trial; empty: all assets of the source. */
  readonly sourceAssets: readonly Issue[];
  /** The domain whose order books are used in place of the open ones. */
  readonly domain: Hash256 | undefined;
  /** Repeated in results. */
  readonly id: Json | undefined;
}

/** Maximum number of source currencies in a request. */
const MAX_SOURCE_CURRENCIES = 18;
const MPT_ID_BYTES = 24;
const NO_ISSUER: AccountId = XRP_CURRENCY;
const MINUS_ONE = issuedFromDecimal(true, 1n, 0);

/** All parameters together, since each one's check depends on the earlier ones. */
export const pathQuestion: ParamReader<'string', PathQuestion> = {
  type: 'string',
  read: ({ params }) => readPathQuestion(params),
};

function readPathQuestion(params: JsonObject): PathQuestion {
  requireAll(params);
  const source = readAccount(params, 'source_account', 'srcActMalformed');
  const destination = readAccount(params, 'destination_account', 'dstActMalformed');
  const amount = readAmount(params, 'destination_amount', 'dstAmtMalformed');
  const isConvertAll = isMinusOne(amount);
  if (!isUsable(amount)) throw new RpcError('dstAmtMalformed').about('destination_amount');
  const sendMax = readSendMax(params, isConvertAll);
  const sourceAssets = readSourceAssets(params, source, sendMax);
  const { id } = params;
  return { source, destination, amount, isConvertAll, sendMax, sourceAssets, domain: readDomain(params), id };
}

/** Orders assets as the reference tries them: by currency, then by issuer. */
export function sortedAssets(assets: readonly Issue[]): Issue[] {
  const byKey = new Map(assets.map((asset) => [JSON.stringify(asset), asset]));
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, asset]) => asset);
}

function requireAll(params: JsonObject): void {
  if (!hasParam(params, 'source_account')) throw new RpcError('srcActMissing').about('source_account');
  if (!hasParam(params, 'destination_account')) throw new RpcError('dstActMissing').about('destination_account');
  if (!hasParam(params, 'destination_amount')) throw new RpcError('dstAmtMissing').about('destination_amount');
}

function readAccount(params: JsonObject, name: string, token: RpcErrorToken): AccountId {
  const account = addressToAccountId(textParam(params, name));
  if (account === undefined)
    throw new RpcError(token).because(`Field '${name}' ${addressFault(textParam(params, name))}.`);
  return account;
}

function readAmount(params: JsonObject, name: string, token: RpcErrorToken): Amount {
  try {
    return amountFromJson(params[name]);
  } catch (error) {
    if (error instanceof AmountError) throw new RpcError(token).because(amountFault(name, error));
    throw error;
  }
}

function isMinusOne(amount: Amount): boolean {
  if (isNative(amount)) return amount === -1n;
  return isIssued(amount) ? compareIssued(amount, MINUS_ONE) === 0 : amount.value === -1n;
}

function isUsable(amount: Amount): boolean {
  if (isIssued(amount) && (amount.currency === BAD_CURRENCY || amount.issuer === NO_ISSUER)) return false;
  return isMinusOne(amount) || signOfAmount(amount) > 0;
}

function readSendMax(params: JsonObject, isConvertAll: boolean): Amount | undefined {
  if (!hasParam(params, 'send_max')) return undefined;
  if (!isConvertAll) throw new RpcError('dstAmtMalformed');
  const sendMax = readAmount(params, 'send_max', 'sendMaxMalformed');
  if (!isUsable(sendMax)) throw new RpcError('sendMaxMalformed');
  return sendMax;
}

function readSourceAssets(params: JsonObject, source: AccountId, sendMax: Amount | undefined): Issue[] {
  if (!hasParam(params, 'source_currencies')) return [];
  const list = params.source_currencies;
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_SOURCE_CURRENCIES) {
    throw new RpcError('srcCurMalformed');
  }
  const assets = (list as readonly Json[]).flatMap((json) => {
    const asset = readSourceAsset(json, source);
    return sendMax === undefined ? [asset] : withinSendMax(asset, source, assetOf(sendMax));
  });
  return sortedAssets(assets);
}

function readSourceAsset(json: Json, source: AccountId): Issue {
  if (!isJsonObject(json)) throw new RpcError('srcCurMalformed');
  if (hasParam(json, 'mpt_issuance_id')) return readSourceMpt(json);
  const currency = typeof json.currency === 'string' ? parseCurrency(json.currency) : undefined;
  if (currency === undefined) {
    throw new RpcError('srcCurMalformed').because(`In field 'source_currencies': ${CURRENCY_FORM}.`);
  }
  const issuer = hasParam(json, 'issuer') ? readIssuer(json.issuer) : NO_ISSUER;
  if (currency !== XRP_CURRENCY) return { currency, issuer: issuer === NO_ISSUER ? source : issuer };
  if (issuer !== NO_ISSUER) throw new RpcError('srcCurMalformed');
  return { currency };
}

function readSourceMpt(json: JsonObject): Issue {
  const { mpt_issuance_id: id } = json;
  const mptIssuanceId = typeof id === 'string' ? parseHexBytes(id, MPT_ID_BYTES) : undefined;
  if (hasParam(json, 'currency') || hasParam(json, 'issuer') || mptIssuanceId === undefined) {
    throw new RpcError('srcCurMalformed');
  }
  return { mptIssuanceId };
}

function readDomain(params: JsonObject): Hash256 | undefined {
  if (!hasParam(params, 'domain')) return undefined;
  const domain = typeof params.domain === 'string' ? parseHash(params.domain) : undefined;
  if (domain === undefined) throw new RpcError('domainMalformed');
  return domain;
}

function readIssuer(json: Json | undefined): AccountId {
  const issuer = typeof json === 'string' ? parseAccount(json) : undefined;
  if (issuer === undefined) throw new RpcError('srcIsrMalformed');
  return issuer;
}

/** With `send_max` only its currency is allowed, with the source or one other account as issuer. */
function withinSendMax(asset: Issue, source: AccountId, sendMax: Issue): Issue[] {
  if ('mptIssuanceId' in asset || 'mptIssuanceId' in sendMax) {
    return JSON.stringify(asset) === JSON.stringify(sendMax) ? [asset] : [];
  }
  if (asset.currency !== sendMax.currency) return [];
  if (asset.currency === XRP_CURRENCY) return [asset];
  const [issuer, limitIssuer] = [issuerOf(asset), issuerOf(sendMax)];
  if (issuer !== source && limitIssuer !== source && issuer !== limitIssuer) throw new RpcError('srcIsrMalformed');
  const other = issuer === source ? limitIssuer : issuer;
  return [asset, { ...asset, issuer: other }, { ...asset, issuer: source }];
}
