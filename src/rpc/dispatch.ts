/** A request's complete `result`: with `status`, and on an error with the request as received, its secrets masked. */
import type { JsonObject } from '../protocol/values.ts';
import type { RpcServices } from './context.ts';
import { execute, type RpcRequest } from './execute.ts';

const SECRET_NAMES = ['passphrase', 'secret', 'seed', 'seed_hex'] as const;

/** Runs a request. Never rejects: every failure is a result with `status: 'error'`. */
export async function dispatch(services: RpcServices, request: RpcRequest): Promise<JsonObject> {
  const result = await execute(services, request);
  if (result.error === undefined) return { ...result, status: 'success' };
  const echo = maskSecrets({ ...request.params, command: request.method });
  // An error that has no number has no message either: null, as the reference's recordings of its own tests show.
  return { error_message: null, ...result, status: 'error', request: echo };
}

/** The parameters with the values of secrets replaced (top level only, as ServerHandler.cpp does). */
export function maskSecrets(params: JsonObject): JsonObject {
  const masked: Record<string, JsonObject[string]> = { ...params };
  for (const name of SECRET_NAMES) {
    if (Object.hasOwn(masked, name)) masked[name] = '<masked>';
  }
  return masked;
}
