/**
 * What the members of an entry's locator may be, with the errors of `ledger_entry`, which has tokens of its own for them
 * (reference: LedgerEntryHelpers.h).
 */
import { addressToAccountId } from '../crypto/address.ts';
import { issueFromJson } from '../protocol/codec/asset-from-json.ts';
import { parseHexBytes } from '../protocol/codec/hex-from-json.ts';
import type { AccountId, Hash256, Hex, Issue, Json, JsonObject, XChainBridge } from '../protocol/values.ts';
import { isHex } from '../util/hex.ts';
import { RPC_ERRORS } from './error-table.ts';
import { expectedField, missingField } from './errors.ts';
import { isUInt32 } from './json-values.ts';
import { hasParam } from './params.ts';

const NO_ACCOUNT: AccountId = '0'.repeat(40);
const MAX_CREDENTIAL_TYPE_BYTES = 64;
const BRIDGE_FIELDS = ['LockingChainDoor', 'LockingChainIssue', 'IssuingChainDoor', 'IssuingChainIssue'] as const;

/** A locator that locates nothing. Its token is none of the error table; its number is that of `invalidParams`. */
export class LocatorError extends Error {
  override readonly name = 'LocatorError';
  readonly token: string;

  constructor(token: string, message: string) {
    super(message);
    this.token = token;
  }

  toResult(): JsonObject {
    return { error: this.token, error_code: RPC_ERRORS.invalidParams.code, error_message: this.message };
  }
}

/** Invalid field 'x', not y. */
export function invalidLocator(token: string, name: string, expected: string): LocatorError {
  return new LocatorError(token, expectedField(name, expected).message);
}

/** Refuses a locator without one of these members. */
export function requireMembers(locator: JsonObject, names: readonly string[], token = 'malformedRequest'): void {
  for (const name of names) {
    if (!hasParam(locator, name) || locator[name] === null) throw new LocatorError(token, missingField(name).message);
  }
}

/** An address; the account of zeros is none. */
export function parseLocatorAccount(value: Json | undefined): AccountId | undefined {
  const account = typeof value === 'string' ? addressToAccountId(value) : undefined;
  return account === NO_ACCOUNT ? undefined : account;
}

export function requireLocatorAccount(locator: JsonObject, name: string, token: string): AccountId {
  return requireMember(locator, name, parseLocatorAccount, token, 'AccountID');
}

/** A number, or one in decimal text. */
export function requireLocatorNumber(locator: JsonObject, name: string, token: string): number {
  return requireMember(locator, name, parseNumber, token, 'number');
}

/** Exactly that many bytes of hex. */
export function parseLocatorHash(value: Json | undefined, byteLength = 32): Hash256 | undefined {
  return typeof value === 'string' ? parseHexBytes(value, byteLength) : undefined;
}

export function requireLocatorHash(locator: JsonObject, name: string, token: string, byteLength: number): Hex {
  const parse = (value: Json) => parseLocatorHash(value, byteLength);
  return requireMember(locator, name, parse, token, `Hash${byteLength * 8}`);
}

export function requireCredentialType(locator: JsonObject, token: string): Hex {
  return requireMember(locator, 'credential_type', parseCredentialType, token, 'hex string');
}

export function requireAsset(locator: JsonObject, name: string): Issue {
  return requireMember(locator, name, issueFromJson, 'malformedRequest', 'Asset');
}

/** A bridge: both doors and both issues. */
export function requireBridge(locator: JsonObject): XChainBridge {
  requireMembers(locator, BRIDGE_FIELDS);
  return {
    LockingChainDoor: requireLocatorAccount(locator, 'LockingChainDoor', 'malformedLockingChainDoor'),
    IssuingChainDoor: requireLocatorAccount(locator, 'IssuingChainDoor', 'malformedIssuingChainDoor'),
    LockingChainIssue: requireMember(locator, 'LockingChainIssue', parseTokenIssue, 'malformedIssue', 'Issue'),
    IssuingChainIssue: requireMember(locator, 'IssuingChainIssue', parseTokenIssue, 'malformedIssue', 'Issue'),
  };
}

function requireMember<Value>(
  locator: JsonObject,
  name: string,
  parse: (value: Json) => Value | undefined,
  token: string,
  expected: string,
): Value {
  // A missing member is malformedRequest whatever the token.
  requireMembers(locator, [name]);
  const value = parse(locator[name] as Json);
  if (value === undefined) throw invalidLocator(token, name, expected);
  return value;
}

function parseNumber(value: Json): number | undefined {
  const number = typeof value === 'string' && /^\+?\d{1,20}$/.test(value) ? Number(value) : value;
  return isUInt32(number) ? number : undefined;
}

function parseCredentialType(value: Json): Hex | undefined {
  if (typeof value !== 'string' || value === '' || !isHex(value)) return undefined;
  return value.length > MAX_CREDENTIAL_TYPE_BYTES * 2 ? undefined : value.toUpperCase();
}

function parseTokenIssue(value: Json): Issue | undefined {
  const issue = issueFromJson(value);
  return issue !== undefined && 'currency' in issue ? issue : undefined;
}
