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

/** The request to send. */
export interface ExplainRequest {
  readonly method: 'explain' | 'simulate';
  readonly params: JsonObject;
  /** Without the list of checks. */
  readonly isShort: boolean;
  readonly url: string;
}

const EXPLAIN_OPTIONS = {
  short: flagOption('only the reason and the advice'),
  url: textOption('URL', `the server (${URL_DEFAULT_TEXT})`),
} as const;

const EXPLAIN_HELP = `weir explain HASH|BLOB|FILE [options]: explains why a transaction gets its result

  HASH   a validated or pending transaction; a validated one is applied again on its ledger
  BLOB   a transaction in hex, which is applied to the open ledger as a trial
  FILE   a file with a hash, hex, or a transaction in JSON; absent fields of an unsigned one are filled in

${optionLines(EXPLAIN_OPTIONS)}

Exit code 0: explained, for any result; 1: not explained; 2: the command is malformed.`;

export const EXPLAIN_SHAPE: CommandShape = { help: EXPLAIN_HELP, options: EXPLAIN_OPTIONS };

const HASH = /^[0-9a-f]{64}$/i;
const BLOB = /^(?:[0-9a-f]{2})+$/i;

/** Reads the words after `weir explain`, and the file. Throws a usage error, or a `CommandError` about the file. */
export function parseExplainOptions(args: readonly string[]): ExplainRequest {
  const { values, positionals } = parseWords(args, EXPLAIN_OPTIONS, 'weir explain', true);
  const [word, ...rest] = positionals;
  if (word === undefined || rest.length > 0) throw usageError('explain takes one word (see weir explain --help)');
  const question = isHexText(word) ? ofText(word) : ofFile(word);
  return { ...question, isShort: values.short, url: serverUrl(values.url) };
}

type Question = Pick<ExplainRequest, 'method' | 'params'>;

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
  if (json === undefined) throw new CommandError(`${name} contains no hash, no hex and no JSON object`);
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
    throw new CommandError(`cannot read ${name}, which is not a hash and not hex: ${(error as Error).message}`);
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
