/** The text of `weir --help`, from the tables of commands, methods and transaction types. */
import { SENT_TYPES } from '../transactions/types/table.ts';
import { COMMANDS } from './command-table.ts';
import { DEFAULT_URL, URL_VARIABLE } from './options/server-url.ts';
import { shownMethods } from './request/json-help.ts';

const METHOD_ROWS = [
  ['weir clock …', "read and move the ledger's clock (a server with --dev)"],
  ['weir snapshot|revert …', 'take a snapshot, revert to it (with --dev)'],
  ['weir fund|impersonate|drop …', 'fund accounts, submit for any account, drop a transaction (with --dev)'],
  ['weir METHOD [WORDS] [--url URL]', 'call a method of a running server'],
  ['weir --version | --help', "Weir's version (-v too); this text"],
] as const;

export const MAIN_HELP = `Weir: a ledger server that speaks the XRP Ledger's API.

${commandLines()}

Each command and each method has --help.

Methods:
${wrapped(
  shownMethods()
    .map(({ name }) => name)
    .join(', '),
)}

Types of transactions (weir types shows each):
${wrapped(SENT_TYPES.join(', '))}

${URL_VARIABLE} in the environment names the server where --url does not (${DEFAULT_URL}).
Exit code 0: success; 1: the answer is an error, or there is no server; 2: the command is malformed.`;

function commandLines(): string {
  const commands = COMMANDS.map(({ name, usage, summary }) => [`weir ${name} ${usage}`, summary] as const);
  const rows = [...commands, ...METHOD_ROWS];
  const width = Math.max(...rows.map(([line]) => line.length));
  return rows.map(([line, summary]) => `  ${line.padEnd(width)}  ${summary}`).join('\n');
}

/** Indents and wraps a text. */
function wrapped(text: string): string {
  return text.replace(/(?<line>.{1,90})(?: |$)/g, '  $<line>\n').trimEnd();
}
