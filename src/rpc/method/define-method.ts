/**
 * What a method is: policy and parameters as data, beside the function that answers. HTTP, WebSocket, command line and
 * documents read the same rows. What documents and the command line say of it is in the `.doc.ts` beside it. (Role, condition and version bounds: the reference's Handler.cpp.)
 */
import type { JsonObject } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import type { ApiVersion, EngineContext, Role, RpcContext, ServerContext } from './context.ts';
import { type ParamRow, type ReadParam, readerOf } from './param-row.ts';

/**
 * Where a method can run. `nothing`: everywhere, since it needs validated ledgers at most. `ledger`: everywhere, unless
 * the request is about the open ledger. `this server`: in the main thread of the server that got the request. `engine`:
 * where transactions are applied; only there a method can change the ledger.
 */
export type MethodNeeds = 'nothing' | 'ledger' | 'this server' | 'engine';

/** The answer of a local half that only the engine can complete. */
export const CONTINUE_AT_ENGINE = Symbol('continue at the engine');

interface MethodFacts {
  readonly name: string;
  /** Least role that may call it. */
  readonly role: Role;
  readonly minApiVersion: ApiVersion;
  readonly maxApiVersion: ApiVersion;
  readonly params: readonly ParamRow[];
  /**
   * Set if a call over HTTP can only fail: the method needs a WebSocket, or is there only to be refused as the
   * reference refuses it. The help of the command line leaves such methods out.
   */
  readonly onlyFails?: 'without WebSocket' | 'always';
  /** Of a method that needs a ledger: true for a request that means the last validated one if it names none. */
  readonly meansValidated?: (params: JsonObject) => boolean;
}

/** What a method may use, by what it needs. */
interface ContextOf {
  readonly nothing: RpcContext;
  readonly ledger: RpcContext;
  readonly 'this server': ServerContext;
  readonly engine: EngineContext;
}

/** The fields of `result` without `status`. */
export type Answer<Result = JsonObject> = Result | Promise<Result> | Steps<Result>;

/** The half of a method for the engine that runs where the request came in. `read` reads a parameter by its row. */
type LocalHalf<More extends readonly unknown[]> = (
  context: RpcContext,
  ...more: More
) => Answer<JsonObject | typeof CONTINUE_AT_ENGINE>;

interface Running<Needs extends MethodNeeds, More extends readonly unknown[] = []> {
  readonly needs: Needs;
  /**
   * Answers a request. Faults are thrown as `RpcError`, or returned as a result with a member `error` where the reference
   * has no number for them. A method whose work is not bounded by a page does it in steps, and reads the open ledger by
   * `openLedgerSnapshot` only. One that needs nothing or a ledger begins again where it met a ledger of the archive, so
   * it changes nothing.
   */
  run(context: ContextOf[Needs], ...more: More): Answer;
  /**
   * Of a method that needs the engine: runs first, without it, and answers what it can. Begins again as the others do where
   * it met a ledger of the archive.
   */
  readonly runLocally?: Needs extends 'engine' ? LocalHalf<More> : never;
}

/** One of them for each need, so that a `switch` knows the context. */
type AnyRunning<More extends readonly unknown[] = []> = { [Needs in MethodNeeds]: Running<Needs, More> }[MethodNeeds];

export type Method = MethodFacts & AnyRunning;

/** A method as its file says it: for both API versions and without parameters, unless it says otherwise. */
type MethodDefinition<Name extends string, Needs extends MethodNeeds, Rows extends readonly ParamRow[]> = Omit<
  MethodFacts,
  'name' | 'minApiVersion' | 'maxApiVersion' | 'params'
> &
  Partial<Pick<Method, 'minApiVersion' | 'maxApiVersion'>> &
  Running<Needs, [read: ReadParam<Rows>]> & { readonly name: Name; readonly params?: Rows };

/** A method with the types of its name and its rows, which type requests to it. */
export type NamedMethod<Name extends string, Rows extends readonly ParamRow[]> = Method & {
  readonly name: Name;
  readonly params: Rows;
};

/** Completes a method's definition. */
export function defineMethod<
  const Name extends string,
  const Needs extends MethodNeeds,
  const Rows extends readonly ParamRow[] = readonly [],
>(definition: MethodDefinition<Name, Needs, Rows>): NamedMethod<Name, Rows> {
  const params = (definition.params ?? []) as Rows;
  const reader = readerOf(params);
  const { runLocally } = definition;
  return {
    minApiVersion: 1,
    maxApiVersion: 2,
    ...definition,
    params,
    run: (context: ContextOf[Needs]) => definition.run(context, reader(context)),
    ...(runLocally && { runLocally: (context: RpcContext) => runLocally(context, reader(context)) }),
  } as unknown as NamedMethod<Name, Rows>;
}
