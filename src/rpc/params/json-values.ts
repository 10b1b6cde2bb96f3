/**
 * How the reference reads a JSON value as another type (rippled: json_value.cpp). Its handlers convert freely, so what
 * counts as true or as a text is part of the interface.
 */
import type { Json, JsonObject } from '../../protocol/values.ts';

/** JSON that is still being put together. */
export type JsonDraft = Record<string, Json>;

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a whole number that fits the reference's unsigned integers. */
export function isUInt32(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
}

/** True for a number that the reference would hold as an integer, signed or not. */
export function isJsonInteger(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= -0x80000000 && value <= 0xffffffff;
}

/** Truth as Value::asBool has it: nonzero, nonempty. */
export function jsonToBoolean(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value) && !Number.isNaN(value);
  return Object.keys(value).length > 0;
}

/** Text as Value::asString has it; undefined for arrays and objects, on which it throws. */
export function jsonToText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return undefined;
  if (typeof value === 'number' && !Number.isInteger(value)) return value.toFixed(6);
  return String(value);
}
