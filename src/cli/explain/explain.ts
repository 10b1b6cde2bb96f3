/** `weir explain`: why a transaction gets its result, as text. */

import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { serverUrl, URL_DEFAULT_TEXT } from '../options/server-url.ts';
import { createRpcClient, resultOf } from '../request/rpc-client.ts';
import { explanationText } from './explain-text.ts';

/** What to ask the server. */
export interface ExplainQuestion {
  readonly method: 'explain' | 'simulate';
  readonly params: JsonObject;
  /** Without what was checked on the way. */
  readonly isShort: boolean;
  readonly url: string;
}

const EXPLAIN_OPTIONS = {
  short: flagOption('only the reason, and what to do'),
  url: textOption('URL', `the server (${URL_DEFAULT_TEXT})`),
} as const;

const EXPLAIN_HELP = `weir explain HASH|BLOB|FILE [options]: says why a transaction gets its result

  HASH   a transaction in a ledger, or on its way to one; one in a ledger is applied once more, there
  BLOB   a transaction in hex, which is tried on the open ledger
  FILE   a file with either; or with a transaction in JSON. What lacks in one without a signature is filled in

${optionLines(EXPLAIN_OPTIONS)}

The exit code is 0 if it is explained, whatever the result; 1 if not, 2 if not understood.`;

export const EXPLAIN_SHAPE: CommandShape = { help: EXPLAIN_HELP, options: EXPLAIN_OPTIONS };

const HASH = /^[0-9a-f]{64}$/i;
const BLOB = /^(?:[0-9a-f]{2})+$/i;

/** Reads the words after `weir explain`, and the file. Throws a usage error, or a `CommandError` about the file. */
export function parseExplainOptions(args: readonly string[]): ExplainQuestion {
  const { values, positionals } = parseWords(args, EXPLAIN_OPTIONS, 'weir explain', true);
  const [word, ...rest] = positionals;
  if (word === undefined || rest.length > 0) throw usageError('explain takes one word (see weir explain --help)');
  const question = isHexText(word) ? ofText(word) : ofFile(word);
  return { ...question, isShort: values.short, url: serverUrl(values.url) };
}

type Question = Pick<ExplainQuestion, 'method' | 'params'>;

function isHexText(word: string): boolean {
  return HASH.test(word) || (BLOB.test(word) && word.length > 64);
}

function ofText(text: string): Question {
  return { method: 'explain', params: HASH.test(text) ? { transaction: text } : { tx_blob: text } };
}

function ofFile(name: string): Question {
  const text = readText(name).trim();
  if (isHexText(text)) return ofText(text);
  const json = parseJson(text);
  if (json === undefined) throw new CommandError(`${name} holds no hash, no hex and no JSON object`);
  const { tx_blob: blob, tx_json: inner } = json;
  if (typeof blob === 'string') return ofText(blob);
  const tx = isJsonObject(inner) ? inner : json;
  const isSigned = tx.TxnSignature !== undefined || tx.Signers !== undefined;
  return isSigned
    ? { method: 'explain', params: { tx_json: tx } }
    : { method: 'simulate', params: { tx_json: tx, explain: true } };
}

function readText(name: string): string {
  try {
    return readFileSync(name, 'utf8');
  } catch (error) {
    throw new CommandError(`cannot read ${name}, which is no hash and no hex: ${(error as Error).message}`);
  }
}

function parseJson(text: string): JsonObject | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Runs the command; gives its exit code. */
export async function explain(args: readonly string[], print: (text: string) => void): Promise<number> {
  const { method, params, isShort, url } = parseExplainOptions(args);
  const result = await resultOf(createRpcClient(url), method, params);
  if (result.error === undefined) {
    print(explanationText(result, isShort));
    return 0;
  }
  const said = [result.error_message, result.error_what ?? result.error_exception].filter((text) => text !== undefined);
  throw new CommandError(`${method}: ${said.join(' ')} (${String(result.error)})`);
}
