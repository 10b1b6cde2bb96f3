/** The file of `--limits`: a JSON object with any of the names of `server/limits.ts`, in the wire's spelling. */
import { readFileSync } from 'node:fs';
import type { Json } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import {
  DEFAULT_LIMITS,
  LIMIT_NAMES,
  LIMIT_ROWS,
  limitWireName,
  type ServerLimits,
} from '../../server/admission/limits.ts';
import { CommandError } from '../../util/command-error.ts';

/** Reads and checks the file; absent limits are those of `defaults`. Throws a `CommandError`. */
export function readLimitsFile(path: string, defaults: ServerLimits = DEFAULT_LIMITS): ServerLimits {
  try {
    return parseLimits(readFileSync(path, 'utf8'), defaults);
  } catch (error) {
    throw new CommandError(`cannot use the limits file ${path}: ${(error as Error).message}`);
  }
}

/** Checks the text of a limits file. Throws an `Error` that names the member. */
export function parseLimits(text: string, defaults: ServerLimits = DEFAULT_LIMITS): ServerLimits {
  const json: unknown = JSON.parse(text);
  if (!isJsonObject(json)) throw new Error('it must hold one JSON object');
  const names = new Map(LIMIT_NAMES.map((name) => [limitWireName(name), name]));
  const limits: Record<keyof ServerLimits, number> = { ...defaults };
  for (const [wireName, value] of Object.entries(json)) {
    const name = names.get(wireName);
    if (name === undefined) throw new Error(`unknown limit '${wireName}' (known: ${[...names.keys()].join(', ')})`);
    limits[name] = requireWithin(wireName, value, LIMIT_ROWS[name]);
  }
  return limits;
}

function requireWithin(wireName: string, value: Json | undefined, { min, max }: { min: number; max: number }): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new Error(`'${wireName}' must be a whole number from ${min} to ${max}`);
  }
  return value;
}
