/**
 * The specification of a method's parameters, one row each. It is used for documentation, for completion on the command
 * line, for reading requests, and for the types of both sides: what a caller may send, and what the method gets.
 */
import type { Json, JsonObject } from '../../protocol/values.ts';
import type { RpcContext } from './context.ts';

/**
 * Reads a member of a request. Faults are thrown as `RpcError`. `More` are arguments of the method for a member whose
 * meaning depends on earlier ones: a marker depends on the ledger and the account.
 */
export type ReadMember<Value, More extends readonly unknown[] = []> = (
  context: RpcContext,
  name: string,
  ...more: More
) => Value;

/** How a parameter is read (params/readers.ts), and what its JSON is. Spread into a row. */
export interface ParamReader<Type extends string, Value, More extends readonly unknown[] = []> {
  readonly type: Type;
  readonly read: ReadMember<Value, More>;
}

interface DocumentedParam {
  readonly name: string;
  /** The members of a row whose name stands for several. */
  readonly members?: readonly string[];
  /** Types of JSON, joined by ` or `. */
  readonly type: string;
  readonly required?: boolean;
  /** The allowed values of a text, if there are few. */
  readonly values?: readonly string[];
  /** Description for errors, for the documentation and for `--help`. */
  readonly text: string;
}

interface ReadRow extends DocumentedParam {
  readonly read: ReadMember<unknown, never[]>;
}

/** One of several parameters with a common meaning, which the reader of the row `readWith` reads. */
interface PartRow extends DocumentedParam {
  readonly readWith: string;
}

/** Has either a reader, or the name of the row that reads it. */
export type ParamRow = ReadRow | PartRow;

type ReadOf<Row extends ParamRow> = Row extends {
  readonly name: infer Name;
  readonly read: ReadMember<infer Value, infer More>;
}
  ? (name: Name, ...more: More) => Value
  : never;

/** A function that is each of the functions in a union. */
type AllOf<One> = (One extends unknown ? (one: One) => void : never) extends (all: infer All) => void ? All : never;

/**
 * Reads a parameter by its row. A method calls it in the order in which the reference checks, since the first error is
 * the result. A function that needs some rows accepts a reader for more rows.
 */
export type ReadParam<Rows extends readonly ParamRow[]> = AllOf<ReadOf<Rows[number]>>;

interface JsonTypes {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
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

type SentName<Row extends ParamRow> = Row extends { readonly members: readonly (infer Name extends string)[] }
  ? Name
  : Row['name'];

/** What a caller sends to a method with these rows, and nothing else. */
export type SentParams<Rows extends readonly ParamRow[]> = [Rows[number]] extends [never]
  ? Readonly<Record<string, never>>
  : {
      readonly [Row in Extract<Rows[number], { readonly required: true }> as SentName<Row>]: SentValue<Row>;
    } & {
      readonly [Row in Exclude<Rows[number], { readonly required: true }> as SentName<Row>]?:
        | SentValue<Row>
        | undefined;
    };

/** The function that reads a request by these rows. */
export function readerOf<Rows extends readonly ParamRow[]>(rows: Rows): (context: RpcContext) => ReadParam<Rows> {
  const reads = new Map(rows.map((row) => [row.name, 'read' in row ? row.read : undefined]));
  return (context) => {
    const read = (name: string, ...more: never[]) => reads.get(name)!(context, name, ...more);
    return read as ReadParam<Rows>;
  };
}
