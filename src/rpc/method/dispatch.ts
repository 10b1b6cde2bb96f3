/** A request's complete `result`: with `status`, and on an error with the request as received, its secrets masked. */
import type { Json, JsonObject } from '../../protocol/values.ts';
import { isRawJson } from '../json/raw-json.ts';
import { isJsonObject } from '../params/json-values.ts';
import type { RpcServices } from './context.ts';
import { execute, type RpcRequest } from './execute.ts';

const SECRET_NAMES: ReadonlySet<string> = new Set(['passphrase', 'secret', 'seed', 'seed_hex']);

/** Runs a request. Never rejects: every failure is a result with `status: 'error'`. */
export async function dispatch(services: RpcServices, request: RpcRequest): Promise<JsonObject> {
  const result = await execute(services, request);
  if (result.error === undefined) return { ...result, status: 'success' };
  const echo = maskSecrets({ ...request.params, command: request.method });
  // An error that has no number has no message either: null, as the reference's recordings of its own tests show.
  return { error_message: null, ...result, status: 'error', request: echo };
}

/**
 * The parameters with the values of secrets replaced, at any depth: a client that mixes up the envelopes has them deeper
 * than the top level, where alone ServerHandler.cpp looks. What holds none is not copied, for it may be long.
 */
export function maskSecrets(params: JsonObject): JsonObject {
  let copy: Record<string, Json | undefined> | undefined;
  for (const name in params) {
    const value = params[name];
    const shown = SECRET_NAMES.has(name) ? '<masked>' : maskedValue(value);
    if (shown === value) continue;
    copy ??= { ...params };
    copy[name] = shown;
  }
  return copy ?? params;
}

function maskedValue(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return maskedList(value as readonly Json[]);
  return isJsonObject(value) && !isRawJson(value) ? maskSecrets(value) : value;
}

function maskedList(values: readonly Json[]): readonly Json[] {
  let copy: Json[] | undefined;
  for (const [index, value] of values.entries()) {
    const shown = maskedValue(value) as Json;
    if (shown === value) continue;
    copy ??= [...values];
    copy[index] = shown;
  }
  return copy ?? values;
}
