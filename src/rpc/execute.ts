/**
 * Runs one method and turns every failure into a result. All exceptions of methods are caught here (rippled:
 * RPCHandler.cpp, fillHandler and doCommand).
 *
 * `dispatch` gives the complete `result`: with `status`, and after an error with the request, its secrets masked.
 */
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { READ_BUDGETS_MS, withAwaitedState } from '../node/awaited-state.ts';
import { LeadLostError, type OpenLedgerReader } from '../node/ledger-node.ts';
import type { Json, JsonObject } from '../protocol/values.ts';
import { ArchiveNeededError } from '../storage/shared/archive-needed.ts';
import { assert } from '../util/assert.ts';
import { type Awaitable, andThen, orElse } from '../util/awaitable.ts';
import { nearestWord } from '../util/nearest-word.ts';
import { finishSteps, type Steps } from '../util/steps.ts';
import type { Span, Tracer } from '../util/tracer.ts';
import { withEarlierLedgers } from './fork/earlier-ledgers.ts';
import { isRawJson } from './json/raw-json.ts';
import type { ApiVersion, EngineRelay, ErrorLog, RpcContext, RpcRequest, RpcServices } from './method/context.ts';
import { type Answer, CONTINUE_AT_ENGINE, type Method, type MethodNeeds } from './method/define-method.ts';
import { RpcError, rpcErrorOf } from './method/errors.ts';
import { faultResult } from './method/field-fault.ts';
import { AbandonedRequestError } from './method/long-work.ts';
import type { ParamRow } from './method/param-row.ts';
import type { RequestObservation } from './method/request-observer.ts';
import type { RequestEnd } from './method/request-tally.ts';
import { isJsonObject, jsonToText } from './params/json-values.ts';
import { namesLedger, namesOpenLedger } from './params/ledger-lookup.ts';
import { refuseLongIntegers } from './params/params.ts';
import { methodTable } from './table.ts';

/** The method of that name in that version of the API. */
function findMethod(name: string, apiVersion: ApiVersion): Method | undefined {
  const method = methodTable.get(name);
  if (method === undefined || apiVersion < method.minApiVersion || apiVersion > method.maxApiVersion) return undefined;
  return method;
}

/** True if only admins may call it. False for an unknown method, which gets its own error. */
export function isAdminMethod(name: string, apiVersion: ApiVersion): boolean {
  return findMethod(name, apiVersion)?.role === 'admin';
}

/**
 * Where a request can run. Never throws; malformed requests are refused by their method. `validated`: the last
 * validated ledger.
 */
function needsOf(method: Method, params: JsonObject, validated: LedgerHeader): Exclude<MethodNeeds, 'ledger'> {
  if (method.needs !== 'ledger') return method.needs;
  if (!namesLedger(params) && method.meansValidated?.(params) === true) return 'nothing';
  return namesOpenLedger(params, validated) ? 'engine' : 'nothing';
}

/** The method's result or the fields of an error. Runs here or, by the relay, at the engine. */
export function execute(services: RpcServices, request: RpcRequest): Awaitable<JsonObject> {
  return services.tracer === undefined
    ? executeUntraced(services, request)
    : executeTraced(services, services.tracer, request);
}

function executeTraced(services: RpcServices, tracer: Tracer, request: RpcRequest): Awaitable<JsonObject> {
  const span = beginSpan(tracer, request);
  if (span === undefined) return executeUntraced(services, request);
  const below = { ...request, origin: undefined, traceparent: span.traceparent };
  return andThen(executeUntraced(services, below), (result) => {
    endSpan(span, request, result);
    return result;
  });
}

/** Undefined if the request is not traced. One that was passed on is traced if it was where it arrived. */
function beginSpan(tracer: Tracer, { origin, traceparent: parent }: RpcRequest): Span | undefined {
  if (origin !== undefined) return tracer.begin({ name: 'request', kind: 'server', parent: origin.traceparent });
  return parent === undefined ? undefined : tracer.child({ name: 'request at the engine', parent });
}

/** Without parameters, which may be secret. */
function endSpan(span: Span, { method, role, origin }: RpcRequest, result: JsonObject): void {
  const { method: known, outcome, engineResult } = observationOf(method, result, 0);
  span.end({
    attributes: {
      'rpc.method': known,
      'weir.transport': origin?.transport,
      'weir.envelope': origin?.envelope,
      'weir.role': role,
      'weir.outcome': outcome,
      'weir.engine_result': engineResult,
    },
    hasFailed: outcome === 'internal',
  });
}

function executeUntraced(services: RpcServices, request: RpcRequest): Awaitable<JsonObject> {
  const { relay, observe, clock } = services;
  relay?.catchUp();
  const startedMs = observe === undefined ? 0 : clock.elapsedMs();
  const finish = (result: Answered): Awaitable<JsonObject> => {
    if (result === CONTINUE_AT_ENGINE) {
      assert(relay !== undefined, 'without a relay everything is here');
      return relay.execute(request).then((passedOn) => completed(relay, request, passedOn));
    }
    observe?.(observationOf(request.method, result, (clock.elapsedMs() - startedMs) / 1000));
    return completed(relay, request, result);
  };
  const admitted = relay?.admit?.(request);
  if (admitted === undefined) return andThen(run(services, request), finish);
  return admitted.then(() => andThen(run(services, request), finish), notAdmitted);
}

function notAdmitted(error: unknown): JsonObject {
  if (error instanceof RpcError) return error.toResult();
  throw error;
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

/** Upper bound of archive reads for one request; more than any page needs. */
const MOST_QUESTIONS = 500;

/**
 * Runs a method; if the store lacks a ledger that the archive has, loads it from there and runs the method again. If
 * the archive is unreachable, or too many reads are needed, the client must retry. Only methods that change nothing may
 * run again, so the context has no engine.
 */
function withArchive<Result>(
  { log }: RpcServices,
  context: RpcContext & { readonly engine?: never },
  answer: (context: RpcContext) => Awaitable<Result>,
): Awaitable<Result> {
  const beginAgain = async (failure: unknown): Promise<Result> => {
    let error = failure;
    for (let asked = 0; error instanceof ArchiveNeededError; asked++) {
      const isTooMuch = asked === MOST_QUESTIONS || context.isAbandoned();
      if (isTooMuch || !(await isAnswered(log, error))) throw ARCHIVE_FAILED;
      try {
        return await answer(context);
      } catch (again) {
        error = again;
      }
    }
    throw error;
  };
  return orElse(() => answer(context), beginAgain);
}

const APART = new RpcError('notSynced').because(
  "The ledgers of this member of the cluster are damaged or differ from the cluster's database, so it does not answer from them. Send the request to another member.",
);

const ARCHIVE_FAILED = new RpcError('tooBusy').because('the archive of older ledgers does not answer in time');

async function isAnswered(log: ErrorLog, needed: ArchiveNeededError): Promise<boolean> {
  try {
    await needed.ask();
    return true;
  } catch (err) {
    log.error({ err }, 'the archive of older ledgers does not answer');
    return false;
  }
}

/** Runs a method and records the end of the request; only errors other than `RpcError` count as failures. */
function run(services: RpcServices, request: RpcRequest): Awaitable<Answered> {
  const { log, tally } = services;
  let noteEnd: ((end: RequestEnd) => void) | undefined;
  let rows: readonly ParamRow[] = [];
  const runHere = () => {
    const method = allowedMethod(request);
    rows = method.params;
    noteEnd = tally.begin(method.name, request.subscription === undefined ? 'clientRPC' : 'clientCommand');
    refuseLongIntegers(rows, request.params);
    return andThen(runMethodOrAsk(services, request, method), (result) => {
      noteEnd?.(result === CONTINUE_AT_ENGINE ? 'passed on' : 'finished');
      return result;
    });
  };
  return orElse(runHere, (error) => {
    const known = rpcErrorOf(error);
    const isExpected = known !== undefined || error instanceof AbandonedRequestError;
    if (error instanceof LeadLostError) noteEnd?.('passed on');
    else noteEnd?.(isExpected ? 'finished' : 'errored');
    if (error instanceof LeadLostError) throw error;
    if (error instanceof AbandonedRequestError) return ABANDONED;
    if (known !== undefined) return faultResult(known, rows);
    log.error({ err: error, method: request.method }, 'a method failed unexpectedly');
    return new RpcError('internal').toResult();
  });
}

type Answered = JsonObject | typeof CONTINUE_AT_ENGINE;

/** A fork passes on what is about the ledgers before it, and runs a method again when entries that it lacked are there. */
function runMethodOrAsk(services: RpcServices, request: RpcRequest, method: Method): Awaitable<Answered> {
  const { fork, reader, clock } = services;
  const runHere = (own: RpcRequest) => runMethod(services, own, method);
  if (fork === undefined) return runHere(request);
  const budget = { clock, budgetMs: READ_BUDGETS_MS[request.role] };
  const checkNeeded = () => {
    if (request.watch?.isAbandoned() === true) throw new AbandonedRequestError('the client no longer waits');
  };
  const runWhole = (own: RpcRequest) => withAwaitedState(() => runHere(own), { ...budget, checkNeeded });
  return withEarlierLedgers(fork, { reader, request, method, budget }, runWhole);
}

/**
 * Runs a method here, if what it needs is here. Synchronous if nothing has to be awaited, so that requests keep their
 * order.
 */
function runMethod(services: RpcServices, request: RpcRequest, method: Method): Awaitable<Answered> {
  const { reader, server, engine } = services;
  const settlings: (() => void)[] = [];
  const createContextWith = (openLedger?: OpenLedgerReader) => createContext(services, request, settlings, openLedger);
  const finish = <Result>(answer: Answer<Result>) => finishAnswer(services, request, answer, settlings);
  switch (method.needs) {
    case 'nothing':
      return withArchive(services, createContextWith(), (here) => finish(method.run(here)));
    case 'ledger': {
      const isOpen = needsOf(method, request.params, reader.validated) === 'engine';
      if (isOpen && engine === undefined) return CONTINUE_AT_ENGINE;
      if (services.relay?.isApart === true) throw APART;
      const openLedger = isOpen ? engine?.openLedger : undefined;
      return withArchive(services, createContextWith(openLedger), (here) => finish(method.run(here)));
    }
    case 'this server':
      return server === undefined ? CONTINUE_AT_ENGINE : finish(method.run({ ...createContextWith(), server }));
    case 'engine': {
      const { runLocally } = method;
      const runAtEngine = () => {
        if (engine === undefined || server === undefined) return CONTINUE_AT_ENGINE;
        const { openLedger } = engine;
        return finish(method.run({ ...createContextWith(openLedger), server, engine, openLedger }));
      };
      if (runLocally === undefined || services.relay?.isApart === true) return runAtEngine();
      const goOn = (answer: Answered) => (answer === CONTINUE_AT_ENGINE ? runAtEngine() : answer);
      return andThen(
        withArchive(services, createContextWith(), (here) => finish(runLocally(here))),
        goOn,
      );
    }
  }
}

/** Not sent to a client. */
const ABANDONED: JsonObject = { error: 'abandoned' };

function isSteps<Result>(answer: Answer<Result>): answer is Steps<Result> {
  return typeof (answer as Partial<Steps<Result>>).next === 'function';
}

function finishAnswer<Result>(
  { longWork }: RpcServices,
  { watch, role }: RpcRequest,
  answer: Answer<Result>,
  settlings: readonly (() => void)[],
): Awaitable<Result> {
  if (!isSteps(answer)) return answer;
  if (longWork === undefined) return finishSteps(answer);
  const settle = () => {
    for (const action of settlings) action();
  };
  return longWork.run({ steps: answer, watch, isOperators: role === 'admin', settle });
}

function allowedMethod({ method: name, params, apiVersion, role }: RpcRequest): Method {
  // The parameters may contain the method too, if it is the same.
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

function createContext(
  services: RpcServices,
  request: RpcRequest,
  settlings: (() => void)[],
  openLedger: OpenLedgerReader | undefined,
): RpcContext {
  return {
    reader: services.reader,
    program: services.program,
    relay: services.relay,
    clock: services.clock,
    randomBytes: services.randomBytes,
    openLedger,
    params: request.params,
    apiVersion: request.apiVersion,
    role: request.role,
    subscription: request.subscription,
    traceparent: request.traceparent,
    beforePause: (action) => settlings.push(action),
    isAbandoned: () => request.watch?.isAbandoned() === true,
  };
}

const SECRET_NAMES: ReadonlySet<string> = new Set(['passphrase', 'secret', 'seed', 'seed_hex']);

/** Runs a request. Every failure is a result with `status: 'error'`. */
export function dispatch(services: RpcServices, request: RpcRequest): Awaitable<JsonObject> {
  return andThen(execute(services, request), (result) => {
    if (result.error === undefined) return { ...result, status: 'success' };
    const echo = maskSecrets({ ...request.params, command: request.method });
    return { ...result, status: 'error', request: echo };
  });
}

/**
 * The parameters with secrets masked at any depth: a client that confuses the envelopes may have them below the top
 * level, the only level that ServerHandler.cpp masks. Parameters without secrets are not copied, since they may be
 * large.
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
