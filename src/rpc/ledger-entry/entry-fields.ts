/**
 * Readers for the members of a `ledger_entry` request, with the reference's errors: all have the number of
 * `invalidParams`, but different names (rippled: LedgerEntryHelpers.h).
 */

import { addressToAccountId } from '../../crypto/address.ts';
import { issueFromJson } from '../../protocol/json/asset-from-json.ts';
import { parseHexBytes } from '../../protocol/json/hex-text.ts';
import {
  type AccountId,
  type Hash256,
  type Hex,
  type Issue,
  type Json,
  type JsonObject,
  ZERO_ACCOUNT,
} from '../../protocol/values.ts';
import { isHex } from '../../util/hex.ts';
import { RpcError } from '../method/errors.ts';
import { isJsonObject, isUInt32 } from '../params/json-values.ts';

const MAX_UINT32 = 0xffffffff;

/** An error with the number of `invalidParams` and a name of its own. */
export class EntryFault extends RpcError {
  readonly #name: string;

  constructor(name: string, message: string) {
    super('invalidParams', message);
    this.#name = name;
  }

  override toResult(): JsonObject {
    return { ...super.toResult(), error: this.#name };
  }
}

/** Invalid field 'x', not a thing of that kind. */
export function malformed(faultName: string, field: string, kind: string): EntryFault {
  return new EntryFault(faultName, `Invalid field '${field}', not ${kind}.`);
}

/** Throws Missing field 'x'. for the first that is absent or null. */
export function requireFields(json: JsonObject, names: readonly string[], faultName = 'malformedRequest'): void {
  for (const name of names) {
    if ((json[name] ?? null) === null) throw new EntryFault(faultName, `Missing field '${name}'.`);
  }
}

/** A required member with a valid value. */
function requireValue<Value>(
  json: JsonObject,
  name: string,
  faultName: string,
  kind: string,
  parse: (value: Json | undefined) => Value | undefined,
): Value {
  requireFields(json, [name]);
  const value = parse(json[name]);
  if (value === undefined) throw malformed(faultName, name, kind);
  return value;
}

/** An address in base58; undefined for anything else and for the account zero. */
export function parseAccount(value: Json | undefined): AccountId | undefined {
  const account = typeof value === 'string' ? addressToAccountId(value) : undefined;
  return account === ZERO_ACCOUNT ? undefined : account;
}

export function requireAccountField(json: JsonObject, name: string, faultName: string): AccountId {
  return requireValue(json, name, faultName, 'AccountID', parseAccount);
}

/** A number, or decimal text. */
export function requireUInt32Field(json: JsonObject, name: string, faultName: string): number {
  return requireValue(json, name, faultName, 'number', (value) => {
    if (typeof value !== 'string') return isUInt32(value) ? value : undefined;
    const number = /^\+?\d+$/.test(value) ? Number(value) : Number.NaN;
    return number <= MAX_UINT32 ? number : undefined;
  });
}

/** Hex of that many bytes; a single `0` means zeros. */
export function parseBytes(value: Json | undefined, byteLength: number): Hex | undefined {
  return typeof value === 'string' ? parseHexBytes(value, byteLength) : undefined;
}

export function requireHashField(json: JsonObject, name: string, faultName: string): Hash256 {
  return requireValue(json, name, faultName, 'Hash256', (value) => parseBytes(value, 32));
}

export function requireIssuanceIdField(json: JsonObject, name: string, faultName: string): Hex {
  return requireValue(json, name, faultName, 'Hash192', (value) => parseBytes(value, 24));
}

export function requireAssetField(json: JsonObject, name: string, faultName: string): Issue {
  return requireValue(json, name, faultName, 'Asset', issueFromJson);
}

/** Hex of one to `maxLength` bytes; an odd first digit is one byte (strUnHex). */
export function requireBlobField(json: JsonObject, name: string, maxLength: number, faultName: string): Hex {
  return requireValue(json, name, faultName, 'hex string', (value) => {
    const digits = typeof value !== 'string' ? '' : value.length % 2 === 0 ? value : `0${value}`;
    return digits !== '' && isHex(digits) && digits.length <= maxLength * 2 ? digits.toUpperCase() : undefined;
  });
}

/** A currency with its issuer; multi-purpose tokens are not allowed. */
export function requireIssueField(json: JsonObject, name: string): Issue {
  const value = json[name];
  const issue = isJsonObject(value) && 'currency' in value ? issueFromJson(value) : undefined;
  if (issue === undefined) throw malformed('malformedIssue', name, 'Issue');
  return issue;
}
