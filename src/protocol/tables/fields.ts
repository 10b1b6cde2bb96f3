/** Lookups in the field table: by name, as JSON and our objects have it, and by type and number, as the wire has it. */
import { FIELD_ROWS, FIELD_TYPE_CODES, type FieldTraits, type FieldType, type MetadataRule } from './field-table.ts';

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
