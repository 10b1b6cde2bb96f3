/**
 * Which fields a transaction, ledger entry or inner object may and must have. The data is in the records of the types
 * (`transaction-types.ts`, `entry-types.ts`) and in `format-fields.ts`, the check of an object against its format in
 * `template-check.ts`.
 */
import { ENTRY_TYPES } from './entry-types.ts';
import type { FieldName } from './fields.ts';
import { ENTRY_COMMON_FIELDS, INNER_OBJECT_FIELDS, TRANSACTION_COMMON_FIELDS } from './format-fields.ts';
import { TRANSACTION_TYPES } from './transaction-types.ts';

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
