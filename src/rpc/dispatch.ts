/** A request's complete `result`: with `status`, and on an error with the request as received, its secrets masked. */
import type { Json, JsonObject } from '../protocol/values.ts';
import type { RpcServices } from './context.ts';
import { execute, type RpcRequest } from './execute.ts';
import { isJsonObject } from './json-values.ts';

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
 * than the top level, where alone ServerHandler.cpp looks.
 */
export function maskSecrets(params: JsonObject): JsonObject {
  return hasSecret(params) ? masked(params) : params;
}

/** A look is much cheaper than a copy, and most requests have nothing to mask. */
function hasSecret(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(hasSecret);
  if (!isJsonObject(value)) return false;
  for (const name in value) if (SECRET_NAMES.has(name) || hasSecret(value[name])) return true;
  return false;
}

function masked(params: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, SECRET_NAMES.has(name) ? '<masked>' : maskedValue(value)]),
  );
}

function maskedValue(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((element) => maskedValue(element) as Json);
  return isJsonObject(value) ? masked(value) : value;
}
