/**
 * Reads and writes markers, which name the start of a list's next page.
 *
 * Lists that the reference has too use its form of markers, which clients can forge. Such a marker names an entry or a
 * transaction, and the reader checks that it belongs to the request. Weir's own lists use signed markers: a place and a
 * signature over the place and the list, with a key from the store. A forged or truncated marker, or one of another
 * list or server, is refused. Signed markers stay valid after a restart.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TransactionLocation } from '../../history/history-query.ts';
import { readMarkerKey } from '../../node/chain-parameters.ts';
import type { Hash256, Json, JsonObject } from '../../protocol/values.ts';
import type { NamedValues } from '../../storage/ledger-store.ts';
import { isJsonObject, isUInt32 } from '../params/json-values.ts';
import { parseHash } from '../params/parse-hash.ts';

const SIGNATURE_BYTES = 16;

/** The store with the key. */
export type MarkerStore = Pick<NamedValues, 'metaValue'>;

/** Signs the marker of a place in a list. `list` identifies the list; the marker is valid for no other. */
export function sealMarker(store: MarkerStore, list: Json, place: Buffer): string {
  return Buffer.concat([place, signatureOf(store, list, place)]).toString('base64url');
}

/** The place of a signed marker; undefined if it is invalid or belongs to another list. */
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

/** After an entry of an account's directory, probably on that page. */
export interface EntryPlace {
  readonly key: Hash256;
  readonly pageHint: bigint;
}

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;
/** What boost's lexical_cast reads as an unsigned 64-bit number; a negative number wraps around. */
const PAGE_HINT = /^([+-]?)0*(\d{1,20})$/;

/** `key,page` (rippled: AccountLines.cpp, AccountOffers.cpp, AccountChannels.cpp). */
export function entryMarker({ key, pageHint }: EntryPlace): string {
  return `${key},${pageHint}`;
}

/** Text after a second comma is ignored, as in the reference. Undefined for another form. */
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

/** Undefined for any other form. */
export function parseDirectoryMarker(text: string): { readonly pageKey: Hash256; readonly key: Hash256 } | undefined {
  const comma = text.indexOf(',');
  const pageKey = parseHash(text.slice(0, Math.max(comma, 0)));
  const key = parseHash(text.slice(comma + 1));
  return comma < 0 || pageKey === undefined || key === undefined ? undefined : { pageKey, key };
}

const PINNED_KEY = /^([0-9A-Fa-f]{64}),([1-9]\d{0,9})$/;

/**
 * The key after which to continue (rippled: LedgerData.cpp). With a ledger index, which is Weir's addition, the marker
 * is bound to that ledger.
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

/** Null counts as zero and true as one; texts are not converted (rippled: json_value.cpp, isConvertibleTo). */
function locationPart(value: Json | undefined): number | undefined {
  if (value === null || typeof value === 'boolean') return Number(value);
  return isUInt32(value) ? value : undefined;
}
