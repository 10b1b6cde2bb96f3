/**
 * The specification of a method's parameters, one row each. It documents them, completes them on the command line, says
 * how they are read, and gives the types of both ends: what a caller may send, and what the method gets.
 */
import type { Json, JsonObject } from '../../protocol/values.ts';
import type { RpcContext } from './context.ts';

/** Reads a member of a request. Faults are thrown as `RpcError`. */
export type ReadMember<Value = unknown> = (context: RpcContext, name: string) => Value;

/** How a parameter is read (params/readers.ts), and what its JSON is. Spread into a row. */
export interface ParamReader<Type extends string, Value> {
  readonly type: Type;
  readonly read: ReadMember<Value>;
}

export interface ParamRow {
  readonly name: string;
  /** Types of JSON, joined by ` or `. */
  readonly type: string;
  readonly required?: boolean;
  /** All that a text may be, where there is little to choose from. */
  readonly values?: readonly string[];
  /** For the documentation and for `--help`. */
  readonly text: string;
  /** Absent where several parameters are read together, by a function of their own. */
  readonly read?: ReadMember;
}

/** The names in rows that say how they are read. */
type ReadName<Rows extends readonly ParamRow[]> = Extract<Rows[number], { readonly read: ReadMember }>['name'];

type ValueOf<Rows extends readonly ParamRow[], Name> =
  Extract<Rows[number], { readonly name: Name }> extends { readonly read: ReadMember<infer Value> } ? Value : never;

/**
 * Reads a parameter as its row says, when it is called: a method asks in the order in which the reference checks, since
 * the first fault is the answer.
 */
export type ReadParam<Rows extends readonly ParamRow[]> = <Name extends ReadName<Rows>>(
  name: Name,
) => ValueOf<Rows, Name>;

interface JsonTypes {
  readonly string: string;
  readonly integer: number;
  readonly boolean: boolean;
  readonly object: JsonObject;
  readonly array: readonly Json[];
}

type JsonOf<Type extends string> = Type extends `${infer One} or ${infer Other}`
  ? JsonOf<One> | JsonOf<Other>
  : Type extends keyof JsonTypes
    ? JsonTypes[Type]
    : Json;

type SentValue<Row extends ParamRow> = Row extends { readonly values: readonly (infer Value)[] }
  ? Value
  : JsonOf<Row['type']>;

/** What a caller sends to a method with these rows. */
export type SentParams<Rows extends readonly ParamRow[]> = {
  readonly [Row in Extract<Rows[number], { readonly required: true }> as Row['name']]: SentValue<Row>;
} & {
  readonly [Row in Exclude<Rows[number], { readonly required: true }> as Row['name']]?: SentValue<Row> | undefined;
};

/** The function that reads a request by these rows. */
export function readerOf<Rows extends readonly ParamRow[]>(rows: Rows): (context: RpcContext) => ReadParam<Rows> {
  const reads = new Map(rows.map(({ name, read }) => [name, read]));
  return (context) => (name) => reads.get(name)!(context, name) as never;
}
