/**
 * Runs one method and turns every failure into a result: the only place where an exception of a method ends (rippled:
 * RPCHandler.cpp, fillHandler and doCommand).
 *
 * A request's complete `result`: with `status`, and on an error with the request as received, its secrets masked.
 */
import type { Json, JsonObject } from '../../protocol/values.ts';
import { ArchiveNeededError } from '../../storage/shared/archive-needed.ts';
import { nearestWord } from '../../util/nearest-word.ts';
import { finishSteps, type Steps } from '../../util/steps.ts';
import { isRawJson } from '../json/raw-json.ts';
import { isJsonObject, jsonToText } from '../params/json-values.ts';
import { refuseLongIntegers } from '../params/params.ts';
import { methodTable } from '../table.ts';
import type { ApiVersion, EngineRelay, RpcContext, RpcRequest, RpcServices } from './context.ts';
import type { Method } from './define-method.ts';
import { EngineNeededError } from './engine-relay.ts';
import { RpcError } from './errors.ts';
import { faultResult } from './field-fault.ts';
import { AbandonedRequestError, type RequestEnd } from './long-work.ts';
import type { ParamRow } from './param-row.ts';
import type { RequestObservation } from './request-observer.ts';

/** The method of that name in that version of the API. */
function findMethod(name: string, apiVersion: ApiVersion): Method | undefined {
  const method = methodTable.get(name);
  if (method === undefined || apiVersion < method.minApiVersion || apiVersion > method.maxApiVersion) return undefined;
  return method;
}

/** True if only the operator may call it. An unknown method is forbidden to nobody: it is answered as unknown. */
export function isAdminMethod(name: string, apiVersion: ApiVersion): boolean {
  return findMethod(name, apiVersion)?.role === 'admin';
}

/**
 * The bare result: what the method answered, or the fields of an error. Never rejects. What a front end cannot answer by
 * itself is run by the engine; methods change nothing before they touch what is the engine's.
 */
export async function execute(services: RpcServices, request: RpcRequest): Promise<JsonObject> {
  const { relay, observe, clock } = services;
  relay?.catchUp();
  const startedMs = observe === undefined ? 0 : clock.elapsedMs();
  let result: JsonObject;
  try {
    const admitted = relay?.admit?.(request);
    if (admitted !== undefined) await admitted;
    result = await runWithArchive(services, request);
  } catch (error) {
    if (relay !== undefined && error instanceof EngineNeededError) {
      return completed(relay, request, await relay.execute(request));
    }
    if (error instanceof RpcError) return error.toResult();
    throw error;
  }
  observe?.(observationOf(request.method, result, (clock.elapsedMs() - startedMs) / 1000));
  return completed(relay, request, result);
}

function completed(relay: EngineRelay | undefined, request: RpcRequest, result: JsonObject): JsonObject {
  return relay?.complete === undefined ? result : relay.complete(request, result);
}

function observationOf(method: string, result: JsonObject, seconds: number): RequestObservation {
  const { error, engine_result: engineResult } = result;
  return {
    method: methodTable.has(method) ? method : 'unknown',
    outcome: error === undefined ? 'success' : String(error),
    seconds,
    engineResult: method.startsWith('submit') && typeof engineResult === 'string' ? engineResult : undefined,
  };
}

/** So often the archive is asked for one request: more than any takes that asks for a page of something. */
const MOST_QUESTIONS = 500;

/**
 * Asks the archive for what the store does not have, and runs the method again. Where it does not answer, or too much is
 * wanted of it, the client is told to come back.
 */
async function runWithArchive(services: RpcServices, request: RpcRequest): Promise<JsonObject> {
  for (let asked = 0; ; asked++) {
    try {
      return await run(services, request);
    } catch (error) {
      if (!(error instanceof ArchiveNeededError)) throw error;
      const isTooMuch = asked === MOST_QUESTIONS || request.watch?.isAbandoned() === true;
      if (isTooMuch || !(await isAnswered(services, error))) return ARCHIVE_FAILED.toResult();
    }
  }
}

const ARCHIVE_FAILED = new RpcError('tooBusy').because('the archive of older ledgers does not answer in time');

async function isAnswered({ log }: RpcServices, needed: ArchiveNeededError): Promise<boolean> {
  try {
    await needed.ask();
    return true;
  } catch (err) {
    log.error({ err }, 'the archive of older ledgers does not answer');
    return false;
  }
}

/** What a method answers, and throws, is a request's end to the tally; only what is no `RpcError` is a failure. */
async function run(services: RpcServices, request: RpcRequest): Promise<JsonObject> {
  const { log, tally } = services;
  let noteEnd: ((end: RequestEnd) => void) | undefined;
  let end: RequestEnd = 'finished';
  let rows: readonly ParamRow[] = [];
  try {
    const method = allowedMethod(request);
    rows = method.params;
    noteEnd = tally.begin(method.name, request.subscription === undefined ? 'clientRPC' : 'clientCommand');
    refuseLongIntegers(method.params, request.params);
    const settlings: (() => void)[] = [];
    const answer = method.run(createContext(services, request, settlings));
    return await (isSteps(answer) ? answerInSteps(services, request, answer, settlings) : answer);
  } catch (error) {
    if (error instanceof RpcError) return faultResult(error, rows);
    if (error instanceof AbandonedRequestError) return ABANDONED;
    if (error instanceof EngineNeededError || error instanceof ArchiveNeededError) {
      end = 'passed on';
      throw error;
    }
    end = 'errored';
    log.error({ err: error, method: request.method }, 'a method failed unexpectedly');
    return new RpcError('internal').toResult();
  } finally {
    noteEnd?.(end);
  }
}

/** Nobody gets to see it. */
const ABANDONED: JsonObject = { error: 'abandoned' };

function isSteps(answer: ReturnType<Method['run']>): answer is Steps<JsonObject> {
  return typeof (answer as Partial<Steps<JsonObject>>).next === 'function';
}

function answerInSteps(
  { longWork }: RpcServices,
  { watch, role }: RpcRequest,
  steps: Steps<JsonObject>,
  settlings: readonly (() => void)[],
): JsonObject | Promise<JsonObject> {
  if (longWork === undefined) return finishSteps(steps);
  const settle = () => {
    for (const action of settlings) action();
  };
  return longWork.run({ steps, watch, isOperators: role === 'admin', settle });
}

function allowedMethod({ method: name, params, apiVersion, role }: RpcRequest): Method {
  // A request may name its method among the parameters too, if it says the same there.
  if (params.method !== undefined && jsonToText(params.method) !== name) throw new RpcError('unknownCmd');
  const method = findMethod(name, apiVersion);
  if (method === undefined) throw unknownMethod(name, apiVersion);
  if (method.role === 'admin' && role !== 'admin') throw new RpcError('noPermission');
  return method;
}

function unknownMethod(name: string, apiVersion: ApiVersion): RpcError {
  const error = new RpcError('unknownCmd');
  if (methodTable.has(name)) return error.because(`Version ${apiVersion} of the API does not have '${name}'.`);
  const names = [...methodTable.keys()].filter((method) => findMethod(method, apiVersion) !== undefined);
  const nearest = nearestWord(name, names);
  return error.because(nearest === undefined ? undefined : `Did you mean '${nearest}'?`);
}

function createContext(services: RpcServices, request: RpcRequest, settlings: (() => void)[]): RpcContext {
  return {
    node: services.node,
    server: services.server,
    clock: services.clock,
    log: services.log,
    tally: services.tally,
    randomBytes: services.randomBytes,
    requestStop: services.requestStop,
    snapshots: services.snapshots,
    relay: services.relay,
    member: services.member,
    params: request.params,
    apiVersion: request.apiVersion,
    role: request.role,
    subscription: request.subscription,
    beforePause: (action) => settlings.push(action),
    isAbandoned: () => request.watch?.isAbandoned() === true,
  };
}

const SECRET_NAMES: ReadonlySet<string> = new Set(['passphrase', 'secret', 'seed', 'seed_hex']);

/** Runs a request. Never rejects: every failure is a result with `status: 'error'`. */
export async function dispatch(services: RpcServices, request: RpcRequest): Promise<JsonObject> {
  const result = await execute(services, request);
  if (result.error === undefined) return { ...result, status: 'success' };
  const echo = maskSecrets({ ...request.params, command: request.method });
  return { ...result, status: 'error', request: echo };
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
