/**
 * `account_objects`: the ledger entries that an account owns (rippled: AccountObjects.cpp). Unlike the reference's, a
 * marker is valid for its own account only.
 */

import { accountIdToAddress } from '../../../crypto/address.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import type { DirectoryNode, NFTokenPage } from '../../../protocol/entries/entries.ts';
import { firstNftPageIndex, nftPageById, ownerDirKeylet, pageKeylet } from '../../../protocol/entries/keylets.ts';
import { ownerDigits } from '../../../protocol/entries/nftoken-id.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import { ENTRY_RECORDS, type LedgerEntryTypeName } from '../../../protocol/tables/entry-types.ts';
import { type AccountId, type Hash256, type JsonObject, type StObject, ZERO_HASH } from '../../../protocol/values.ts';
import { pageAfter } from '../../../transactions/nftokens/nftoken-pages.ts';
import type { Steps } from '../../../util/steps.ts';
import { LongList } from '../../json/long-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { expectedField, invalidField } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { directoryMarker, parseDirectoryMarker, tokenPageMarker } from '../../pages/marker.ts';
import { requireEntry } from '../../pages/owned-entries.ts';
import { entryTypeNamed } from '../../params/entry-type-param.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { accountInLedger, entryType, flag, limit, typedText } from '../../params/readers.ts';

const LIMITS = { min: 10, fallback: 200, max: 400 };
/** Entry types that block the deletion of their owner. */
const DELETION_BLOCKERS = Object.keys(ENTRY_RECORDS).filter(
  (name) => ENTRY_RECORDS[name]?.atOwnersDeletion === 'blocks',
);

/** The types of entries to list; undefined for all. With `deletion_blockers_only` the value is not checked. */
const listedTypes: ParamReader<'string', ReadonlySet<string> | undefined, [blockersOnly: boolean]> = {
  type: 'string',
  read: (context, name, blockersOnly) =>
    blockersOnly ? deletionBlockers(context.params) : ownedTypes(entryType.read(context, name)),
};

/** Types to omit; Weir's own parameter. */
const exceptedTypes: ParamReader<'array', ReadonlySet<string>> = {
  type: 'array',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return new Set();
    const { [name]: names } = params;
    if (!Array.isArray(names)) throw expectedField(name, 'array');
    const types = names.map((text) => (typeof text === 'string' ? entryTypeNamed(text) : undefined));
    if (types.includes(undefined)) throw invalidField(name);
    return new Set(types as string[]);
  },
};

export const accountObjects = defineMethod({
  name: 'account_objects',
  role: 'user',
  needs: 'ledger',
  params: [
    { name: 'account', ...accountInLedger(), required: true, text: 'Address of the account.' },
    { name: 'type', ...listedTypes, text: 'Only entries of this type.' },
    { name: 'except', ...exceptedTypes, text: 'Weir only. Omits entries of these types.' },
    { name: 'deletion_blockers_only', ...flag, text: 'Only entries that prevent the deletion of the account.' },
    ...LEDGER_PARAMS,
    { name: 'limit', ...limit(LIMITS), text: 'Maximum number of entries to read (200).' },
    { name: 'marker', ...typedText, text: 'The `marker` of the page before, with the same parameters otherwise.' },
  ],
  *run(context, read) {
    const { account, ledger } = read('account');
    const types = read('type', read('deletion_blockers_only'));
    const excepted = read('except');
    const most = read('limit');
    const start = readMarker(read('marker'), ledger.view, account);
    const view = openLedgerSnapshot(context, ledger.view);
    const isListed = (type: string) => (types === undefined || types.has(type)) && !excepted.has(type);
    const { objects, marker } = yield* collect(view, account, start, most, isListed);
    return {
      ...ledger.fields,
      account: accountIdToAddress(account),
      account_objects: objects.toJson(),
      ...(marker === undefined ? {} : { limit: most, marker }),
    };
  },
});

function deletionBlockers(params: JsonObject): ReadonlySet<string> {
  const isAsked = (name: string) => !hasParam(params, 'type') || params.type === ENTRY_RECORDS[name]?.requestName;
  return new Set(DELETION_BLOCKERS.filter(isAsked));
}

function ownedTypes(type: LedgerEntryTypeName | undefined): ReadonlySet<string> | undefined {
  if (type === undefined) return undefined;
  if (ENTRY_RECORDS[type]?.isUnowned) throw invalidField('type');
  return new Set([type]);
}

/** The start of a page of results. */
type Start = TokenPageStart | DirectoryStart;

/** After this NFToken page: token pages come before the account's directory. */
interface TokenPageStart {
  readonly afterTokenPage: Hash256;
}

/** At this key on this page of the directory. */
interface DirectoryStart {
  readonly directory: Readonly<DirectoryNode> | undefined;
  readonly at: number;
}

/** A zero in place of the directory's page means its start, as in the reference. */
function readMarker(text: string | undefined, view: ReadView, account: AccountId): Start {
  if (text === undefined) return { afterTokenPage: firstNftPageIndex(account) };
  const place = parseDirectoryMarker(text);
  if (place === undefined) throw invalidField('marker');
  const { pageKey, key } = place;
  const root = ownerDirKeylet(account);
  if (pageKey === ZERO_HASH) {
    if (key === ZERO_HASH) return { afterTokenPage: firstNftPageIndex(account) };
    return ownerDigits(key) === account ? { afterTokenPage: key } : { directory: view.read(root), at: 0 };
  }
  const directory = view.read({ type: 'DirectoryNode', key: pageKey });
  const isOurs = directory?.RootIndex === root.key;
  if (directory === undefined || !isOurs || !directory.Indexes.includes(key)) throw invalidField('marker');
  return { directory, at: directory.Indexes.indexOf(key) };
}

interface Page {
  readonly objects: LongList;
  readonly marker: string | undefined;
}

/** Reads at most `limit` entries of any type, listed or not; NFToken pages are read only if listed. */
function* collect(
  view: ReadView,
  account: AccountId,
  start: Start,
  limit: number,
  isListed: (type: string) => boolean,
): Steps<Page> {
  const objects = new LongList();
  const listsPages = isListed('NFTokenPage');
  let count = 0;
  if ('afterTokenPage' in start && listsPages) {
    let lastKey = start.afterTokenPage;
    for (const page of tokenPagesAfter(view, account, start.afterTokenPage)) {
      yield;
      if (count === limit) return { objects, marker: tokenPageMarker(lastKey) };
      objects.push(objectToJson(page as unknown as StObject));
      // Unlike a directory marker, the marker of a token page names the last page that was listed.
      lastKey = page.index;
      count += 1;
    }
  }
  const root = ownerDirKeylet(account);
  let { directory, at } = 'directory' in start ? start : { directory: view.read(root), at: 0 };
  while (directory !== undefined) {
    for (const key of directory.Indexes.slice(at)) {
      yield;
      if (count === limit) return { objects, marker: directoryMarker(directory.index, key) };
      count += 1;
      const entry = requireEntry(view, key);
      if (isListed(entry.LedgerEntryType)) objects.push(objectToJson(entry as unknown as StObject));
    }
    at = 0;
    const next: bigint = directory.IndexNext ?? 0n;
    directory = next === 0n ? undefined : view.read(pageKeylet(root.key, next));
  }
  return { objects, marker: undefined };
}

function* tokenPagesAfter(view: ReadView, owner: AccountId, key: Hash256): Generator<Readonly<NFTokenPage>, void> {
  let page = view.read(pageAfter(view, key, owner));
  while (page !== undefined) {
    yield page;
    page = page.NextPageMin === undefined ? undefined : view.read(nftPageById(page.NextPageMin));
  }
}
