/** What `--help` says of methods, from the table of methods and that of the words they take. */
import type { Method } from '../rpc/define-method.ts';
import { methodTable } from '../rpc/table.ts';
import { METHOD_OPTIONS } from './method-options.ts';
import { optionLines } from './option-table.ts';
import { POSITIONAL_FORMS } from './positional-forms.ts';

const JSON_HELP = `weir json METHOD ['PARAMS'] [--url URL]

Calls any method with parameters in JSON, for example: weir json account_info '{"account":"r…"}'

Options:
${optionLines(METHOD_OPTIONS)}

The exit code is 0 if it was done, 1 if the answer is an error or there is no server, 2 if not understood.`;

const FAILURES = {
  'without WebSocket': 'It needs a WebSocket, so on the command line it can only fail.',
  always: 'There is nothing for it to do here, so it can only fail.',
} as const;

/** The methods that a command line can call with success, by name. */
export function shownMethods(): readonly Method[] {
  const shown = [...methodTable.values()].filter(({ onlyFails }) => onlyFails === undefined);
  return shown.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The help of one method; that of `weir json` for another name. */
export function methodHelp(name: string): string {
  const method = methodTable.get(name);
  if (method === undefined) return JSON_HELP;
  const form = POSITIONAL_FORMS.get(name);
  const remarks = [method.onlyFails === undefined ? undefined : FAILURES[method.onlyFails], form?.note];
  const words = wordTexts(method).map(([word, text]) => [word, text] as const);
  const params = method.params.map(
    (row) => [row.name, `${row.type}${row.required ? ', required' : ''}: ${row.text}`] as const,
  );
  return [
    [`${commandLine(method)} [--url URL]`],
    [method.summary, ...remarks.filter((remark) => remark !== undefined)],
    section('Words:', words),
    ['Options:', optionLines(METHOD_OPTIONS)],
    section(`Parameters in JSON (weir json ${name} '{…}'):`, params),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** How a method is called. One without words of its own takes its parameters in JSON. */
export function commandLine({ name, params }: Method): string {
  const words = POSITIONAL_FORMS.get(name)?.usage;
  if (words !== undefined) return `weir ${name} ${words}`;
  return params.length === 0 ? `weir ${name}` : `weir json ${name} '{…}'`;
}

/** The words that a method takes, each with what it means. */
export function wordTexts({ name, params }: Method): readonly (readonly [word: string, text: string])[] {
  const rows = POSITIONAL_FORMS.get(name)?.words ?? [];
  return rows.map((row) => [row.name, row.text ?? params.find((param) => param.name === row.name)?.text ?? '']);
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  return rows.length === 0 ? [] : [title, ...rows.map(([name, text]) => `  ${name.padEnd(20)} ${text}`)];
}
