/**
 * `weir state`: moves the chain of a test bench to a file and back. This program writes and reads the file, with the rights of its own
 * user; the server sends and receives its content.
 */
import { readFile } from 'node:fs/promises';
import { readChainText } from '../../node/saved-chain.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { LOAD_PATH, SAVE_PATH } from '../../server/http/state-routes.ts';
import { StateFileError, stateRecords, writeStateFile } from '../../storage/state-file.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { optionLines, parseWords, textOption } from '../options/option-table.ts';
import { serverUrl, URL_DEFAULT_TEXT } from '../options/server-url.ts';
import { sendToServer } from '../request/server-request.ts';

const VERBS = ['save', 'load'] as const;

const STATE_OPTIONS = { url: textOption('URL', `the server (${URL_DEFAULT_TEXT})`) } as const;

const STATE_HELP = `weir state save FILE [SNAPSHOT]   writes the whole chain, or a snapshot of it (id or name), to a file
weir state load FILE              replaces the chain by that of a file

The server must be a test bench: one with --dev. A chain that is loaded replaces all that the server has, its snapshots too.

${optionLines(STATE_OPTIONS)}

Exit code 0: success; 1: failure; 2: the command is malformed.`;

export const STATE_SHAPE: CommandShape = { help: STATE_HELP, options: STATE_OPTIONS, words: VERBS };

/** Runs the command; gives its exit code. Rejects with a `CommandError`. */
export async function state(args: readonly string[], print: (text: string) => void): Promise<number> {
  const { values, positionals } = parseWords(args, STATE_OPTIONS, 'weir state', true);
  const [verb, file, snapshot, ...rest] = positionals;
  const isSave = verb === 'save';
  if (file === undefined || rest.length > 0 || !(isSave || (verb === 'load' && snapshot === undefined)))
    throw usageError('state takes save or load, and a file (see weir state --help)');
  const url = serverUrl(values.url);
  const answer = await (isSave ? save(url, file, snapshot) : load(url, file)).catch((error) => {
    throw error instanceof StateFileError ? new CommandError(error.message) : error;
  });
  print(JSON.stringify({ file, ...answer }, undefined, 2));
  return 0;
}

async function save(url: string, file: string, snapshot = ''): Promise<JsonObject> {
  const records = stateRecords(Buffer.from(await ask(url, SAVE_PATH, snapshot), 'base64'), 'the answer');
  await writeStateFile(file, records);
  const { ledgerIndex, ledgerHash } = readChainText(records[0]);
  return { ledger_index: ledgerIndex, ledger_hash: ledgerHash };
}

async function load(url: string, file: string): Promise<JsonObject> {
  const bytes = await readFile(file).catch((error) => {
    throw new CommandError(`cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
  });
  // Before it is sent, so that the error names the file.
  stateRecords(bytes, file);
  return JSON.parse(await ask(url, LOAD_PATH, bytes.toString('base64'))) as JsonObject;
}

async function ask(url: string, path: string, body: string): Promise<string> {
  const { status, text } = await sendToServer(url, { path, body, contentType: 'text/plain' });
  if (status === 200) return text;
  const { error, reason } = refusalIn(text);
  if (error === 'invalidParams' && status === 404)
    throw new CommandError('the server is no test bench: start it with --dev');
  throw new CommandError(reason ?? `the server answered ${status}`);
}

function refusalIn(text: string): { readonly error?: unknown; readonly reason?: string } {
  try {
    const answer: unknown = JSON.parse(text);
    const result = isJsonObject(answer) ? answer.result : undefined;
    if (!isJsonObject(result)) return {};
    return { error: result.error, reason: String(result.error_what ?? result.error_message) };
  } catch {
    return {};
  }
}
