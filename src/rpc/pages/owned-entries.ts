/**
 * Iterates over an account's entries in the order of its directory, from the start or after a marker's entry (rippled:
 * DirectoryHelpers.cpp, forEachItemAfter, and the handlers' markers).
 */

import type { ReadView } from '../../ledger/read-view.ts';
import type { Keylet, LedgerEntry } from '../../protocol/entries/entries.ts';
import { entryEnds } from '../../protocol/entries/entry-ends.ts';
import { ownerDirKeylet, pageKeylet, signersKeylet } from '../../protocol/entries/keylets.ts';
import { ENTRY_RECORDS } from '../../protocol/tables/entry-types.ts';
import type { AccountId, FieldValue, Hash256 } from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';
import type { Steps } from '../../util/steps.ts';
import { invalidParams, type RpcError } from '../method/errors.ts';
import { type EntryPlace, entryMarker, parseEntryMarker } from './marker.ts';

/** The start: after this entry, which is probably on that page of the directory. */
export type StartAfter = EntryPlace;

/** The entries in directory order. Throws `invalidParams` at the end if `after` was not among them. */
export function ownedEntries(
  view: ReadView,
  account: AccountId,
  after?: StartAfter,
): Generator<Readonly<LedgerEntry>, void> {
  return listedEntries(view, ownerDirKeylet(account), after);
}

/** The same for any directory, given its root. */
export function* listedEntries(
  view: ReadView,
  root: Keylet<'DirectoryNode'>,
  after?: StartAfter,
): Generator<Readonly<LedgerEntry>, void> {
  let isFound = after === undefined;
  let page = after !== undefined && isOnPage(view, root.key, after) ? after.pageHint : 0n;
  for (;;) {
    const directory = view.read(pageKeylet(root.key, page));
    if (directory === undefined) break;
    for (const key of directory.Indexes) {
      if (isFound) yield requireEntry(view, key);
      else isFound = key === after?.key;
    }
    page = directory.IndexNext ?? 0n;
    if (page === 0n) break;
  }
  if (!isFound) throw invalidParams().about('marker');
}

/**
 * The place of a marker (`key,page`). Its entry must belong to this account. `malformed` is the error for an invalid
 * form.
 */
export function readMarker(
  view: ReadView,
  account: AccountId,
  marker: string | undefined,
  malformed: RpcError = invalidParams().about('marker'),
): StartAfter | undefined {
  if (marker === undefined) return undefined;
  const place = parseEntryMarker(marker);
  if (place === undefined) throw malformed;
  const entry = view.readAny(place.key);
  if (entry === undefined || !isRelated(entry, account)) throw invalidParams().about('marker');
  return place;
}

/**
 * As `readMarker`, but accepts only markers that `markerAfter` returns for this account: no truncated ones, and none
 * with the page of a trust line's other account. Finding its entry costs one page.
 */
export function readOwnMarker(view: ReadView, account: AccountId, marker: string | undefined): StartAfter | undefined {
  const start = readMarker(view, account, marker);
  if (start === undefined) return undefined;
  const entry = requireEntry(view, start.key);
  const after = startAfter(entry, account);
  const isOurs = markerAfter(entry, account) === marker?.toUpperCase();
  if (!isOurs || !isOnPage(view, ownerDirKeylet(account).key, after)) throw invalidParams().about('marker');
  return after;
}

/**
 * The same place with its actual page, since a marker's hint may be wrong. Throws `invalidParams` if it does not exist.
 */
export function* findOnPage(view: ReadView, account: AccountId, start: StartAfter): Steps<StartAfter> {
  const root = ownerDirKeylet(account);
  if (isOnPage(view, root.key, start)) return start;
  let page = 0n;
  do {
    const directory = view.read(pageKeylet(root.key, page));
    if (directory?.Indexes.includes(start.key) === true) return { ...start, pageHint: page };
    page = directory?.IndexNext ?? 0n;
    yield;
  } while (page !== 0n);
  throw invalidParams().about('marker');
}

/** The place after an entry of the account's directory. */
export function startAfter(entry: Readonly<LedgerEntry>, account: AccountId): StartAfter {
  return { key: entry.index, pageHint: listedOn(entry, account) };
}

/** The page of the account's own directory that lists an entry. */
export function listedOn(entry: Readonly<LedgerEntry>, account: AccountId): bigint {
  const fields = entry as unknown as Readonly<Record<string, FieldValue | undefined>>;
  const places = ENTRY_RECORDS[entry.LedgerEntryType]?.listedBy ?? [];
  const place = places.find(({ account: field }) => fields[field] === account);
  return place === undefined ? pageOf(entry, account) : ((fields[place.page] as bigint | undefined) ?? 0n);
}

/** The marker after an entry. */
export function markerAfter(entry: Readonly<LedgerEntry>, account: AccountId): string {
  return entryMarker({ key: entry.index, pageHint: pageOf(entry, account) });
}

/** The entry that a directory lists; directories list only what exists. */
export function requireEntry(view: ReadView, key: Hash256): Readonly<LedgerEntry> {
  const entry = view.readAny(key);
  assert(entry !== undefined, 'a directory lists entries that exist');
  return entry;
}

function isOnPage(view: ReadView, rootIndex: Hash256, { key, pageHint }: StartAfter): boolean {
  return view.read(pageKeylet(rootIndex, pageHint))?.Indexes.includes(key) === true;
}

/**
 * True if a marker of the account may name the entry. This excludes many entries that it owns (rippled: RPCHelpers.cpp,
 * isRelatedToAccount).
 */
function isRelated(entry: Readonly<LedgerEntry>, account: AccountId): boolean {
  if (entry.LedgerEntryType === 'SignerList') return entry.index === signersKeylet(account).key;
  // The directory of an NFToken offer's destination does not list it.
  if (entry.LedgerEntryType === 'NFTokenOffer') return entry.Owner === account;
  return entryEnds(entry).includes(account);
}

/** rippled: RPCHelpers.cpp, getStartHint. */
function pageOf(entry: Readonly<LedgerEntry>, account: AccountId): bigint {
  if (entry.LedgerEntryType === 'RippleState') {
    return (entry.LowLimit.issuer === account ? entry.LowNode : entry.HighNode) ?? 0n;
  }
  return 'OwnerNode' in entry ? entry.OwnerNode : 0n;
}
