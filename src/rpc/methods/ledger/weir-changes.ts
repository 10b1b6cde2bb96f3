/** `weir_changes`: the entries that differ between two ledgers. Weir's own; the reference has none. */
import type { LedgerEntry } from '../../../protocol/entries/entries.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import type { JsonObject, StObject } from '../../../protocol/values.ts';
import { LongList } from '../../json/long-json.ts';
import { type ChangedEntry, type ChangePlace, readChanges } from '../../ledgers/changed-entries.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidField, missingField, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { keyMarker, parseKeyMarker } from '../../pages/marker.ts';
import { hasParam } from '../../params/params.ts';
import { entryType, limit, strictUint } from '../../params/readers.ts';

const LIMITS = { min: 1, fallback: 50, max: 200 };

/** The index of a ledger that the server has. */
const storedLedger: ParamReader<'integer', number | undefined> = {
  type: 'integer',
  read: (context, name) => {
    const index = strictUint.read(context, name);
    const { store, validated } = context.reader;
    const isThere = index === undefined || (index <= validated.ledgerIndex && store.header(index) !== undefined);
    if (!isThere) throw new RpcError('lgrNotFound', 'ledgerNotFound');
    return index;
  },
};

/** The range must be the request's. */
const changePlace: ParamReader<'string', ChangePlace | undefined, [from: number, to: number]> = {
  type: 'string',
  read: ({ params }: RpcContext, name, from, to) => {
    if (!hasParam(params, name)) return undefined;
    const { key, ledgerIndex = 0 } = parseKeyMarker(params[name]) ?? {};
    if (key === undefined || ledgerIndex <= from || ledgerIndex > to) throw invalidField(name);
    return { key, ledgerIndex };
  },
};

export const weirChanges = defineMethod({
  name: 'weir_changes',
  role: 'user',
  needs: 'nothing',
  params: [
    { name: 'ledger_index_min', ...storedLedger, required: true, text: 'The earlier ledger.' },
    { name: 'ledger_index_max', ...storedLedger, text: 'The later ledger (the newest).' },
    { name: 'type', ...entryType, text: 'Only entries of this type.' },
    { name: 'limit', ...limit(LIMITS), text: 'Maximum number of entries (50). A page may be shorter, or empty.' },
    { name: 'marker', ...changePlace, text: 'The `marker` of the page before, with the same parameters otherwise.' },
  ],
  *run(context, read) {
    const { reader } = context;
    const from = read('ledger_index_min');
    if (from === undefined) throw missingField('ledger_index_min');
    const to = read('ledger_index_max') ?? reader.validated.ledgerIndex;
    if (to < from) throw invalidField('ledger_index_max');
    const type = read('type');
    const most = read('limit');
    const after = read('marker', from, to);
    const page = yield* readChanges(reader.store, { from, to, type, limit: most, after });
    const changes = new LongList();
    for (const change of page.changes) changes.push(describe(change));
    const { next } = page;
    return {
      ledger_index_min: from,
      ledger_index_max: to,
      changes: changes.toJson(),
      limit: most,
      // The lowest ledger searched so far.
      ledger_index_reached: next?.ledgerIndex ?? from,
      ...(next === undefined ? {} : { marker: keyMarker(next.key, next.ledgerIndex) }),
    };
  },
});

function describe({ key, ledgerIndex, before, after }: ChangedEntry): JsonObject {
  const change = before === undefined ? 'created' : after === undefined ? 'deleted' : 'modified';
  return {
    index: key,
    LedgerEntryType: (after ?? before)!.LedgerEntryType,
    change,
    ledger_index: ledgerIndex,
    ...(before === undefined ? {} : { before: entryJson(before) }),
    ...(after === undefined ? {} : { after: entryJson(after) }),
  };
}

function entryJson(entry: LedgerEntry): JsonObject {
  return objectToJson(entry as unknown as StObject);
}
