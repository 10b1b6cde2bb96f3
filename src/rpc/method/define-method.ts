/**
 * What a method is: policy and parameters as data, beside the function that answers. HTTP, WebSocket, command line and
 * documents read the same rows. What documents and the command line say of it is in the `.doc.ts` beside it. (Role, condition and version bounds: the reference's Handler.cpp.)
 */
import type { JsonObject } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { requestedLedger } from '../params/ledger-lookup.ts';
import type { ApiVersion, Role, RpcContext } from './context.ts';
import { type ParamRow, type ReadParam, readerOf } from './param-row.ts';

/**
 * Which ledger a method cannot do without. The reference refuses while it has none; a Weir server has an open and a
 * validated ledger from its first moment on, so this is documentation here.
 */
export type LedgerNeed = 'none' | 'current' | 'closed' | 'network';

/** How a request names the ledger that it asks about: the same rows for every method that `lookupLedger` serves. */
export const LEDGER_PARAMS = [
  { name: 'ledger_hash', type: 'string', readWith: 'ledger_index', text: 'Hash of the ledger.' },
  { name: 'ledger_index', ...requestedLedger, text: 'Index, `validated`, `closed` or `current` (default).' },
] as const satisfies readonly ParamRow[];

export interface Method {
  readonly name: string;
  /** Least role that may call it. */
  readonly role: Role;
  readonly needs: LedgerNeed;
  readonly minApiVersion: ApiVersion;
  readonly maxApiVersion: ApiVersion;
  readonly params: readonly ParamRow[];
  /**
   * Set if a call over HTTP can only fail: the method needs a WebSocket, or is there only to be refused as the
   * reference refuses it. The help of the command line leaves such methods out.
   */
  readonly onlyFails?: 'without WebSocket' | 'always';
  /**
   * Answers a request: the fields of `result` without `status`. Faults are thrown as `RpcError`, or returned as a
   * result with a member `error` where the reference has no number for them. A method whose work is not bounded by a
   * page does it in steps, and reads the open ledger by `openLedgerSnapshot` only.
   */
  run(context: RpcContext): JsonObject | Promise<JsonObject> | Steps<JsonObject>;
}

type Answer = ReturnType<Method['run']>;

/** A method as its file says it: for both API versions and without parameters, unless it says otherwise. */
type MethodDefinition<Name extends string, Rows extends readonly ParamRow[]> = Omit<
  Method,
  'name' | 'minApiVersion' | 'maxApiVersion' | 'params' | 'run'
> &
  Partial<Pick<Method, 'minApiVersion' | 'maxApiVersion'>> & {
    readonly name: Name;
    readonly params?: Rows;
    /** `read` reads a parameter by its row. */
    run(context: RpcContext, read: ReadParam<Rows>): Answer;
  };

/** A method with the types of its name and its rows, which type requests to it. */
export type NamedMethod<Name extends string, Rows extends readonly ParamRow[]> = Method & {
  readonly name: Name;
  readonly params: Rows;
};

/** Completes a method's definition. */
export function defineMethod<const Name extends string, const Rows extends readonly ParamRow[] = readonly []>(
  definition: MethodDefinition<Name, Rows>,
): NamedMethod<Name, Rows> {
  const params = (definition.params ?? []) as Rows;
  const reader = readerOf(params);
  const run = (context: RpcContext): Answer => definition.run(context, reader(context));
  return { minApiVersion: 1, maxApiVersion: 2, ...definition, params, run };
}
