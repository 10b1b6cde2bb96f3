/**
 * Parameters that a method converts without checking their type first. Where the reference's JSON library then throws,
 * its answer is `internal`; ours says that the parameter is invalid.
 */
import type { Json, JsonObject } from '../../protocol/values.ts';
import { invalidField } from '../method/errors.ts';
import { jsonToBoolean, jsonToText } from './json-values.ts';

const MAX_UINT32 = 0xffffffff;
const MIN_INT32 = -0x80000000;
const MAX_INT32 = 0x7fffffff;

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

/** The member as an unsigned number (Value::asUInt); undefined where it has no such form, as -0.5 has none. */
export function uintParam(params: JsonObject, name: string): number | undefined {
  return convertedNumber(params[name], 0, MAX_UINT32);
}

/** The member as a signed number (Value::asInt), which -0.5 is: 0. Undefined where it has no such form. */
export function intParam(params: JsonObject, name: string): number | undefined {
  return convertedNumber(params[name], MIN_INT32, MAX_INT32);
}

/** A whole number from a number, a boolean or decimal text. The fraction is cut off after the bounds are checked. */
function convertedNumber(value: Json | undefined, min: number, max: number): number | undefined {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'object') return undefined;
  if (typeof value === 'string' && !(min < 0 ? /^[+-]?\d+$/ : /^\+?\d+$/).test(value)) return undefined;
  const number = Number(value);
  // Adding zero makes 0 of -0.
  return number >= min && number <= max ? Math.trunc(number) + 0 : undefined;
}
