/** `weir METHOD …` and `weir json METHOD 'PARAMS'`: calls a running server and prints its answer. */
import type { JsonObject } from '../../protocol/values.ts';
import { parseJsonObject } from '../../rpc/method-doc/positional-words.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { usageError } from '../../util/command-error.ts';
import { suggestion } from '../../util/nearest-word.ts';
import { serverUrl } from '../options/server-url.ts';
import { METHOD_OPTIONS } from './method-options.ts';
import { callAccountTx, createRpcClient } from './rpc-client.ts';

/**
 * Calls a method, or for `json` the method in the first word, and prints the answer. Resolves to the exit code: 1 if the answer is
 * an error.
 */
export async function rpcCall(method: string, args: readonly string[], print: (text: string) => void): Promise<number> {
  const { url, help, words } = splitArguments(method, args);
  if (help) {
    const { methodHelp } = await import('./method-help.ts');
    print(methodHelp(method));
    return 0;
  }
  const answer = await answerOf(method, words, serverUrl(url));
  print(JSON.stringify(answer, undefined, 2));
  return isError(answer) ? 1 : 0;
}

async function answerOf(method: string, words: readonly string[], url: string): Promise<JsonObject> {
  const call = createRpcClient(url);
  if (method !== 'json') {
    const { parsePositionals } = await import('./method-help.ts');
    const params = parsePositionals(method, words);
    return method === 'account_tx' ? callAccountTx(call, params) : call(method, params);
  }
  const [name, text = '{}', ...rest] = words;
  if (name === undefined || rest.length > 0) throw usageError("usage: weir json METHOD ['PARAMS']");
  return call(name, parseJsonObject(text, 'the second word'));
}

interface SplitArguments {
  readonly url: string | undefined;
  readonly help: boolean;
  readonly words: readonly string[];
}

/** Not by `parseArgs`, because `-1` is a ledger index here and not an option. Words after `--` are never options. */
function splitArguments(method: string, args: readonly string[]): SplitArguments {
  let url: string | undefined;
  let help = false;
  const words: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]!;
    if (word === '--') return { url, help, words: [...words, ...args.slice(at + 1)] };
    if (word === '--help' || word === '-h') help = true;
    else if (word === '--url') url = args[++at] ?? '';
    else if (word.startsWith('--url=')) url = word.slice('--url='.length);
    else if (/^-(?!\d)/.test(word)) throw unknownOption(word.split('=')[0]!, method);
    else words.push(word);
  }
  return { url, help, words };
}

function unknownOption(option: string, method: string) {
  const names = Object.keys(METHOD_OPTIONS).map((name) => `--${name}`);
  return usageError(`unknown option '${option}'${suggestion(option, names)} (see weir ${method} --help)`);
}

function isError({ result, error }: JsonObject): boolean {
  return error !== undefined || !isJsonObject(result) || result.error !== undefined;
}
