/**
 * `account_objects`: whatever an account owns, as it stands in the ledger (rippled: AccountObjects.cpp). Unlike the
 * reference's, a marker is good for its own account only.
 */

import { accountIdToAddress } from '../../../crypto/address.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import type { DirectoryNode } from '../../../protocol/entries/entries.ts';
import { ownerDirKeylet, pageKeylet } from '../../../protocol/entries/keylets.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import {
  ENTRY_TYPES,
  type LedgerEntryTypeName,
  type LedgerEntryTypeRecord,
} from '../../../protocol/tables/entry-types.ts';
import {
  type AccountId,
  type Hash256,
  type Json,
  type JsonObject,
  type StObject,
  ZERO_HASH,
} from '../../../protocol/values.ts';
import type { Steps } from '../../../util/steps.ts';
import { LongList } from '../../json/long-json.ts';
import { defineMethod, LEDGER_PARAMS } from '../../method/define-method.ts';
import { invalidField } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { directoryMarker, parseDirectoryMarker } from '../../pages/marker.ts';
import { requireEntry } from '../../pages/owned-entries.ts';
import { hasParam } from '../../params/params.ts';
import { accountInLedger, entryType, flag, limit, typedText } from '../../params/readers.ts';

const LIMITS = { min: 10, fallback: 200, max: 400 };
const RECORDS: Readonly<Record<string, LedgerEntryTypeRecord>> = ENTRY_TYPES;
/** What keeps an account from being deleted. */
const DELETION_BLOCKERS = Object.keys(RECORDS).filter((name) => RECORDS[name]?.atOwnersDeletion === 'blocks');

/** The types of entries to list; undefined for all. Any value will do beside `deletion_blockers_only`. */
const listedTypes: ParamReader<'string', ReadonlySet<string> | undefined, [blockersOnly: boolean]> = {
  type: 'string',
  read: (context, name, blockersOnly) =>
    blockersOnly ? deletionBlockers(context.params) : ownedTypes(entryType.read(context, name)),
};

export const accountObjects = defineMethod({
  name: 'account_objects',
  summary: 'Lists the ledger entries that an account owns.',
  role: 'user',
  needs: 'none',
  params: [
    { name: 'account', ...accountInLedger(), required: true, text: 'Address of the account.' },
    { name: 'type', ...listedTypes, text: 'Only entries of this type.' },
    { name: 'deletion_blockers_only', ...flag, text: 'Only what keeps the account from being deleted.' },
    ...LEDGER_PARAMS,
    { name: 'limit', ...limit(LIMITS), text: 'Most entries to look at (200).' },
    { name: 'marker', ...typedText, text: 'Where the last page ended.' },
  ],
  *run(context, read) {
    const { account, ledger } = read('account');
    const types = read('type', read('deletion_blockers_only'));
    const most = read('limit');
    const start = readMarker(read('marker'), ledger.view, account);
    const view = openLedgerSnapshot(context, ledger.view);
    const { objects, marker } = yield* collect(view, account, start, most, types);
    return {
      ...ledger.fields,
      account: accountIdToAddress(account),
      account_objects: objects,
      ...(marker === undefined ? {} : { limit: most, marker }),
    };
  },
});

function deletionBlockers(params: JsonObject): ReadonlySet<string> {
  const isAsked = (name: string) => !hasParam(params, 'type') || params.type === RECORDS[name]?.requestName;
  return new Set(DELETION_BLOCKERS.filter(isAsked));
}

function ownedTypes(type: LedgerEntryTypeName | undefined): ReadonlySet<string> | undefined {
  if (type === undefined) return undefined;
  if (RECORDS[type]?.isUnowned) throw invalidField('type');
  return new Set([type]);
}

/** Where a page of results starts: this key on this page of the directory. */
interface Start {
  readonly directory: Readonly<DirectoryNode>;
  readonly key: Hash256;
}

/** A marker that begins with a zero page means the start, as in the reference. */
function readMarker(text: string | undefined, view: ReadView, account: AccountId): Start | undefined {
  if (text === undefined) return undefined;
  const place = parseDirectoryMarker(text);
  if (place === undefined) throw invalidField('marker');
  const { pageKey, key } = place;
  if (pageKey === ZERO_HASH) return undefined;
  const directory = view.read({ type: 'DirectoryNode', key: pageKey });
  const isOurs = directory?.RootIndex === ownerDirKeylet(account).key;
  if (directory === undefined || !isOurs || !directory.Indexes.includes(key)) throw invalidField('marker');
  return { directory, key };
}

/** At most `limit` entries of the directory, whether or not their type is asked for. */
function* collect(
  view: ReadView,
  account: AccountId,
  start: Start | undefined,
  limit: number,
  types: ReadonlySet<string> | undefined,
): Steps<{ readonly objects: Json; readonly marker: string | undefined }> {
  const objects = new LongList();
  const root = ownerDirKeylet(account);
  let directory = start?.directory ?? view.read(root);
  let first = start === undefined ? 0 : start.directory.Indexes.indexOf(start.key);
  let seen = 0;
  while (directory !== undefined) {
    for (const key of directory.Indexes.slice(first)) {
      yield;
      if (seen === limit) return { objects: objects.toJson(), marker: directoryMarker(directory.index, key) };
      seen += 1;
      const entry = requireEntry(view, key);
      if (types === undefined || types.has(entry.LedgerEntryType)) {
        objects.push(objectToJson(entry as unknown as StObject));
      }
    }
    first = 0;
    const next: bigint = directory.IndexNext ?? 0n;
    directory = next === 0n ? undefined : view.read(pageKeylet(root.key, next));
  }
  return { objects: objects.toJson(), marker: undefined };
}
