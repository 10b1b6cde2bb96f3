/**
 * Parameters that a method converts without checking their type first. Where the reference's JSON library then throws,
 * its answer is `internal`; ours says that the parameter is invalid.
 */
import type { JsonObject } from '../../protocol/values.ts';
import { invalidField } from '../method/errors.ts';
import { jsonToBoolean, jsonToText } from './json-values.ts';

const MAX_UINT32 = 0xffffffff;
const MIN_INT32 = -0x80000000;

/** True when the member is there and counts as true: `"no"` does. */
export function flagParam(params: JsonObject, name: string): boolean {
  return jsonToBoolean(params[name]);
}

/** The member as text; empty when it is absent. */
export function textParam(params: JsonObject, name: string): string {
  const text = jsonToText(params[name]);
  if (text === undefined) throw invalidField(name);
  return text;
}

/** The member as an unsigned number (Value::asUInt); undefined where it has no such form. */
export function uintParam(params: JsonObject, name: string): number | undefined {
  const value = integerParam(params, name);
  return value === undefined || value < 0 ? undefined : value;
}

/** The member as a whole number, from a number, a boolean or decimal text; undefined where it has no such form. */
export function integerParam(params: JsonObject, name: string): number | undefined {
  const value = params[name];
  if (value === null || value === undefined) return 0;
  if (typeof value === 'object') return undefined;
  if (typeof value === 'string' && !/^[+-]?\d+$/.test(value)) return undefined;
  const number = Math.trunc(Number(value));
  return number >= MIN_INT32 && number <= MAX_UINT32 ? number : undefined;
}
