/**
 * The envelope `{id, command, …}` with parameters at the top level, answered by `{id, result, status, type}`. WebSocket messages have
 * it; by the specification it is accepted over HTTP too (rippled: ServerHandler.cpp, processSession).
 */
import type { JsonObject } from '../../protocol/values.ts';
import { execute, isAdminMethod, maskSecrets } from '../../rpc/execute.ts';
import type { RequestOrigin, Role, RpcRequest, RpcServices } from '../../rpc/method/context.ts';
import { RpcError } from '../../rpc/method/errors.ts';
import type { RequestRefusal } from '../admission/request-refusal.ts';
import { parseApiVersion, VERSION_FORM } from './json-rpc-envelope.ts';

const COMMAND_FORM = "'command' must be the name of a method, as a string; a 'method' beside it must be the same.";

/** Where a message comes from, besides its role. */
interface MessageSource extends Pick<RpcRequest, 'subscription' | 'watch'>, Partial<Omit<RequestOrigin, 'envelope'>> {}

/**
 * Answers a message. Never rejects: the answer contains the error. A message of a WebSocket has its `traceparent` as a member, because
 * it has no headers.
 */
export async function answerFlat(
  services: RpcServices,
  message: JsonObject,
  role: Role,
  { transport = 'http', traceparent, ...connection }: MessageSource = {},
): Promise<JsonObject> {
  const apiVersion = parseApiVersion(message);
  const method = methodName(message);
  if (apiVersion === undefined) return failure(message, { error: 'invalid_API_version', error_what: VERSION_FORM });
  if (method === undefined) return failure(message, { error: 'missingCommand', error_what: COMMAND_FORM });
  if (role !== 'admin' && isAdminMethod(method, apiVersion)) {
    return failure(message, new RpcError('forbidden').toResult());
  }
  const inMessage = typeof message.traceparent === 'string' ? message.traceparent : undefined;
  const origin: RequestOrigin = { envelope: 'command', transport, traceparent: traceparent ?? inMessage };
  const result = await execute(services, { method, params: message, apiVersion, role, origin, ...connection });
  if (result.error !== undefined) return failure(message, result);
  return { ...echo(message), result, status: 'success', type: 'response' };
}

/** The answer to a message that the gate refused. */
export function refuseFlat(message: JsonObject, refusal: RequestRefusal): JsonObject {
  return failure(message, refusal.toResult());
}

/** True for a message without a method or with an unknown API version: over HTTP a malformed request. */
export function lacksMethod(message: JsonObject): boolean {
  return methodName(message) === undefined || parseApiVersion(message) === undefined;
}

/** The method of a message. At least one of `command` and `method` must be there; both must be the same string. */
function methodName({ command, method }: JsonObject): string | undefined {
  const name = command === undefined ? method : command;
  return typeof name === 'string' && (method === undefined || method === name) ? name : undefined;
}

/** The fields of an error are at the top level, where a success has `result`. */
function failure(message: JsonObject, error: JsonObject): JsonObject {
  return { ...error, ...echo(message), status: 'error', type: 'response', request: maskSecrets(message) };
}

/** The members that an answer repeats; undefined ones are left out of the JSON. */
function echo({ id, jsonrpc, ripplerpc, api_version }: JsonObject): JsonObject {
  return { id, jsonrpc, ripplerpc, api_version };
}
