/**
 * Lookups in the field table: by name, as JSON and our objects have it, and by type and number, as the wire has it.
 *
 * Which fields a transaction, ledger entry or inner object may and must have. The data is in the records of the types
 * (`transaction-types.ts`, `entry-types.ts`) and in `format-fields.ts`, the check of an object against its format in
 * `transaction.ts`.
 *
 * Names and numbers of transaction types and ledger entry types. In memory and in JSON the name stands, on the wire
 * the number; the codec is the only place that needs the numbers.
 */
import { ENTRY_TYPES, type LedgerEntryTypeName } from './entry-types.ts';
import { FIELD_ROWS, FIELD_TYPE_CODES, type FieldTraits, type FieldType, type MetadataRule } from './field-table.ts';
import { ENTRY_COMMON_FIELDS, INNER_OBJECT_FIELDS, TRANSACTION_COMMON_FIELDS } from './format-fields.ts';
import { TRANSACTION_TYPES, type TransactionTypeName } from './transaction-types.ts';

/** Every field's name. */
export type FieldName = (typeof FIELD_ROWS)[number][0];

/** Bits of `Field.metadata`: when the field's value goes into metadata (kSmd… in SField.h). */
export const METADATA_BITS = { changeOrig: 1, changeNew: 2, deleteFinal: 4, create: 8, always: 16 } as const;

export interface Field {
  readonly name: FieldName;
  readonly type: FieldType;
  readonly typeCode: number;
  /** The field's number within its type. */
  readonly nth: number;
  /** `typeCode * 65536 + nth`: fields are serialized in ascending order of it. */
  readonly order: number;
  /** False for what exists in JSON only (`hash`, `index`). */
  readonly isSerialized: boolean;
  /** False for signatures: they are left out of what is signed. */
  readonly isSigning: boolean;
  /** True when a length precedes the value on the wire. */
  readonly isVl: boolean;
  /** `METADATA_BITS` that apply. */
  readonly metadata: number;
  /** A UInt64 that JSON shows in decimal instead of hex. */
  readonly baseTen: boolean;
  /** A Number that takes its precision from the asset of the entry it stands in. */
  readonly needsAsset: boolean;
  /** Its presence in an AccountRoot makes that account a pseudo-account. */
  readonly pseudoAccount: boolean;
  /** The one to three bytes that announce the field on the wire; empty for one that is not serialized. */
  readonly header: Uint8Array;
}

const DEFAULT_METADATA =
  METADATA_BITS.changeOrig | METADATA_BITS.changeNew | METADATA_BITS.deleteFinal | METADATA_BITS.create;
const VL_TYPES: ReadonlySet<FieldType> = new Set(['Blob', 'AccountID', 'Vector256']);
/** Wire types and numbers are one byte each; the highest serialized type is far below this. */
const NUMBERS_PER_TYPE = 256;

/** All fields in canonical order. */
export const FIELDS: readonly Field[] = FIELD_ROWS.map(
  ([name, type, nth, traits]: readonly [FieldName, FieldType, number, FieldTraits?]) =>
    createField(name, type, nth, traits ?? {}),
);

const byName = new Map<string, Field>(FIELDS.map((field) => [field.name, field]));
const byHeader: (Field | undefined)[] = [];
for (const field of FIELDS) if (field.isSerialized) byHeader[field.typeCode * NUMBERS_PER_TYPE + field.nth] = field;

/** The field of that name, or undefined. Names are case-sensitive. */
export function fieldByName(name: string): Field | undefined {
  return byName.get(name);
}

/** The serialized field of that type code and number, or undefined. */
export function fieldByHeader(typeCode: number, nth: number): Field | undefined {
  return nth < NUMBERS_PER_TYPE ? byHeader[typeCode * NUMBERS_PER_TYPE + nth] : undefined;
}

function createField(name: FieldName, type: FieldType, nth: number, traits: FieldTraits): Field {
  const typeCode = FIELD_TYPE_CODES[type];
  const isSerialized = typeCode > 0 && nth > 0 && nth < NUMBERS_PER_TYPE;
  return {
    name,
    type,
    typeCode,
    nth,
    order: typeCode * 65536 + nth,
    isSerialized,
    isSigning: traits.notSigning !== true,
    isVl: VL_TYPES.has(type),
    metadata: metadataBits(traits.metadata),
    baseTen: traits.baseTen === true,
    needsAsset: traits.needsAsset === true,
    pseudoAccount: traits.pseudoAccount === true,
    header: isSerialized ? wireHeader(typeCode, nth) : new Uint8Array(0),
  };
}

function metadataBits(rules: readonly MetadataRule[] | undefined): number {
  if (rules === undefined) return DEFAULT_METADATA;
  return rules.reduce((bits, rule) => bits | METADATA_BITS[rule], 0);
}

/** Types and numbers below 16 share the first byte; each other one takes a byte of its own. */
function wireHeader(typeCode: number, nth: number): Uint8Array {
  const bytes = [(typeCode < 16 ? typeCode << 4 : 0) | (nth < 16 ? nth : 0)];
  if (typeCode >= 16) bytes.push(typeCode);
  if (nth >= 16) bytes.push(nth);
  return Uint8Array.of(...bytes);
}

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

/** The format of a transaction type; undefined for a name that is none. */
export const transactionFormat = formatReader(fieldsByType(TRANSACTION_TYPES), TRANSACTION_COMMON_FIELDS);

/** The format of a ledger entry type; undefined for a name that is none. */
export const entryFormat = formatReader(fieldsByType(ENTRY_TYPES), ENTRY_COMMON_FIELDS);

/** The format of the object that a field holds; undefined when any fields are allowed there. */
export const innerFormat = formatReader(INNER_OBJECT_FIELDS, '');

/** The texts of the own fields, by type. */
export function fieldsByType(
  records: Readonly<Record<string, { readonly fields: string }>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(records).map(([name, { fields }]) => [name, fields]));
}

/** Formats are read when they are first asked for: there are many, and a server may never need most of them. */
function formatReader(own: Readonly<Record<string, string>>, common: string): (name: string) => Format | undefined {
  const formats = new Map<string, Format>();
  return (name) => {
    const known = formats.get(name);
    if (known !== undefined || !Object.hasOwn(own, name)) return known;
    const format = parseFormat(`${own[name]} ${common}`);
    formats.set(name, format);
    return format;
  };
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
