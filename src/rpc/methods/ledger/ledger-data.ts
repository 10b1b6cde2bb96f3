/** `ledger_data`: the whole state of a ledger, page by page in the order of the keys (rippled: LedgerData.cpp). */
import type { ReadView } from '../../../ledger/read-view.ts';
import { encodeObject } from '../../../protocol/codec/encode.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import { type Hash256, type Json, type JsonObject, type StObject, ZERO_HASH } from '../../../protocol/values.ts';
import { bytesToHex } from '../../../util/hex.ts';
import type { Steps } from '../../../util/steps.ts';
import { binaryHeaderJson, closedHeaderJson, openHeaderJson } from '../../json/ledger-header-json.ts';
import { LongList } from '../../json/long-json.ts';
import type { Role, RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { expectedField } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { keyMarker, parseKeyMarker } from '../../pages/marker.ts';
import { requireEntry } from '../../pages/owned-entries.ts';
import { intParam } from '../../params/convert-param.ts';
import { LEDGER_PARAMS, type LedgerLookup, lookupLedger } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { entryType, typedFlag } from '../../params/readers.ts';

const PAGE_LENGTH = 256;
const BINARY_PAGE_LENGTH = 2048;

/** A signed integer, or true or false for 1 or 0. */
const signedLimit: ParamReader<'integer', number | undefined> = {
  type: 'integer',
  read: ({ params }) => {
    if (!hasParam(params, 'limit')) return undefined;
    const { limit } = params;
    const value = typeof limit === 'number' || typeof limit === 'boolean' ? intParam(params, 'limit') : undefined;
    if (value === undefined || value !== Number(limit)) throw expectedField('limit', 'integer');
    return value;
  },
};

/** The ledger that the request names, or that its marker belongs to. */
const ledgerOfPages: ParamReader<'string or integer', LedgerLookup> = {
  type: 'string or integer',
  read: (context) => {
    const pinned = pinnedLedger(context.params);
    return lookupLedger(pinned === undefined ? context : { ...context, params: { ledger_index: pinned } });
  },
};

/** The key after which the page begins. */
const placeInKeys: ParamReader<'string', Hash256 | undefined> = {
  type: 'string',
  read: ({ params }, name) => {
    if (params[name] === undefined) return undefined;
    const place = parseKeyMarker(params[name]);
    if (place === undefined) throw expectedField(name, 'valid');
    return place.key;
  },
};

/** True for a request whose ledger changes with the next close, unless a marker fixes it. */
function namesNewest({ ledger_index: index, ledger }: JsonObject): boolean {
  return ['validated', 'closed'].includes((index ?? ledger) as string);
}

/**
 * The ledger of the marker. The reference's markers are only keys, so its pages of the newest ledger mix several
 * ledgers when a new one closes. Weir's markers include the ledger, so all pages are of the first page's ledger.
 */
function pinnedLedger(params: JsonObject): number | undefined {
  const index = parseKeyMarker(params.marker)?.ledgerIndex;
  if (index === undefined) return undefined;
  if (!namesNewest(params) && params.ledger_index !== index) throw expectedField('marker', 'valid');
  return index;
}

export const ledgerData = defineMethod({
  name: 'ledger_data',
  role: 'user',
  needs: 'ledger',
  params: [
    LEDGER_PARAMS[0],
    { ...LEDGER_PARAMS[1], ...ledgerOfPages },
    { name: 'type', ...entryType, text: 'Only entries of this type.' },
    { name: 'binary', ...typedFlag, text: 'Hex instead of JSON.' },
    { name: 'limit', ...signedLimit, text: 'Maximum number of entries to read (256, 2048 in hex).' },
    { name: 'marker', ...placeInKeys, text: 'The `marker` of the page before, with the same parameters otherwise.' },
  ],
  *run(context, read) {
    const { params } = context;
    const ledger = read('ledger_index');
    const after = read('marker');
    const binary = read('binary');
    const limit = pageLength(read('limit'), binary, context.role);
    const type = read('type');
    const view = openLedgerSnapshot(context, ledger.view);
    const { state, marker } = yield* collect(view, after ?? ZERO_HASH, limit, binary, type);
    return {
      ...ledger.fields,
      // The reference names the parent's hash for the open ledger, which has none of its own.
      ledger_hash: ledger.header?.hash ?? ledger.view.parentHash,
      ledger_index: ledger.view.ledgerIndex,
      ...(after === undefined ? { ledger: headerJson(context, ledger, binary) } : {}),
      state,
      ...(marker === undefined
        ? {}
        : { marker: keyMarker(marker, namesNewest(params) ? ledger.view.ledgerIndex : undefined) }),
    };
  },
});

/** A negative limit means the default page size; only admins get longer pages. */
function pageLength(limit: number | undefined, binary: boolean, role: Role): number {
  const longest = binary ? BINARY_PAGE_LENGTH : PAGE_LENGTH;
  if (limit === undefined || limit < 0) return longest;
  return limit > longest && role !== 'admin' ? longest : limit;
}

function headerJson({ apiVersion }: RpcContext, { header, view }: LedgerLookup, binary: boolean): JsonObject {
  if (binary) return binaryHeaderJson(header);
  return header === undefined ? openHeaderJson(view, apiVersion) : closedHeaderJson(header, apiVersion);
}

/** Reads at most `limit` entries after the key, of any type, listed or not. */
function* collect(
  view: ReadView,
  after: Hash256,
  limit: number,
  binary: boolean,
  type: string | undefined,
): Steps<{ readonly state: Json; readonly marker: Hash256 | undefined }> {
  const state = new LongList();
  let seen = 0;
  for (let key = view.nextKey(after); key !== undefined; key = view.nextKey(key)) {
    yield;
    if (seen === limit) return { state: state.toJson(), marker: keyBefore(key) };
    seen += 1;
    const entry = requireEntry(view, key);
    if (type !== undefined && entry.LedgerEntryType !== type) continue;
    const object = entry as unknown as StObject;
    state.push(binary ? { data: bytesToHex(encodeObject(object)), index: key } : objectToJson(object));
  }
  return { state: state.toJson(), marker: undefined };
}

/** The key just below the next entry's: the page continues even if that entry is deleted by then. */
function keyBefore(key: Hash256): Hash256 {
  return (BigInt(`0x${key}`) - 1n).toString(16).padStart(64, '0').toUpperCase();
}
