/** Ledger entry types by their names in requests (rippled: ledger_entries.macro, chooseLedgerEntryType). */
import { ENTRY_TYPES, type LedgerEntryTypeName } from '../../protocol/tables/entry-types.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { expectedField, invalidField } from '../method/errors.ts';
import { hasParam } from './params.ts';

type EntryTypeByRequestName = {
  readonly [Name in LedgerEntryTypeName as (typeof ENTRY_TYPES)[Name]['requestName']]: Name;
};

/** Name in requests → type, in the order of the names. */
export const ENTRY_TYPE_BY_REQUEST_NAME = Object.fromEntries(
  Object.entries(ENTRY_TYPES)
    .map(([type, { requestName }]) => [requestName, type] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
) as unknown as EntryTypeByRequestName;

const byRequestName = new Map<string, LedgerEntryTypeName>(Object.entries(ENTRY_TYPE_BY_REQUEST_NAME));
const byLowerCaseName = new Map(Array.from(byRequestName.values(), (type) => [type.toLowerCase(), type]));

/** The type that `type` names; undefined when absent. */
export function entryTypeParam(params: JsonObject): LedgerEntryTypeName | undefined {
  if (!hasParam(params, 'type')) return undefined;
  const { type: text } = params;
  if (typeof text !== 'string') throw expectedField('type', 'string');
  const type = entryTypeNamed(text);
  if (type === undefined) throw invalidField('type');
  return type;
}

/** The type with this name in any letter case, or with this request name. */
export function entryTypeNamed(text: string): LedgerEntryTypeName | undefined {
  return byLowerCaseName.get(text.toLowerCase()) ?? byRequestName.get(text);
}
