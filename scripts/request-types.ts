/**
 * The text of `dist/types/request-types.d.ts`: the parameters and the answer of each method, for programs that compile
 * against the package. It is made from the table of methods and the recorded answers behind `docs/methods/`.
 */

import { METHOD_DOCS } from '../src/cli/request/method-docs.ts';
import type { Method } from '../src/rpc/method/define-method.ts';
import type { ParamRow } from '../src/rpc/method/param-row.ts';
import { methodTable } from '../src/rpc/table.ts';
import { type AnswerField, answerFields, isPlaceholder, nameOf, parentOf } from './methods-doc/answer-fields.ts';
import { fieldText } from './methods-doc/field-texts.ts';
import type { Recording } from './methods-doc/recording.ts';

const HEAD = `/**
 * Generated from \`src/rpc/table.ts\` and recorded answers; do not edit. What each method takes, and what it answers. A
 * field without a mark was in every recorded answer; any answer may have more of them.
 */

/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [field: string]: Json | undefined;
}

/** The name of a method. */
export type RequestMethod = keyof Requests;
/** The parameters of a method. */
export type RequestParams<Name extends RequestMethod> = Requests[Name]['params'];
/** The answer of a method. */
export type AnswerOf<Name extends RequestMethod> = Requests[Name]['answer'];
`;

const JSON_TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'JsonObject',
  array: 'readonly Json[]',
};

/** Fields that depend on the ledger and page of the request. */
const BY_REQUEST: ReadonlySet<string> = new Set([
  ...['ledger_hash', 'ledger_index', 'ledger_current_index', 'validated'],
  ...['limit', 'marker'],
]);

/** The text of the file. */
export function requestTypes(recordings: readonly Recording[]): string {
  const methods = [...methodTable.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  const members = methods.map((method) => {
    const own = recordings.filter(({ method: name }) => name === method.name);
    const lines = [`/** ${METHOD_DOCS.get(method.name)!.summary} */`, `readonly ${method.name}: {`];
    lines.push(...indented(paramLines(method)), ...indented(answerLines(method, own)), '};');
    return indented(lines).join('\n');
  });
  return `${HEAD}\n/** By the name of the method. */\nexport interface Requests {\n${members.join('\n')}\n}\n`;
}

function paramLines({ params }: Method): string[] {
  if (params.length === 0) return ['readonly params: Readonly<Record<string, never>>;'];
  return ['readonly params: {', ...indented(params.flatMap(paramRow)), '};'];
}

function paramRow(row: ParamRow): string[] {
  const type = row.values?.map((value) => `'${value}'`).join(' | ') ?? union(row.type.split(' or '));
  const names = row.members ?? [row.name];
  return names.flatMap((name) => [
    `/** ${row.text} */`,
    row.required === true ? `readonly ${key(name)}: ${type};` : `readonly ${key(name)}?: ${type} | undefined;`,
  ]);
}

function answerLines(method: Method, recordings: readonly Recording[]): string[] {
  const fields = answerFields(method.name, recordings);
  if (fields.length === 0) return ['readonly answer: JsonObject;'];
  return ['readonly answer: {', ...indented(membersAt('', method.name, fields)), '};'];
}

/** The members of the object at a path. If their names depend on the content, one type describes all of them. */
function membersAt(parent: string, method: string, fields: readonly AnswerField[]): string[] {
  const members = fields.filter(({ path: at }) => parentOf(at) === parent && !at.endsWith('[]'));
  const [first] = members;
  if (members.length === 1 && isPlaceholder(first!.path)) {
    const [type, ...more] = typeLines(first!, method, fields);
    return [textOf(method, first!), `readonly [${nameOf(first!.path).slice(1, -1)}: string]: ${type}`, ...more];
  }
  const lines = members
    .filter(({ path: at }) => !isPlaceholder(at))
    .flatMap((field) => {
      const [type, ...more] = typeLines(field, method, fields);
      const mark = field.isAlways && !BY_REQUEST.has(field.path) ? '' : '?';
      return [textOf(method, field), `readonly ${key(nameOf(field.path))}${mark}: ${type}`, ...more];
    });
  return [...lines, 'readonly [field: string]: Json | undefined;'];
}

function typeLines({ path: at, types }: AnswerField, method: string, fields: readonly AnswerField[]): string[] {
  const isList = types.join() === 'array' && fields.some(({ path: other }) => other === `${at}[]`);
  const place = isList ? `${at}[]` : at;
  const hasMembers = fields.some(({ path: other }) => parentOf(other) === place && !other.endsWith('[]'));
  if (!hasMembers || !(isList || types.join() === 'object'))
    return [`${isList ? 'readonly JsonObject[]' : union(types)};`];
  const [begin, end] = isList ? ['readonly {', '}[];'] : ['{', '};'];
  return [begin, ...indented(membersAt(place, method, fields)), end];
}

/** Links of the documents have no target here. */
function textOf(method: string, { path: at }: AnswerField): string {
  return `/** ${fieldText(method, at).replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '`docs/$1.md`')} */`;
}

function union(types: readonly string[]): string {
  return [...new Set(types.map((type) => JSON_TYPES[type] ?? 'Json'))].join(' | ');
}

function key(name: string): string {
  return /^[\w$]+$/.test(name) ? name : `'${name}'`;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
