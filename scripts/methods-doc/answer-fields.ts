/** The fields of recorded answers: their paths and types. */
import { METHOD_DOCS } from '../../src/cli/request/method-docs.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import type { MethodDoc } from '../../src/rpc/method-doc/method-doc.ts';
import { isJsonObject } from '../../src/rpc/params/json-values.ts';
import type { Recording } from './recording.ts';

export interface AnswerField {
  /** Path from the result: `lines[].balance`. A name that depends on the content is in angle brackets. */
  readonly path: string;
  /** Its JSON types, sorted. */
  readonly types: readonly string[];
  /** True if every answer has it, or every object at its parent's path. */
  readonly isAlways: boolean;
}

/** Fields that hold a transaction, metadata, a ledger entry or counters. Their members are not listed. */
const WHOLE_NAMES: ReadonlySet<string> = new Set([
  ...['tx_json', 'tx', 'meta', 'metadata', 'node', 'fields'],
  ...['load', 'counters', 'current_activities'],
]);

/** The fields of all successful answers of a method, in the order of first appearance, each after its parent. */
export function answerFields(method: string, recordings: readonly Pick<Recording, 'answer'>[]): AnswerField[] {
  const answers = recordings.map(({ answer }) => answer).filter(({ error }) => error === undefined);
  return fieldsOf(answers, METHOD_DOCS.get(method)!).filter(({ path }) => path !== 'status');
}

/** The fields of answers or messages. `whole` and `placeholders` are as in the documentation of a method. */
export function fieldsOf(
  values: readonly JsonObject[],
  { whole = [], placeholders = {} }: Pick<MethodDoc, 'whole' | 'placeholders'> = {},
): AnswerField[] {
  const types = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  const visit = (value: Json | undefined, path: string, name: string) => {
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (path !== '') (types.get(path) ?? types.set(path, new Set()).get(path)!).add(jsonType(value));
    if (WHOLE_NAMES.has(name) || whole.includes(path)) return;
    if (Array.isArray(value)) return visitElements(value as readonly Json[], path, visit);
    if (!isJsonObject(value)) return;
    const placeholder = placeholders[path];
    for (const [member, inner] of Object.entries(value)) {
      const shown = placeholder === undefined || member === 'status' ? member : placeholder;
      visit(inner, path === '' ? shown : `${path}.${shown}`, member);
    }
  };
  for (const value of values) visit(value, '', '');
  return withChildren('', [...types.keys()]).map((path) => ({
    path,
    types: [...types.get(path)!].sort(),
    isAlways: path.endsWith('[]') || counts.get(path) === counts.get(parentOf(path)),
  }));
}

/** The paths below a parent, each followed by its own children, otherwise in their order. */
function withChildren(parent: string, paths: readonly string[]): string[] {
  const children = paths.filter((path) => parentOf(path) === parent);
  return children.flatMap((path) => [path, ...withChildren(path, paths)]);
}

/** The path of the object or list that a field is in; empty for the answer itself. */
export function parentOf(path: string): string {
  if (path.endsWith('[]')) return path.slice(0, -2);
  return path.slice(0, Math.max(path.lastIndexOf('.'), 0));
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** True if the name is in angle brackets and represents names that depend on the content. */
export function isPlaceholder(path: string): boolean {
  return /^<.*>$/.test(nameOf(path));
}

/** Elements of lists of texts and numbers have no row of their own. */
function visitElements(
  values: readonly Json[],
  path: string,
  visit: (value: Json, path: string, name: string) => void,
): void {
  for (const value of values) if (isJsonObject(value)) visit(value, `${path}[]`, '');
}

function jsonType(value: Json | undefined): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
