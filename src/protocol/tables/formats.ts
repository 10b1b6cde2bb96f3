/**
 * Which fields a transaction, ledger entry or inner object may and must have. The data is in the records of the types
 * (`transaction-types.ts`, `entry-types.ts`) and in `format-fields.ts`, the check of an object against its format in
 * `template-check.ts`.
 *
 * Names and numbers of transaction types and ledger entry types. In memory and in JSON the name stands, on the wire
 * the number; the codec is the only place that needs the numbers.
 */
import { ENTRY_TYPES, type LedgerEntryTypeName } from './entry-types.ts';
import type { FieldName } from './fields.ts';
import { ENTRY_COMMON_FIELDS, INNER_OBJECT_FIELDS, TRANSACTION_COMMON_FIELDS } from './format-fields.ts';
import { TRANSACTION_TYPES, type TransactionTypeName } from './transaction-types.ts';

export interface FormatField {
  readonly name: FieldName;
  /** `default`: may be absent, and must not be present with its default value. */
  readonly presence: 'required' | 'optional' | 'default';
  /** True when the field may hold a multi-purpose token; says nothing of fields that hold no asset. */
  readonly supportsMpt: boolean;
}

export interface Format {
  /** In the reference's order: own fields, then the common ones. */
  readonly fields: readonly FormatField[];
  readonly byName: ReadonlyMap<string, FormatField>;
}

const transactionFormats = createFormats(fieldsByType(TRANSACTION_TYPES), TRANSACTION_COMMON_FIELDS);
const entryFormats = createFormats(fieldsByType(ENTRY_TYPES), ENTRY_COMMON_FIELDS);
const innerFormats = createFormats(INNER_OBJECT_FIELDS, '');

/** The format of a transaction type; undefined for a name that is none. */
export function transactionFormat(transactionType: string): Format | undefined {
  return transactionFormats.get(transactionType);
}

/** The format of a ledger entry type; undefined for a name that is none. */
export function entryFormat(entryType: string): Format | undefined {
  return entryFormats.get(entryType);
}

/** The format of the object that a field holds; undefined when any fields are allowed there. */
export function innerFormat(fieldName: string): Format | undefined {
  return innerFormats.get(fieldName);
}

/** The texts of the own fields, by type. */
export function fieldsByType(
  records: Readonly<Record<string, { readonly fields: string }>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(records).map(([name, { fields }]) => [name, fields]));
}

function createFormats(own: Readonly<Record<string, string>>, common: string): ReadonlyMap<string, Format> {
  return new Map(Object.entries(own).map(([name, fields]) => [name, parseFormat(`${fields} ${common}`)]));
}

function parseFormat(text: string): Format {
  const fields = formatFields(text);
  return { fields, byName: new Map(fields.map((field) => [field.name, field])) };
}

/** The fields that a format's text lists, in its order. */
export function formatFields(text: string): FormatField[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(parseField);
}

function parseField(word: string): FormatField {
  const name = word.replace(/[?=+]+$/, '') as FieldName;
  const marks = word.slice(name.length);
  const presence = marks.includes('?') ? 'optional' : marks.includes('=') ? 'default' : 'required';
  return { name, presence, supportsMpt: marks.includes('+') };
}

const transactionCodes = codesOf(TRANSACTION_TYPES);
const transactionNames = namesOf<TransactionTypeName>(TRANSACTION_TYPES);
const entryCodes = codesOf(ENTRY_TYPES);
const entryNames = namesOf<LedgerEntryTypeName>(ENTRY_TYPES);

/** The wire number of a transaction type, or undefined for a name that is none. */
export function transactionTypeCode(name: string): number | undefined {
  return transactionCodes.get(name);
}

/** The name of a transaction type, or undefined for an unassigned number. */
export function transactionTypeName(code: number): TransactionTypeName | undefined {
  return transactionNames.get(code);
}

/** Every transaction type. */
export function transactionTypeNames(): readonly TransactionTypeName[] {
  return [...transactionNames.values()];
}

/** The wire number of a ledger entry type, or undefined for a name that is none. */
export function ledgerEntryTypeCode(name: string): number | undefined {
  return entryCodes.get(name);
}

/** The name of a ledger entry type, or undefined for an unassigned number. */
export function ledgerEntryTypeName(code: number): LedgerEntryTypeName | undefined {
  return entryNames.get(code);
}

type Records<Name extends string> = Readonly<Record<Name, { readonly code: number }>>;

function codesOf(records: Records<string>): ReadonlyMap<string, number> {
  return new Map(Object.entries(records).map(([name, { code }]) => [name, code]));
}

function namesOf<Name extends string>(records: Records<Name>): ReadonlyMap<number, Name> {
  return new Map((Object.keys(records) as Name[]).map((name) => [records[name].code, name]));
}
