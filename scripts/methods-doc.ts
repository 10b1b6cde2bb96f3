/**
 * Writes `docs/methods.md` from the table of methods, and `docs/method-differences.md` (`npm run docs`), so that what is
 * documented is what the server answers. `test/methods-doc.test.ts` fails when the file is behind the table.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandLine } from '../src/cli/help.ts';
import type { Method, ParamRow } from '../src/rpc/define-method.ts';
import { methodTable } from '../src/rpc/table.ts';
import { DIFFERENCES_DOCUMENT, differencesDocument } from './method-differences.ts';

/** Where the document is kept. */
export const METHODS_DOCUMENT = path.join(import.meta.dirname, '../docs/methods.md');

const HEAD = `# Methods

Generated from \`src/rpc/table.ts\` by \`npm run docs\`; do not edit.

A request is an HTTP POST to \`/\` with \`{"method": "…", "params": [{…}]}\`, or the flat form \`{"id": …, "command": "…", …}\`
with the parameters at top level; a WebSocket takes the flat form. Version 1 of the API is spoken unless the parameter
\`api_version\` says 2. Parameters that a method does not know are ignored.

A method for the **admin** answers only requests from this machine on the operator's port (see the README's "Who may do
what"); everybody else gets \`forbidden\`. \`sign\`, \`sign_for\`, \`channel_authorize\` and \`submit\` with a secret sign for the
administrator only; everybody else gets \`notSupported\`.

[errors.md](errors.md) lists the errors, [compatibility.md](compatibility.md) what differs from the reference.
`;

/** The document's text. */
export function methodsDocument(): string {
  const methods = [...methodTable.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const index = methods.map(({ name, role, summary }) => `| [\`${name}\`](#${name}) | ${role} | ${summary} |`);
  const table = ['| Method | For | What it does |', '|---|---|---|', ...index].join('\n');
  return `${[HEAD, table, '', ...methods.map(section)].join('\n').trimEnd()}\n`;
}

function section(method: Method): string {
  return [
    `## ${method.name}\n`,
    `${method.summary}\n`,
    `For: ${method.role}. API versions: ${versions(method)}. Command line: ${onCommandLine(method)}\n`,
    method.params.length === 0 ? 'No parameters.\n' : `${parameters(method.params)}\n`,
  ].join('\n');
}

function onCommandLine(method: Method): string {
  if (method.onlyFails === 'always') return 'none, it can only fail';
  return method.onlyFails === undefined ? `\`${commandLine(method)}\`` : 'none, it needs a WebSocket';
}

function versions({ minApiVersion, maxApiVersion }: Method): string {
  return minApiVersion === maxApiVersion ? `${minApiVersion} only` : `${minApiVersion} and ${maxApiVersion}`;
}

function parameters(rows: readonly ParamRow[]): string {
  const lines = rows.map(
    ({ name, type, required = false, text }) => `| \`${name}\` | ${type} | ${required ? 'yes' : 'no'} | ${text} |`,
  );
  return ['| Parameter | Type | Required | |', '|---|---|---|---|', ...lines].join('\n');
}

if (import.meta.main) {
  writeFileSync(METHODS_DOCUMENT, methodsDocument());
  writeFileSync(DIFFERENCES_DOCUMENT, differencesDocument());
}
