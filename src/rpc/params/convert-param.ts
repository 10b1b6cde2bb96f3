/**
 * Parameters that a method converts without checking their type first. Where the reference's JSON library throws, its
 * error is `internal`; Weir reports the invalid parameter.
 */
import type { Json, JsonObject } from '../../protocol/values.ts';
import { invalidField } from '../method/errors.ts';
import { jsonToBoolean, jsonToText } from './json-values.ts';

const MAX_UINT32 = 0xffffffff;
const MIN_INT32 = -0x80000000;
const MAX_INT32 = 0x7fffffff;

/** True if the member is present and truthy: `"no"` is. */
export function flagParam(params: JsonObject, name: string): boolean {
  return jsonToBoolean(params[name]);
}

/** The member as text; empty when it is absent. */
export function textParam(params: JsonObject, name: string): string {
  const text = jsonToText(params[name]);
  if (text === undefined) throw invalidField(name);
  return text;
}

/** The member as an unsigned number (Value::asUInt); undefined if it does not convert, such as -0.5. */
export function uintParam(params: JsonObject, name: string): number | undefined {
  return convertedNumber(params[name], 0, MAX_UINT32);
}

/** The member as a signed number (Value::asInt), where -0.5 converts to 0. Undefined if it does not convert. */
export function intParam(params: JsonObject, name: string): number | undefined {
  return convertedNumber(params[name], MIN_INT32, MAX_INT32);
}

/** An integer from a number, a boolean or decimal text. The fraction is truncated after the bounds check. */
function convertedNumber(value: Json | undefined, min: number, max: number): number | undefined {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'object') return undefined;
  if (typeof value === 'string' && !(min < 0 ? /^[+-]?\d+$/ : /^\+?\d+$/).test(value)) return undefined;
  const number = Number(value);
  // Adding zero turns -0 into 0.
  return number >= min && number <= max ? Math.trunc(number) + 0 : undefined;
}
