/**
 * The envelope `{method, params: [{…}]}` and batches of it: what counts as a request, and the shape of the answer
 * (rippled: ServerHandler.cpp, processRequest).
 *
 * Which version of the API a request speaks (rippled: ApiVersion.h, getAPIVersionNumber).
 */
import type { Json, JsonObject } from '../../protocol/values.ts';
import { dispatch, execute, isAdminMethod, maskSecrets } from '../../rpc/execute.ts';
import { jsonPieces, rawJson } from '../../rpc/json/raw-json.ts';
import type { ApiVersion, Role, RpcRequest, RpcServices } from '../../rpc/method/context.ts';
import { httpStatusOfErrorCode } from '../../rpc/method/error-table.ts';
import type { RequestWatch } from '../../rpc/method/long-work.ts';
import { isJsonObject, jsonToBoolean } from '../../rpc/params/json-values.ts';
import { createPacer } from '../../util/steps.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly body: Json;
}

/**
 * Answers one request or a batch. `charge` is called for each further request of a batch, and throws `RequestRefusal`
 * if there are too many. Throws that itself for a single request that is malformed or forbidden. `watch` is told of
 * pauses.
 */
export async function answerJsonRpc(
  services: RpcServices,
  envelope: JsonObject,
  role: Role,
  charge: () => void,
  watch?: RequestWatch,
): Promise<HttpAnswer> {
  if (envelope.method === 'batch') {
    return {
      status: 200,
      body: await answerBatch(services, envelope, { role, watch: watch && ofBatch(watch) }, charge),
    };
  }
  const request = { ...parseRequest(envelope, role), watch };
  const body = await answerRequest(services, request);
  return { status: httpStatus(body), body: { ...namedBy(envelope), ...body } };
}

/** What is pure about one answer says nothing of all of them. */
function ofBatch({ isAbandoned, onPause }: RequestWatch): RequestWatch {
  return { isAbandoned, onPause };
}

/** JSON-RPC 2.0 has these beside `method`, where the reference overlooks them; those in `params` come first. */
function namedBy({ jsonrpc, id }: JsonObject): JsonObject {
  return { ...(jsonrpc === undefined ? {} : { jsonrpc }), ...(id === undefined ? {} : { id }) };
}

/** The numbers of JSON-RPC errors in a batch, by the status that the same fault has alone. */
const BATCH_ERROR_CODES: Readonly<Record<number, number>> = { 400: -32601, 403: -32605, 429: -32604 };
const WRONG_VERSION_CODE = -32606;

/** Answers of a batch that are longer than this together end it: the rest is refused. */
const MAX_BATCH_ANSWER_BYTES = 32_000_000;
const OVERLOADED_CODE = -32604;
/** A batch works this long before others get their turn, where nothing else is said. */
const TURN_MS = 10;

/** What all requests of a batch have in common. */
type Asker = Pick<RpcRequest, 'role' | 'watch'>;

/**
 * Each answer becomes text at once, so that a batch is held once, and its length is known as it grows. After one request
 * too many the rest is not looked at.
 */
async function answerBatch(
  services: RpcServices,
  envelope: JsonObject,
  asker: Asker,
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
    const text = jsonPieces(await answerBatchItem(services, item, asker));
    const pieces = typeof text === 'string' ? [Buffer.from(text)] : text;
    answers.push(rawJson(pieces));
    for (const piece of pieces) byteLength += piece.length;
    const turn = pacer();
    if (turn === undefined) continue;
    await turn;
    if (asker.watch?.isAbandoned() === true) break;
  }
  return answers;
}

async function answerBatchItem(services: RpcServices, item: Json, { role, watch }: Asker): Promise<JsonObject> {
  if (!isJsonObject(item)) {
    return { ...maskSecrets({ request: item }), error: batchError(-32601, 'Method not found') };
  }
  try {
    return await answerRequest(services, { ...parseBatchItem(item, role), watch });
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
/** What a request without a method lacks. */
export const METHOD_MISSING = '\'method\' is missing, the name of a method, such as {"method": "server_info"}.';

/** In a batch the parameters stand beside `method`, and the version there or in `params`. */
function parseBatchItem(item: JsonObject, role: Role): RpcRequest {
  const first = Array.isArray(item.params) ? (item.params[0] as Json | undefined) : undefined;
  const namesVersion = isJsonObject(first) && first.api_version !== undefined && first.api_version !== 1;
  const call = checkMethod(item, namesVersion ? first : item, role);
  return { ...call, params: checkVersionField(item), role };
}

function parseRequest(envelope: JsonObject, role: Role): RpcRequest {
  const { params } = envelope;
  const first: Json | undefined = Array.isArray(params) ? params[0] : undefined;
  const call = checkMethod(envelope, isJsonObject(first) ? first : {}, role);
  return { ...call, params: checkVersionField(singleParams(params)), role };
}

/** Checks in the reference's order: the API's version, whether the method is for this caller, its name. */
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
  // What is empty counts as absent; 0 and false do not (Value::operator bool).
  if (params === undefined || (typeof params !== 'number' && typeof params !== 'boolean' && !jsonToBoolean(params))) {
    return {};
  }
  if (!Array.isArray(params) || params.length !== 1) throw new RequestRefusal('params unparsable').because(PARAMS_FORM);
  const first = (params as readonly Json[])[0];
  if (first === null) return {};
  if (!isJsonObject(first)) throw new RequestRefusal('params unparsable').because(PARAMS_FORM);
  return first;
}

async function answerRequest(services: RpcServices, request: RpcRequest): Promise<JsonObject> {
  const { jsonrpc, ripplerpc, id } = request.params;
  const isSecondVersion = typeof ripplerpc === 'string' && ripplerpc >= '2.0';
  const body = isSecondVersion
    ? await answerVersion2(services, request)
    : { result: await dispatch(services, request) };
  return { ...body, ...namedBy({ jsonrpc, id }), ...(ripplerpc === undefined ? {} : { ripplerpc }) };
}

/** From `ripplerpc` 2.0 on, an error stands beside `result`, as JSON-RPC has it, and does not echo the request. */
async function answerVersion2(services: RpcServices, request: RpcRequest): Promise<JsonObject> {
  const result = await execute(services, request);
  if (result.error === undefined) return { result: { ...result, status: 'success' } };
  // What the reference has no number for has nulls in its place: reading a member of its JSON makes it.
  const { error_message: message = null, error_code: code = null, ...rest } = result;
  return { error: { ...rest, error_code: code, status: 'error', code, message } };
}

/** From `ripplerpc` 3.0 on, the HTTP status follows the error; before it is always 200. */
function httpStatus({ ripplerpc, error }: JsonObject): number {
  if (typeof ripplerpc !== 'string' || ripplerpc < '3.0' || !isJsonObject(error)) return 200;
  return typeof error.error_code === 'number' ? httpStatusOfErrorCode(error.error_code) : 200;
}

/** 1 unless `api_version` says otherwise; undefined if that names no version there is. */
export function parseApiVersion(params: JsonObject): ApiVersion | undefined {
  const version = params.api_version;
  if (version === undefined) return 1;
  return version === 1 || version === 2 ? version : undefined;
}
