/** Equality of field values: by content, at any depth. */
import type { FieldValue } from '../protocol/values.ts';

/** True if both are absent, or both are equal in every part. Keys whose value is undefined count as absent. */
export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    return one.every((element, i) => isSameValue(element as FieldValue, other[i] as FieldValue));
  }
  const a = one as Readonly<Record<string, FieldValue | undefined>>;
  const b = other as Readonly<Record<string, FieldValue | undefined>>;
  for (const key in a) if (!isSameValue(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}
