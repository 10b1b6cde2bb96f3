/**
 * The serialization definitions for client libraries, generated from the server's own tables (rippled:
 * ServerDefinitions.cpp). A client that already has the definitions with this hash need not load them again.
 */

import { sha512HalfHex } from '../../crypto/hash.ts';
import { ENTRY_TYPES } from '../../protocol/tables/entry-types.ts';
import { FIELD_TYPE_CODES } from '../../protocol/tables/field-table.ts';
import { FIELDS, type Field } from '../../protocol/tables/fields.ts';
import { AccountSetFlags, EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { ENTRY_COMMON_FIELDS, TRANSACTION_COMMON_FIELDS } from '../../protocol/tables/format-fields.ts';
import { type FormatField, fieldsByType, formatFields } from '../../protocol/tables/formats.ts';
import { terCodes } from '../../protocol/tables/ter.ts';
import { TRANSACTION_TYPES } from '../../protocol/tables/transaction-types.ts';
import { ledgerEntryTypeCode, transactionTypeCode } from '../../protocol/tables/type-codes.ts';
import type { Hash256, Json, JsonObject } from '../../protocol/values.ts';

export interface Definitions {
  readonly hash: Hash256;
  readonly json: JsonObject;
}

const ENTRY_FIELDS = fieldsByType(ENTRY_TYPES);
const TRANSACTION_FIELDS = fieldsByType(TRANSACTION_TYPES);

let definitions: Definitions | undefined;

/** The definitions, generated at the first request. */
export function serverDefinitions(): Definitions {
  definitions ??= createDefinitions();
  return definitions;
}

function createDefinitions(): Definitions {
  const json: JsonObject = {
    ACCOUNT_SET_FLAGS: AccountSetFlags,
    FIELDS: [...MARKERS, ...FIELDS.map(describeField)],
    LEDGER_ENTRY_FLAGS: entryFlags(),
    LEDGER_ENTRY_FORMATS: formats(ENTRY_FIELDS, ENTRY_COMMON_FIELDS),
    LEDGER_ENTRY_TYPES: typeCodes(ENTRY_FIELDS, ledgerEntryTypeCode),
    TRANSACTION_FLAGS: TransactionFlags,
    TRANSACTION_FORMATS: formats(TRANSACTION_FIELDS, TRANSACTION_COMMON_FIELDS),
    TRANSACTION_RESULTS: terCodes(),
    TRANSACTION_TYPES: typeCodes(TRANSACTION_FIELDS, transactionTypeCode),
    TYPES: { ...FIELD_TYPE_CODES, Done: -1, NotPresent: 0 },
  };
  // The hash covers the text that the reference's FastWriter makes: names in order.
  const hash = sha512HalfHex(Buffer.from(JSON.stringify(sorted(json))));
  return { hash, json: { ...json, hash } };
}

/** By type, with a shorter name for directories and a separate group for `MutableFlags`. */
function entryFlags(): JsonObject {
  const { DirectoryNode: DirNode, ...others } = EntryFlags;
  const groups: JsonObject = { ...others, DirNode, MPTokenIssuanceMutable: ENTRY_TYPES.MPTokenIssuance.mutableFlags };
  return Object.fromEntries(Object.entries(groups).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Fields that are not in the field table: end markers, and two names of order books that exist in JSON only. */
const MARKERS: readonly Json[] = [
  fieldRow('Invalid', { nth: -1, isVl: false, isSerialized: false, isSigning: false }, 'Unknown'),
  fieldRow('ObjectEndMarker', { nth: 1, isVl: false, isSerialized: true, isSigning: true }, 'STObject'),
  fieldRow('ArrayEndMarker', { nth: 1, isVl: false, isSerialized: true, isSigning: true }, 'STArray'),
  fieldRow('taker_gets_funded', { nth: 258, isVl: false, isSerialized: false, isSigning: false }, 'Amount'),
  fieldRow('taker_pays_funded', { nth: 259, isVl: false, isSerialized: false, isSigning: false }, 'Amount'),
];

/** The reference counts by the type and by two names whether a field is serialized, and by its number whether it is signed. */
function describeField({ name, nth, isVl, isSigning, type, typeCode }: Field): Json {
  const isSerialized = typeCode < FIRST_WHOLE_OBJECT_TYPE && name !== 'hash' && name !== 'index';
  return fieldRow(name, { nth, isVl, isSerialized, isSigning: isSigning && nth < FIRST_JSON_ONLY_NUMBER }, type);
}

function fieldRow(name: string, field: Pick<Field, 'nth' | 'isVl' | 'isSerialized' | 'isSigning'>, type: string): Json {
  const { nth, isVl, isSerialized, isSigning } = field;
  return [name, { nth, isVLEncoded: isVl, isSerialized, isSigningField: isSigning, type }];
}

const FIRST_WHOLE_OBJECT_TYPE = 10_000;
const FIRST_JSON_ONLY_NUMBER = 256;
const OPTIONALITY = { required: 0, optional: 1, default: 2 } as const;

function formats(own: Readonly<Record<string, string>>, common: string): JsonObject {
  const json: Record<string, Json> = { common: formatFields(common).map(formatRow) };
  for (const [name, fields] of Object.entries(own)) json[name] = formatFields(fields).map(formatRow);
  return json;
}

function formatRow({ name, presence }: FormatField): Json {
  return { name, optionality: OPTIONALITY[presence] };
}

function typeCodes(
  formatsByName: Readonly<Record<string, string>>,
  codeOf: (name: string) => number | undefined,
): JsonObject {
  const json: Record<string, Json> = { Invalid: -1 };
  for (const name of Object.keys(formatsByName)) json[name] = codeOf(name)!;
  return json;
}

/** The same value with all object members sorted by name. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, sorted((value as JsonObject)[name]!)]));
}
