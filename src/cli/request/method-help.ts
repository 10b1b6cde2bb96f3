/**
 * Help, completion and positional words of methods, from their parameters and documentation. Loaded on use, since a server does not
 * need it.
 */
import type { JsonObject } from '../../protocol/values.ts';
import type { Method } from '../../rpc/method/define-method.ts';
import { methodTable } from '../../rpc/table.ts';
import { usageError } from '../../util/command-error.ts';
import { optionLines } from '../options/option-table.ts';
import { JSON_HELP } from './json-help.ts';
import { METHOD_DOCS } from './method-docs.ts';
import { METHOD_OPTIONS } from './method-options.ts';
import { wordOfMethod } from './method-word.ts';

const FAILURES = {
  'without WebSocket': 'It needs a WebSocket, so it always fails on the command line.',
  always: 'It is not supported here, so it always fails.',
} as const;

/** The help of a method; the help of `weir json` for an unknown name. */
export function methodHelp(name: string): string {
  const method = methodTable.get(name);
  if (method === undefined) return JSON_HELP;
  const { summary, commandLine: form } = METHOD_DOCS.get(name)!;
  const remarks = [method.onlyFails === undefined ? undefined : FAILURES[method.onlyFails], form?.note];
  const words = wordTexts(method).map(([word, text]) => [word, text] as const);
  const params = method.params.map(
    (row) => [row.name, `${row.type}${row.required ? ', required' : ''}: ${row.text}`] as const,
  );
  return [
    [`${commandLine(method)} [--url URL]`],
    [summary, ...remarks.filter((remark) => remark !== undefined)],
    section('Words:', words),
    ['Options:', optionLines(METHOD_OPTIONS)],
    section(`Parameters in JSON (weir json ${name} '{…}'):`, params),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** The command line of a method. Without positional words it takes JSON parameters. */
export function commandLine({ name, params }: Method): string {
  const words = METHOD_DOCS.get(name)?.commandLine?.usage;
  if (words !== undefined) return `weir ${wordOfMethod(name)} ${words}`;
  return params.length === 0 ? `weir ${wordOfMethod(name)}` : `weir json ${name} '{…}'`;
}

/** The words that a method takes, each with what it means. */
export function wordTexts({ name, params }: Method): readonly (readonly [word: string, text: string])[] {
  const rows = METHOD_DOCS.get(name)?.commandLine?.words ?? [];
  return rows.map((row) => [row.name, row.text ?? params.find((param) => param.name === row.name)?.text ?? '']);
}

/** One sentence about a method. */
export function methodSummary(name: string): string {
  return METHOD_DOCS.get(name)!.summary;
}

/** Possible values of the words of a method, if few. */
export function wordValues({ name, params }: Method): readonly string[] {
  const rows = METHOD_DOCS.get(name)?.commandLine?.words ?? [];
  return rows.flatMap((row) => row.values ?? params.find((param) => param.name === row.name)?.values ?? []);
}

/** The parameters of a method call on the command line. Throws a usage error. */
export function parsePositionals(method: string, words: readonly string[]): JsonObject {
  const known = METHOD_DOCS.get(method)?.commandLine;
  if (known === undefined) {
    if (words.length === 0) return {};
    throw usageError(`${method} takes no words: give it parameters by weir json ${method} '{…}'`);
  }
  const { usage, min, max, parse } = known;
  if (words.length >= min && words.length <= max) return parse(words);
  throw usageError(`usage: weir ${wordOfMethod(method)} ${usage}`);
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  return rows.length === 0 ? [] : [title, ...rows.map(([name, text]) => `  ${name.padEnd(20)} ${text}`)];
}
