/**
 * Markers: where the next page of a list begins. The only place that writes and reads them.
 *
 * A list that the reference has too gets a marker in the reference's form, which clients may have made up. It names an
 * entry or a transaction, so its reader checks that this belongs to the request. A list that is Weir's own gets a sealed
 * marker: a place and a signature over the place and the list, with a key that the store keeps. One that was made up, cut
 * off or taken from another list or server is refused rather than followed to wrong rows; it outlives restarts.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TransactionLocation } from '../../history/history-query.ts';
import { readMarkerKey } from '../../node/chain-parameters.ts';
import type { Hash256, Json, JsonObject } from '../../protocol/values.ts';
import type { NamedValues } from '../../storage/ledger-store.ts';
import { isJsonObject, isUInt32 } from '../params/json-values.ts';
import { parseHash } from '../params/parse-hash.ts';

const SIGNATURE_BYTES = 16;

/** Where the key is kept. */
export type MarkerStore = Pick<NamedValues, 'metaValue'>;

/** The marker of a place in the list. `list` says all that the marker is bound to, and is no other's. */
export function sealMarker(store: MarkerStore, list: Json, place: Buffer): string {
  return Buffer.concat([place, signatureOf(store, list, place)]).toString('base64url');
}

/** The place that a sealed marker names; undefined for one that is none, or another list's. */
export function openMarker(store: MarkerStore, list: Json, marker: Json | undefined): Buffer | undefined {
  if (typeof marker !== 'string') return undefined;
  const bytes = Buffer.from(marker, 'base64url');
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== marker) return undefined;
  const place = bytes.subarray(0, -SIGNATURE_BYTES);
  const isOurs = timingSafeEqual(bytes.subarray(-SIGNATURE_BYTES), signatureOf(store, list, place));
  return isOurs ? place : undefined;
}

function signatureOf(store: MarkerStore, list: Json, place: Buffer): Buffer {
  const hmac = createHmac('sha256', readMarkerKey(store)).update(place).update(JSON.stringify(list));
  return hmac.digest().subarray(0, SIGNATURE_BYTES);
}

/** Behind an entry that an account's directory lists, probably on that page. */
export interface EntryPlace {
  readonly key: Hash256;
  readonly pageHint: bigint;
}

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;
/** What boost's lexical_cast reads as a number of 64 bits: one below zero counts from their other end. */
const PAGE_HINT = /^([+-]?)0*(\d{1,20})$/;

/** `key,page` (rippled: AccountLines.cpp, AccountOffers.cpp, AccountChannels.cpp). */
export function entryMarker({ key, pageHint }: EntryPlace): string {
  return `${key},${pageHint}`;
}

/** Whatever stands behind a second comma is ignored, as in the reference. Undefined for what has not this form. */
export function parseEntryMarker(text: string): EntryPlace | undefined {
  const [keyText, hintText = ''] = text.split(',', 2);
  const key = parseHash(keyText);
  const pageHint = parsePageHint(hintText);
  return key === undefined || pageHint === undefined ? undefined : { key, pageHint };
}

function parsePageHint(text: string): bigint | undefined {
  const [, sign, digits] = PAGE_HINT.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const magnitude = BigInt(digits);
  if (magnitude > MAX_UINT64) return undefined;
  return sign === '-' ? BigInt.asUintN(64, -magnitude) : magnitude;
}

/** `key of the directory's page,key of the first entry` (rippled: AccountObjects.cpp). */
export function directoryMarker(pageKey: Hash256, key: Hash256): string {
  return `${pageKey},${key}`;
}

/** `0,key of the last page of tokens`, for a list that begins with those (rippled: AccountObjects.cpp). */
export function tokenPageMarker(key: Hash256): string {
  return `0,${key}`;
}

/** Undefined for what has not one of these two forms. */
export function parseDirectoryMarker(text: string): { readonly pageKey: Hash256; readonly key: Hash256 } | undefined {
  const comma = text.indexOf(',');
  const pageKey = parseHash(text.slice(0, Math.max(comma, 0)));
  const key = parseHash(text.slice(comma + 1));
  return comma < 0 || pageKey === undefined || key === undefined ? undefined : { pageKey, key };
}

const PINNED_KEY = /^([0-9A-Fa-f]{64}),([1-9]\d{0,9})$/;

/**
 * The key to go on behind (rippled: LedgerData.cpp). With the ledger, which is Weir's addition, the marker belongs to
 * that one.
 */
export function keyMarker(key: Hash256, ledgerIndex?: number): string {
  return ledgerIndex === undefined ? key : `${key},${ledgerIndex}`;
}

/** Undefined for what has not this form. */
export function parseKeyMarker(
  marker: Json | undefined,
): { readonly key: Hash256; readonly ledgerIndex: number | undefined } | undefined {
  if (typeof marker !== 'string') return undefined;
  const [, keyText = marker, ledgerText] = PINNED_KEY.exec(marker) ?? [];
  const key = parseHash(keyText);
  const ledgerIndex = ledgerText === undefined ? undefined : Number(ledgerText);
  const isLedger = ledgerIndex === undefined || isUInt32(ledgerIndex);
  return key !== undefined && isLedger ? { key, ledgerIndex } : undefined;
}

/** `{ledger, seq}`: the first transaction of the next page (rippled: AccountTx.cpp). */
export function locationMarker({ ledgerIndex, position }: TransactionLocation): JsonObject {
  return { ledger: ledgerIndex, seq: position };
}

/** Undefined for what has not this form. */
export function parseLocationMarker(marker: Json | undefined): TransactionLocation | undefined {
  if (!isJsonObject(marker)) return undefined;
  const ledgerIndex = locationPart(marker.ledger);
  const position = locationPart(marker.seq);
  return ledgerIndex === undefined || position === undefined ? undefined : { ledgerIndex, position };
}

/** Null counts as zero and true as one, but no text as a number (rippled: json_value.cpp, isConvertibleTo). */
function locationPart(value: Json | undefined): number | undefined {
  if (value === null || typeof value === 'boolean') return Number(value);
  return isUInt32(value) ? value : undefined;
}
