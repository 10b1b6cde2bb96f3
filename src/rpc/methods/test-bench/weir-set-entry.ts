/**
 * `weir_set_entry`: creates, changes or deletes a ledger entry. The invariants of transactions are checked, except
 * those that the request names. On a test bench only; Weir's own.
 */
import { BrokenInvariantsError, EditError, type EntryEdit } from '../../../node/test-bench/entry-edit.ts';
import type { Hash256, Json, JsonObject } from '../../../protocol/values.ts';
import { defineMethod } from '../../method/define-method.ts';
import { expectedField, invalidField, invalidParams, missingField, RpcError } from '../../method/errors.ts';
import { explainFailedClose } from '../../method/failed-close.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { isJsonObject } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { parseHash } from '../../params/parse-hash.ts';
import { strictFlag, strictHash } from '../../params/readers.ts';
import { entryFromJson, OWN_ENTRIES } from '../../test-bench/entry-json.ts';
import { requireTestBench } from '../../test-bench/require-test-bench.ts';

const entryObject: ParamReader<'object', JsonObject | undefined> = {
  type: 'object',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return undefined;
    const value = params[name];
    if (!isJsonObject(value)) throw expectedField(name, 'object');
    return value;
  },
};

const names: ParamReader<'array', readonly string[]> = {
  type: 'array',
  read: ({ params }, name) => {
    const value: Json = hasParam(params, name) ? (params[name] as Json) : [];
    if (!Array.isArray(value)) throw expectedField(name, 'array');
    const other = value.findIndex((one) => typeof one !== 'string');
    if (other >= 0) throw expectedField(`${name}[${other}]`, 'string');
    return value as readonly string[];
  },
};

export const weirSetEntry = defineMethod({
  name: 'weir_set_entry',
  role: 'admin',
  needs: 'this server',
  params: [
    {
      name: 'entry',
      ...entryObject,
      text: 'The entry as `ledger_entry` shows it, with `LedgerEntryType` and `index`. One of this and `remove` is required.',
    },
    { name: 'index', ...strictHash, text: 'Its key, if `entry` does not contain it.' },
    { name: 'remove', ...strictFlag, text: 'True: remove the entry of that key.' },
    {
      name: 'override',
      ...names,
      text: 'Names of the invariants that the change may break, as the refusal lists them.',
    },
  ],
  async run(context, read) {
    const { bench, engine } = requireTestBench(context);
    const json = read('entry');
    const isRemoval = read('remove') === true;
    if (isRemoval === (json !== undefined)) throw invalidParams("One of fields 'entry' and 'remove' is required.");
    const key = keyOf(read('index'), json);
    const overrides = read('override');
    const entry = json === undefined ? undefined : entryFromJson(json, key);
    if (isRemoval && engine.openLedger.view.readAny(key) === undefined) throw new RpcError('entryNotFound');
    const existing = engine.view(engine.validated.ledgerIndex)?.readAny(key)?.LedgerEntryType;
    if (existing !== undefined && OWN_ENTRIES.has(existing)) {
      throw invalidField('index').because(`The ledger keeps its ${existing} itself.`);
    }
    const edit: EntryEdit = { key, entry, overrides };
    const { ledgerIndex, hash } = await bench.setEntry(edit).catch(explain);
    return { index: key, ledger_index: ledgerIndex, ledger_hash: hash };
  },
});

function keyOf(index: Hash256 | undefined, entry: JsonObject | undefined): Hash256 {
  const named = entry?.index;
  if (named === undefined) {
    if (index === undefined) throw missingField('index');
    return index;
  }
  const key = typeof named === 'string' ? parseHash(named) : undefined;
  if (key === undefined) throw invalidField('entry.index');
  if (index !== undefined && index !== key) throw invalidField('index').because('The entry has another one.');
  return key;
}

function explain(error: unknown): never {
  if (error instanceof EditError) throw invalidField('entry').because(error.message);
  if (error instanceof BrokenInvariantsError) {
    const list = error.invariants.join(', ');
    throw invalidField('entry').because(`The change breaks ${list}: name them in 'override' if it is to be made.`);
  }
  explainFailedClose(error);
}
