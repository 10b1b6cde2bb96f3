/**
 * The reference's conversions of JSON values (rippled: json_value.cpp). Its handlers use them often, so the conversions
 * are part of the interface.
 */
import type { Json, JsonObject } from '../../protocol/values.ts';

/** A JSON object under construction. */
export type JsonDraft = Record<string, Json>;

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an integer that fits the reference's unsigned type. */
export function isUInt32(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
}

/** True for a number that the reference stores as a signed or unsigned integer. */
export function isJsonInteger(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= -0x80000000 && value <= 0xffffffff;
}

/** As Value::asBool: true if nonzero and nonempty. */
export function jsonToBoolean(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value) && !Number.isNaN(value);
  return Object.keys(value).length > 0;
}

/** As Value::asString; undefined for arrays and objects, on which it throws. */
export function jsonToText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return undefined;
  if (typeof value === 'number' && !Number.isInteger(value)) return value.toFixed(6);
  return String(value);
}
