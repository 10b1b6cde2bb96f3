/** Payment paths from JSON, with the reference's errors for each part (rippled: STParsedJSON.cpp, parseLeaf). */

import { type AccountId, type PathSet, type PathStep, ZERO_ACCOUNT } from '../values.ts';
import { parseCurrency } from './currency-text.ts';
import { parseAccount, parseHexBytes } from './hex-text.ts';
import {
  arrayExpected,
  arrayTooBig,
  invalidData,
  JsonFieldError,
  MAX_JSON_ARRAY_LENGTH,
  notAnObject,
  stringExpected,
} from './json-field-error.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

/** Null counts as an empty list, for the whole as for each path. */
export function pathSetFromJson(json: unknown, path: string): PathSet {
  return listOf(json, path).map((steps, index) => {
    const at = `${path}[${index}]`;
    return listOf(steps, at).map((step, stepIndex) => stepFromJson(step, `${at}[${stepIndex}]`));
  });
}

function listOf(json: unknown, path: string): readonly unknown[] {
  if (json === null) return [];
  if (!Array.isArray(json)) throw arrayExpected(path);
  if (json.length > MAX_JSON_ARRAY_LENGTH) throw arrayTooBig(path);
  return json;
}

function stepFromJson(json: unknown, path: string): PathStep {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw notAnObject(path);
  const parts = json as JsonRecord;
  if ('currency' in parts && 'mpt_issuance_id' in parts) throw new JsonFieldError(path, 'Invalid Asset.');
  const assetKey = 'mpt_issuance_id' in parts ? 'mpt_issuance_id' : 'currency';
  if (!isGiven(parts.account) && !isGiven(parts[assetKey]) && !isGiven(parts.issuer)) throw invalidData(path);
  const account = isGiven(parts.account) ? accountFromJson(parts.account, `${path}.account`) : undefined;
  const asset = isGiven(parts[assetKey]) ? assetFromJson(parts, assetKey, path) : {};
  const issuer = isGiven(parts.issuer) ? accountFromJson(parts.issuer, `${path}.issuer`) : undefined;
  if (issuer !== undefined && asset.mptIssuanceId !== undefined && asset.mptIssuanceId.slice(8) !== issuer) {
    throw invalidData(`${path}.issuer`);
  }
  const step = { ...present('account', account), ...asset, ...present('issuer', issuer) };
  if (Object.keys(step).length === 0) throw invalidData(path);
  return step;
}

/** Account zero counts as absent (rippled: STPathSet.h). */
function present(key: 'account' | 'issuer', account: AccountId | undefined): PathStep {
  return account === undefined || account === ZERO_ACCOUNT ? {} : { [key]: account };
}

function accountFromJson(json: unknown, path: string): AccountId {
  if (typeof json !== 'string') throw stringExpected(path);
  const account = parseAccount(json);
  if (account === undefined) throw invalidData(path);
  return account;
}

function assetFromJson(parts: JsonRecord, key: 'currency' | 'mpt_issuance_id', path: string): PathStep {
  const text = parts[key];
  if (typeof text !== 'string') throw stringExpected(`${path}.${key}`);
  if (key === 'currency') {
    const currency = parseHexBytes(text, 20) ?? parseCurrency(text);
    if (currency === undefined) throw invalidData(`${path}.${key}`);
    return { currency };
  }
  const mptIssuanceId = parseHexBytes(text, 24);
  if (mptIssuanceId === undefined) throw invalidData(`${path}.${key}`);
  if (mptIssuanceId.slice(8) === ZERO_ACCOUNT) throw invalidData(`${path}.account`);
  return { mptIssuanceId };
}

/** Null, and empty text, lists and objects, count as not given (rippled: json_value.cpp, operator bool). */
function isGiven(json: unknown): boolean {
  if (json === undefined || json === null || json === '') return false;
  return typeof json !== 'object' || Object.keys(json).length > 0;
}
