/** Dispatch tables: one entry a wire type, found by the type's code in one array access. */
import { FIELD_TYPE_CODES, type FieldType } from '../tables/field-table.ts';

/** The values as a list indexed by type code; undefined where the record has no such type. */
export function byTypeCode<Value>(values: Partial<Record<FieldType, Value>>): readonly (Value | undefined)[] {
  const list: (Value | undefined)[] = new Array(FIELD_TYPE_CODES.Currency + 1).fill(undefined);
  for (const [type, value] of Object.entries(values)) list[FIELD_TYPE_CODES[type as FieldType]] = value;
  return list;
}
