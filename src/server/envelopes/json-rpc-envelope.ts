/**
 * The envelope `{method, params: [{…}]}` and batches of it: how a request is read, and the form of its answer (rippled:
 * ServerHandler.cpp, processRequest).
 */
import type { Json, JsonObject } from '../../protocol/values.ts';
import { dispatch, execute, isAdminMethod, maskSecrets } from '../../rpc/execute.ts';
import { jsonPieces, rawJson } from '../../rpc/json/raw-json.ts';
import type { ApiVersion, RequestOrigin, Role, RpcRequest, RpcServices } from '../../rpc/method/context.ts';
import { httpStatusOfErrorCode } from '../../rpc/method/error-table.ts';
import type { RequestWatch } from '../../rpc/method/long-work.ts';
import { isJsonObject, jsonToBoolean } from '../../rpc/params/json-values.ts';
import { type Awaitable, andThen } from '../../util/awaitable.ts';
import { createPacer } from '../../util/steps.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly body: Json;
}

/**
 * Answers one request or a batch. `charge` is called for each further request of a batch, and throws `RequestRefusal` if there are too
 * many. `watch` is called at pauses. `traceparent`: the header. Throws or rejects with `RequestRefusal` for a single request that is malformed or forbidden.
 */
export function answerJsonRpc(
  services: RpcServices,
  envelope: JsonObject,
  role: Role,
  charge: () => void,
  watch?: RequestWatch,
  traceparent?: string,
): Awaitable<HttpAnswer> {
  const origin: RequestOrigin = { envelope: 'json-rpc', transport: 'http', traceparent };
  if (envelope.method === 'batch') {
    const answers = answerBatch(services, envelope, { role, watch: watch && ofBatch(watch), origin }, charge);
    return answers.then((body) => ({ status: 200, body }));
  }
  return andThen(answerRequest(services, parseRequest(envelope, { role, watch, origin })), (body) => ({
    status: httpStatus(body),
    body: { ...namedBy(envelope), ...body },
  }));
}

/** A batch has only these members of `watch`: the others apply to a single answer. */
function ofBatch({ isAbandoned, onPause }: RequestWatch): RequestWatch {
  return { isAbandoned, onPause };
}

/** The members that JSON-RPC 2.0 has beside `method`, where the reference ignores them; those in `params` take precedence. */
function namedBy({ jsonrpc, id }: JsonObject): JsonObject {
  return { ...(jsonrpc === undefined ? {} : { jsonrpc }), ...(id === undefined ? {} : { id }) };
}

/** Codes of JSON-RPC errors in a batch, by the HTTP status that a single request with the same fault gets. */
const BATCH_ERROR_CODES: Readonly<Record<number, number>> = { 400: -32601, 403: -32605, 429: -32604 };
const WRONG_VERSION_CODE = -32606;

/** When the answers of a batch are longer than this together, the remaining requests are refused. */
const MAX_BATCH_ANSWER_BYTES = 32_000_000;
const OVERLOADED_CODE = -32604;
/** Time that a batch takes of a turn if the server has no pacer. */
const TURN_MS = 10;

/** What the envelope does not contain; the same for all requests of a batch. */
interface RequestCaller extends Pick<RpcRequest, 'role' | 'watch'> {
  readonly origin: RequestOrigin;
}

/**
 * Each answer is serialised at once, so the batch is in memory only once and its length is known. After the first request over the rate
 * limit, the rest is refused without being read.
 */
async function answerBatch(
  services: RpcServices,
  envelope: JsonObject,
  batch: RequestCaller,
  charge: () => void,
): Promise<Json> {
  if (!Array.isArray(envelope.params)) throw new RequestRefusal('Malformed batch request');
  const answers: Json[] = [];
  let byteLength = 0;
  const pacer = services.longWork?.pacer ?? createPacer(TURN_MS);
  for (const item of envelope.params as readonly Json[]) {
    const isFirst = answers.length === 0;
    if (byteLength > MAX_BATCH_ANSWER_BYTES) {
      answers.push({ error: batchError(OVERLOADED_CODE, 'The answers to this batch are too long') });
      continue;
    }
    try {
      if (!isFirst) charge();
    } catch (error) {
      if (!(error instanceof RequestRefusal)) throw error;
      return [...answers, ...Array(envelope.params.length - answers.length).fill(refusedItem(error))];
    }
    const text = jsonPieces(await answerBatchItem(services, item, batch));
    const pieces = typeof text === 'string' ? [Buffer.from(text)] : text;
    answers.push(rawJson(pieces));
    for (const piece of pieces) byteLength += piece.length;
    const turn = pacer();
    if (turn === undefined) continue;
    await turn;
    if (batch.watch?.isAbandoned() === true) break;
  }
  return answers;
}

async function answerBatchItem(services: RpcServices, item: Json, batch: RequestCaller): Promise<JsonObject> {
  if (!isJsonObject(item)) {
    return { ...maskSecrets({ request: item }), error: batchError(-32601, 'Method not found') };
  }
  try {
    return await answerRequest(services, parseBatchItem(item, batch));
  } catch (error) {
    if (!(error instanceof RequestRefusal)) throw error;
    if (error.message === INVALID_VERSION) {
      return { request: maskSecrets(item), error: batchError(WRONG_VERSION_CODE, error.message) };
    }
    return { ...maskSecrets(item), ...refusedItem(error) };
  }
}

function refusedItem({ status, message, retryAfterMs }: RequestRefusal): JsonObject {
  const retry = retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs };
  return { error: { ...batchError(BATCH_ERROR_CODES[status]!, message), ...retry } };
}

function batchError(code: number, message: string): JsonObject {
  return { error: { code, message } };
}

const INVALID_VERSION = 'invalid_API_version';
export const VERSION_FORM = "'api_version' is 1 or 2.";
const PARAMS_FORM = '\'params\' is an array that holds one object: "params": [{…}].';
/** The reason for a request without a method. */
export const METHOD_MISSING = '\'method\' is missing, the name of a method, such as {"method": "server_info"}.';

/** In a batch the parameters are beside `method`, and the version is there or in `params`. */
function parseBatchItem(item: JsonObject, caller: RequestCaller): RpcRequest {
  const first = Array.isArray(item.params) ? (item.params[0] as Json | undefined) : undefined;
  const namesVersion = isJsonObject(first) && first.api_version !== undefined && first.api_version !== 1;
  const call = checkMethod(item, namesVersion ? first : item, caller.role);
  return { ...call, params: checkVersionField(item), ...caller };
}

function parseRequest(envelope: JsonObject, caller: RequestCaller): RpcRequest {
  const { params } = envelope;
  const first: Json | undefined = Array.isArray(params) ? params[0] : undefined;
  const call = checkMethod(envelope, isJsonObject(first) ? first : {}, caller.role);
  return { ...call, params: checkVersionField(singleParams(params)), ...caller };
}

/** Checks in the order of the reference: API version, permission of the caller, name of the method. */
function checkMethod(
  { method }: JsonObject,
  versionSource: JsonObject,
  role: Role,
): Pick<RpcRequest, 'method' | 'apiVersion'> {
  const apiVersion = parseApiVersion(versionSource);
  if (apiVersion === undefined) throw new RequestRefusal(INVALID_VERSION).because(VERSION_FORM);
  if (typeof method === 'string' && role !== 'admin' && isAdminMethod(method, apiVersion)) {
    throw new RequestRefusal('Forbidden', 403, 'forbidden');
  }
  if (method === undefined || method === null) throw new RequestRefusal('Null method').because(METHOD_MISSING);
  if (typeof method !== 'string') throw new RequestRefusal('method is not string');
  if (method === '') throw new RequestRefusal('method is empty');
  return { method, apiVersion };
}

function checkVersionField(params: JsonObject): JsonObject {
  const { ripplerpc } = params;
  if (ripplerpc !== undefined && typeof ripplerpc !== 'string') throw new RequestRefusal('ripplerpc is not a string');
  return params;
}

/** `params` is absent, empty, or an array of one object (or null, which counts as an empty one). */
function singleParams(params: Json | undefined): JsonObject {
  // Empty values count as absent, but 0 and false do not (Value::operator bool).
  if (params === undefined || (typeof params !== 'number' && typeof params !== 'boolean' && !jsonToBoolean(params))) {
    return {};
  }
  if (!Array.isArray(params) || params.length !== 1) throw new RequestRefusal('params unparsable').because(PARAMS_FORM);
  const first = (params as readonly Json[])[0];
  if (first === null) return {};
  if (!isJsonObject(first)) throw new RequestRefusal('params unparsable').because(PARAMS_FORM);
  return first;
}

function answerRequest(services: RpcServices, request: RpcRequest): Awaitable<JsonObject> {
  const { jsonrpc, ripplerpc, id } = request.params;
  const isSecondVersion = typeof ripplerpc === 'string' && ripplerpc >= '2.0';
  const body = isSecondVersion
    ? andThen(execute(services, request), version2)
    : andThen(dispatch(services, request), (result) => ({ result }));
  return andThen(body, (answered) => ({
    ...answered,
    ...namedBy({ jsonrpc, id }),
    ...(ripplerpc === undefined ? {} : { ripplerpc }),
  }));
}

/** From `ripplerpc` 2.0 on, an error is in `error` instead of `result`, as in JSON-RPC, and does not echo the request. */
function version2(result: JsonObject): JsonObject {
  if (result.error === undefined) return { result: { ...result, status: 'success' } };
  // The reference sends null for a missing code or message, because its read of a JSON member creates it.
  const { error_message: message = null, error_code: code = null, ...rest } = result;
  return { error: { ...rest, error_code: code, status: 'error', code, message } };
}

/** From `ripplerpc` 3.0 on, the HTTP status depends on the error; before, it is always 200. */
function httpStatus({ ripplerpc, error }: JsonObject): number {
  if (typeof ripplerpc !== 'string' || ripplerpc < '3.0' || !isJsonObject(error)) return 200;
  return typeof error.error_code === 'number' ? httpStatusOfErrorCode(error.error_code) : 200;
}

/** The value of `api_version`, 1 if absent; undefined for an unknown version (rippled: ApiVersion.h, getAPIVersionNumber). */
export function parseApiVersion(params: JsonObject): ApiVersion | undefined {
  const version = params.api_version;
  if (version === undefined) return 1;
  return version === 1 || version === 2 ? version : undefined;
}
