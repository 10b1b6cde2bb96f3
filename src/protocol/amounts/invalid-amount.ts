/** Amounts that exceed what their kind can hold (rippled: STAmount.cpp, hasInvalidAmount). */
import { fieldByName } from '../tables/fields.ts';
import type { FieldValue, StObject } from '../values.ts';
import { MAX_MPT_VALUE, TOTAL_DROPS } from './amount-math.ts';

/** True if an amount anywhere in the object is out of range. */
export function hasInvalidAmount(object: StObject): boolean {
  for (const name in object) if (isInvalidAmount(name, object[name])) return true;
  return false;
}

function isInvalidAmount(name: string, value: FieldValue | undefined): boolean {
  if (typeof value === 'bigint') {
    const isTooLarge = value > TOTAL_DROPS || value < -TOTAL_DROPS;
    return isTooLarge && fieldByName(name)?.type === 'Amount';
  }
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some((element) => isObject(element) && hasInvalidAmount(element));
  if ('mptIssuanceId' in value && 'value' in value) {
    const amount = value.value as bigint;
    return amount < 0n || amount > MAX_MPT_VALUE;
  }
  return fieldByName(name)?.type === 'STObject' && hasInvalidAmount(value as StObject);
}

function isObject(value: unknown): value is StObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
