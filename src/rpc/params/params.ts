/** Checks of single request parameters, with the reference's errors. */
import type { Json, JsonObject } from '../../protocol/values.ts';
import type { Role } from '../method/context.ts';
import { expectedField, invalidField, invalidParams, missingField } from '../method/errors.ts';
import type { ParamRow } from '../method/param-row.ts';
import { isJsonInteger, isUInt32 } from './json-values.ts';

/** True if the request has this member, even as null (the reference's isMember). */
export function hasParam(params: JsonObject, name: string): boolean {
  return Object.hasOwn(params, name);
}

/** The value of a required member; otherwise Missing field 'x'. */
function requireParam(params: JsonObject, name: string): Json {
  const value = params[name];
  if (value === undefined) throw missingField(name);
  return value;
}

/** A required text; otherwise Missing field 'x'. or Invalid field 'x'. */
export function requireString(params: JsonObject, name: string): string {
  const value = requireParam(params, name);
  if (typeof value !== 'string') throw invalidField(name);
  return value;
}

/** An optional text; Invalid field 'x'. for another type. */
export function optionalString(params: JsonObject, name: string): string | undefined {
  return hasParam(params, name) ? requireString(params, name) : undefined;
}

/** An optional boolean; Invalid field 'x'. for another type. */
export function optionalBoolean(params: JsonObject, name: string): boolean | undefined {
  const value = params[name];
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidField(name);
}

/**
 * Refuses integers of more than 32 bits in integer parameters: `invalidParams`, with the field in `error_what`. The
 * reference's JSON reader refuses them anywhere (rippled: json_reader.cpp, decodeNumber).
 */
export function refuseLongIntegers(rows: readonly Pick<ParamRow, 'name' | 'type'>[], params: JsonObject): void {
  for (const { name, type } of rows) {
    const value = type.endsWith('integer') ? params[name] : undefined;
    if (typeof value !== 'number' || !Number.isInteger(value) || isJsonInteger(value)) continue;
    throw invalidParams().because(`Field '${name}' is an integer outside -2147483648 to 4294967295.`);
  }
}

/** Page sizes of a method: bounds for non-admins, and the default. */
export interface LimitRange {
  readonly min: number;
  readonly fallback: number;
  readonly max: number;
}

const LIMIT_FORM = "Field 'limit' is a whole number, 1 at least.";

/** The page size from `limit` (the reference's readLimitField). */
export function readLimit(params: JsonObject, range: LimitRange, role: Role): number {
  const limit = params.limit;
  if (limit === undefined || limit === null) return range.fallback;
  if (!isUInt32(limit)) throw expectedField('limit', 'unsigned integer').because(LIMIT_FORM);
  if (limit === 0) throw invalidField('limit').because(LIMIT_FORM);
  return role === 'admin' ? limit : Math.max(range.min, Math.min(range.max, limit));
}
