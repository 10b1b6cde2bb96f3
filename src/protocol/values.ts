/**
 * The in-memory form of every serialized value.
 *
 * One rule: values that JSON shows as hex are upper-case hex strings here. Such strings are immutable, work as map
 * keys, and compare with `<` exactly as their bytes do. Accounts are 40 hex digits, never base58: base58 exists only in
 * JSON. Amounts are never JavaScript floats.
 *
 * Values inside an object are immutable: a field is replaced, never changed in place.
 */

/** Upper-case hex digits, two a byte. */
export type Hex = string;
/** 40 upper-case hex digits (20 bytes). */
export type AccountId = string;
/** 64 upper-case hex digits (32 bytes). */
export type Hash256 = string;
/** 40 upper-case hex digits; the native currency is 40 zeros. */
export type Currency = string;

/**
 * An amount of an issued token: `mantissa * 10^exponent`, normalized as the reference does: zero is
 * `mantissa 0n, exponent -100`; otherwise `10^15 <= |mantissa| < 10^16` and `-96 <= exponent <= 80`.
 */
export interface IssuedAmount {
  readonly mantissa: bigint;
  readonly exponent: number;
  readonly currency: Currency;
  readonly issuer: AccountId;
}

/** An amount of a multi-purpose token; `mptIssuanceId` is 48 hex digits (sequence, then issuer). */
export interface MptAmount {
  readonly value: bigint;
  readonly mptIssuanceId: Hex;
}

/** Drops of the native currency are a plain bigint (may be negative in metadata and arithmetic). */
export type Amount = bigint | IssuedAmount | MptAmount;

/** What order books trade: drops and issued tokens. */
export type TradedAmount = bigint | IssuedAmount;

/** An asset without a quantity. The native one has neither issuer nor mptIssuanceId. */
export type Issue = { readonly currency: Currency; readonly issuer?: AccountId } | { readonly mptIssuanceId: Hex };

/** True if both are the same asset. */
export function isSameIssue(one: Issue, other: Issue): boolean {
  if ('mptIssuanceId' in one) return 'mptIssuanceId' in other && one.mptIssuanceId === other.mptIssuanceId;
  return 'currency' in other && one.currency === other.currency && one.issuer === other.issuer;
}

/** The `Number` field type: signed mantissa and exponent as they are on the wire. */
export interface NumberValue {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** One step of a path; only the parts that are present on the wire. */
export interface PathStep {
  readonly account?: AccountId;
  readonly currency?: Currency;
  readonly issuer?: AccountId;
  readonly mptIssuanceId?: Hex;
}
export type PathSet = readonly (readonly PathStep[])[];

export interface XChainBridge {
  readonly LockingChainDoor: AccountId;
  readonly LockingChainIssue: Issue;
  readonly IssuingChainDoor: AccountId;
  readonly IssuingChainIssue: Issue;
}

/** An array element is an object with one key, the wrapping field: `{ Memo: { … } }`. */
export type StArray = readonly Readonly<Record<string, StObject>>[];

/**
 * UInt8/16/32 and Int32: number. UInt64, Int64: bigint. Hashes and blobs: Hex. `LedgerEntryType`, `TransactionType`
 * and `TransactionResult` hold their names (`AccountRoot`, `Payment`, `tesSUCCESS`), as JSON does.
 */
export type FieldValue =
  | number
  | bigint
  | string
  | IssuedAmount
  | MptAmount
  | Issue
  | NumberValue
  | PathSet
  | readonly Hash256[]
  | XChainBridge
  | StObject
  | StArray;

/** A serialized object in memory: field name → value; key order does not matter, absent fields are absent keys. */
export interface StObject {
  readonly [field: string]: FieldValue | undefined;
}

/** A value that `JSON.stringify` writes as it is. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export const XRP_CURRENCY: Currency = '0'.repeat(40);

/** Means no account, and the issuer of XRP (rippled: AccountID.cpp, xrpAccount). */
export const ZERO_ACCOUNT: AccountId = '0'.repeat(40);
const ZEROS = /^0*$/;

/** True for the account of zeros, and for an account field without bytes, which the reference treats alike. */
export function isZeroAccount(account: AccountId): boolean {
  return ZEROS.test(account);
}

/** Means no entry, no transaction or no ledger; the hash of an empty tree; sorts before every key. */
export const ZERO_HASH: Hash256 = '0'.repeat(64);

/** True for drops. */
export function isNative(amount: Amount): amount is bigint {
  return typeof amount === 'bigint';
}

/** True for an amount of an issued token (a trust line's currency). */
export function isIssued(amount: Amount): amount is IssuedAmount {
  return typeof amount === 'object' && 'issuer' in amount;
}

/** True for an amount of a multi-purpose token. */
export function isMpt(amount: Amount): amount is MptAmount {
  return typeof amount === 'object' && 'mptIssuanceId' in amount;
}

/** The issuer in the id of a multi-purpose token: the id is a sequence number of four bytes, then the issuer. */
export function issuerOfMpt(mptIssuanceId: Hex): AccountId {
  return mptIssuanceId.slice(8);
}

/** The bytes that spell XRP as an issued currency (the reference's badCurrency). */
export const BAD_CURRENCY: Currency = `${'0'.repeat(24)}5852500000000000`;

/** True for an amount in that currency. */
export function isBadCurrency(amount: Amount): boolean {
  return isIssued(amount) && amount.currency === BAD_CURRENCY;
}

/** True for the same currency, issued by any account, or the same issuance (the reference's equalTokens). */
export function isSameToken(a: Issue, b: Issue): boolean {
  if ('mptIssuanceId' in a) return 'mptIssuanceId' in b && a.mptIssuanceId === b.mptIssuanceId;
  return 'currency' in b && a.currency === b.currency;
}

/** A text that is unique for each issue. */
export function issueKey(issue: Issue): string {
  return 'mptIssuanceId' in issue ? issue.mptIssuanceId : issue.currency + issuerOf(issue);
}

/** The issuer; the account of zeros for the native currency. */
export function issuerOf(issue: Issue): AccountId {
  if ('mptIssuanceId' in issue) return issuerOfMpt(issue.mptIssuanceId);
  return issue.issuer ?? ZERO_ACCOUNT;
}

/** An issue of that currency; the native one has no issuer. */
export function issueOf(currency: string, issuer: AccountId): Issue {
  return currency === XRP_CURRENCY ? { currency } : { currency, issuer };
}

/** True for the native currency. */
export function isNativeIssue(issue: Issue): boolean {
  return 'currency' in issue && issue.currency === XRP_CURRENCY;
}
