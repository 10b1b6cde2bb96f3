/**
 * The definition of a method: policy and parameters as data, and the function that runs it. HTTP, WebSocket, command
 * line and documentation use the same rows. The `.doc.ts` file beside a method has its texts. Role, condition and
 * version bounds are as in the reference's Handler.cpp.
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

/** Result of a local half if the engine must continue. */
export const CONTINUE_AT_ENGINE = Symbol('continue at the engine');

interface MethodFacts {
  readonly name: string;
  /** Least role that may call it. */
  readonly role: Role;
  readonly minApiVersion: ApiVersion;
  readonly maxApiVersion: ApiVersion;
  readonly params: readonly ParamRow[];
  /**
   * Set if a call over HTTP always fails: the method needs a WebSocket, or exists only to return the reference's error.
   * `--help` omits such methods.
   */
  readonly onlyFails?: 'without WebSocket' | 'always';
  /** True if it writes or reads a file whose name is in the request. A language model may not call it. */
  readonly usesFiles?: true;
  /** For a method that needs a ledger: true if a request without a ledger means the last validated one. */
  readonly meansValidated?: (params: JsonObject) => boolean;
}

/** The context of a method, by its needs. */
interface ContextOf {
  readonly nothing: RpcContext;
  readonly ledger: RpcContext;
  readonly 'this server': ServerContext;
  readonly engine: EngineContext;
}

/** The fields of `result` without `status`. */
export type Answer<Result = JsonObject> = Result | Promise<Result> | Steps<Result>;

/** The local half of an engine method, which runs where the request arrived. `read` reads a parameter by its row. */
type LocalHalf<More extends readonly unknown[]> = (
  context: RpcContext,
  ...more: More
) => Answer<JsonObject | typeof CONTINUE_AT_ENGINE>;

interface Running<Needs extends MethodNeeds, More extends readonly unknown[] = []> {
  readonly needs: Needs;
  /**
   * Runs a request. Errors are thrown as `RpcError`, or returned as a result with a member `error` if the reference has
   * no number for them. A method whose work is not bounded by a page runs in steps, and reads the open ledger by
   * `openLedgerSnapshot` only. A method that needs nothing or a ledger may run again after data is loaded from the
   * archive, so it must change nothing.
   */
  run(context: ContextOf[Needs], ...more: More): Answer;
  /**
   * For a method that needs the engine: runs first, without it, and may return a result. It may run again after data is
   * loaded from the archive.
   */
  readonly runLocally?: Needs extends 'engine' ? LocalHalf<More> : never;
}

/** A union over the needs, so that a `switch` narrows the context. */
type AnyRunning<More extends readonly unknown[] = []> = { [Needs in MethodNeeds]: Running<Needs, More> }[MethodNeeds];

export type Method = MethodFacts & AnyRunning;

/** A method as its file defines it. Defaults: both API versions, no parameters. */
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
