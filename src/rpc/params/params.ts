/** Small checkers of request parameters, with the reference's errors. */
import type { Json, JsonObject } from '../../protocol/values.ts';
import type { Role } from '../method/context.ts';
import { expectedField, invalidField, invalidParams, missingField } from '../method/errors.ts';
import type { ParamRow } from '../method/param-row.ts';
import { isJsonInteger, isUInt32 } from './json-values.ts';

/** True if the request has this member, whatever its value (the reference's isMember: a null counts). */
export function hasParam(params: JsonObject, name: string): boolean {
  return Object.hasOwn(params, name);
}

/** The value of a member that must be there; otherwise Missing field 'x'. */
function requireParam(params: JsonObject, name: string): Json {
  const value = params[name];
  if (value === undefined) throw missingField(name);
  return value;
}

/** A text that must be there; otherwise Missing field 'x'. or Invalid field 'x'. */
export function requireString(params: JsonObject, name: string): string {
  const value = requireParam(params, name);
  if (typeof value !== 'string') throw invalidField(name);
  return value;
}

/** A text that may be absent; Invalid field 'x'. for anything else. */
export function optionalString(params: JsonObject, name: string): string | undefined {
  return hasParam(params, name) ? requireString(params, name) : undefined;
}

/** A strict true or false that may be absent; Invalid field 'x'. for anything else. */
export function optionalBoolean(params: JsonObject, name: string): boolean | undefined {
  const value = params[name];
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidField(name);
}

/**
 * Refuses integers that 32 bits do not hold where a method reads one: `invalidParams`, with the field in `error_what`.
 * The reference's JSON reader refuses them wherever they stand (rippled: json_reader.cpp, decodeNumber).
 */
export function refuseLongIntegers(rows: readonly Pick<ParamRow, 'name' | 'type'>[], params: JsonObject): void {
  for (const { name, type } of rows) {
    const value = type.endsWith('integer') ? params[name] : undefined;
    if (typeof value !== 'number' || !Number.isInteger(value) || isJsonInteger(value)) continue;
    throw invalidParams().because(`Field '${name}' is an integer outside -2147483648 to 4294967295.`);
  }
}

/** Page sizes of a method: bounds for everybody but the operator, and what an absent `limit` means. */
export interface LimitRange {
  readonly min: number;
  readonly fallback: number;
  readonly max: number;
}

const LIMIT_FORM = "Field 'limit' is a whole number, 1 at least.";

/** The page size that `limit` asks for (the reference's readLimitField). */
export function readLimit(params: JsonObject, range: LimitRange, role: Role): number {
  const limit = params.limit;
  if (limit === undefined || limit === null) return range.fallback;
  if (!isUInt32(limit)) throw expectedField('limit', 'unsigned integer').because(LIMIT_FORM);
  if (limit === 0) throw invalidField('limit').because(LIMIT_FORM);
  return role === 'admin' ? limit : Math.max(range.min, Math.min(range.max, limit));
}
