/**
 * Writes `docs/command-line.md` from the tables of commands, options and methods (`npm run docs`). It shows the output
 * of the program. `test/docs/command-line-doc.test.ts` fails if the file is outdated.
 */
import path from 'node:path';
import { COMMANDS } from '../src/cli/command-table.ts';
import type { CommandShape } from '../src/cli/options/command.ts';
import { optionLines } from '../src/cli/options/option-table.ts';
import { DEFAULT_URL, SOCKET_URL, TOKEN_VARIABLE, URL_VARIABLE } from '../src/cli/options/server-url.ts';
import { shownMethods } from '../src/cli/request/json-help.ts';
import { METHOD_DOCS } from '../src/cli/request/method-docs.ts';
import { commandLine, wordTexts } from '../src/cli/request/method-help.ts';
import { METHOD_OPTIONS } from '../src/cli/request/method-options.ts';
import { SECRET_VARIABLE } from '../src/cli/terminal/secret.ts';
import type { Method } from '../src/rpc/method/define-method.ts';

/** Path of the document. */
export const COMMAND_LINE_DOCUMENT = path.join(import.meta.dirname, '../docs/command-line.md');

const HEAD = `# The command line

This page is for users of the program \`weir\`: it lists all commands with their words, options and exit codes. Generated from the
tables of commands, options and methods by \`npm run docs\`; do not edit.

In a checkout run \`npm run --silent weir -- …\`; where the package is installed, \`npx --no-install weir …\`. Every command and method
has \`--help\`; \`weir help COMMAND\` is the same. \`weir --version\` prints the version. Answers go to standard output, everything else
to standard error.

## Exit codes

| Code | Meaning |
|---|---|
| 0 | success |
| 1 | failure: the answer is an error, there is no server, a file cannot be used, or a check failed |
| 2 | the command is malformed: an unknown word or option, or an invalid value |
| 141 | the reader of standard output has closed it, as in \`weir types \\| head -1\`; the same as for a program that SIGPIPE ends |

A failure prints one line on standard error that begins with \`weir:\`; 141 prints nothing. For a misspelled word or option the line
names a similar one. \`weir start\` and \`weir channel watch\` continue if their output cannot be written.

## What a terminal shows

Texts of others (memos, domains, messages of other servers) may have characters that are not seen, that change the order of others, or
that control a terminal. All that commands and logs write has them as JSON escapes them, such as \`\\u202e\` for the override of the
direction: controls, formats, zero width, tags, lone halves of characters, unusual spaces. Tabs and line feeds stay. So JSON has the same
values, in files and pipes too. CSV in a file or pipe has each character as it is, for the program that reads it, and only a terminal gets
it escaped: a CSV file of strangers' memos that you show by \`cat\` is not safe.

## Environment

| Variable | Meaning |
|---|---|
| \`${URL_VARIABLE}\` | URL of the server for commands without \`--url\`; the default is \`${DEFAULT_URL}\`. \`${SOCKET_URL}PATH\` is a unix socket |
| \`${TOKEN_VARIABLE}\` | file with the [token of administrators](limits.md#a-machine-with-other-users) |
| \`${SECRET_VARIABLE}\` | secret with which \`weir channel\`, \`weir authorize\` and \`weir holders\` sign, without \`--secret-file\` |

## Completion

\`weir completion SHELL\` prints a script for bash, zsh or fish, which completes commands, methods, options and values. Print it again
after an upgrade.

| Shell | Line | File |
|---|---|---|
| bash | \`source <(weir completion bash)\` | \`~/.bashrc\` |
| zsh | \`source <(weir completion zsh)\` | \`~/.zshrc\`, after \`compinit\` |
| fish | \`weir completion fish \\| source\` | \`~/.config/fish/config.fish\` |

\`weir\` must be on the shell's path, for example after \`npm install --global /path/to/weir-ledger-weir-*.tgz\`.
`;

const METHODS_HEAD = `## Methods

\`weir METHOD WORDS\` calls a method of a running server and prints its answer as JSON. \`weir json METHOD '{…}'\` calls any method
with the parameters in [methods.md](methods.md). Words in square brackets are optional; write \`""\` for
one that is omitted before another. Everything after \`--\` is a word, even if it begins with a dash.

\`\`\`
${optionLines(METHOD_OPTIONS)}
\`\`\`

`;

/** The document's text. */
export async function commandLineDocument(): Promise<string> {
  const commands = await Promise.all(
    COMMANDS.map(async ({ name, shape }) => commandSections(`weir ${name}`, await shape(), 3)),
  );
  const methods = shownMethods();
  const hasWords = ({ name }: Method) => METHOD_DOCS.get(name)?.commandLine !== undefined;
  const withWords = methods.filter(hasWords);
  const others = methods.filter((method) => !hasWords(method));
  const rest = ['### Methods without words of their own\n', ...others.map((method) => `- \`${commandLine(method)}\``)];
  return `${[HEAD, '## Commands\n', ...commands, METHODS_HEAD + withWords.map(methodSection).join('\n'), ...rest].join('\n')}\n`;
}

function commandSections(title: string, { help, commands = new Map() }: CommandShape, level: number): string {
  const own = `${'#'.repeat(level)} ${title}\n\n\`\`\`\n${help}\n\`\`\`\n`;
  const below = [...commands].map(([name, shape]) => commandSections(`${title} ${name}`, shape, level + 1));
  return [own, ...below].join('\n');
}

function methodSection(method: Method): string {
  const note = METHOD_DOCS.get(method.name)?.commandLine?.note;
  const rows = wordTexts(method).map(([word, text]) => `| ${word} | ${text.replaceAll('|', '\\|')} |`);
  return [
    `### ${method.name}\n`,
    `\`${commandLine(method)}\`\n`,
    ...(note === undefined ? [] : [`${note}\n`]),
    '| Word | |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}
