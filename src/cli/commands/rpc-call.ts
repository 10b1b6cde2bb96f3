/** `weir <method> …` and `weir json <method> '<params>'`: calls a running server and prints its answer. */
import type { JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/json-values.ts';
import { methodTable } from '../../rpc/table.ts';
import { usageError } from '../command-error.ts';
import { methodHelp } from '../help.ts';
import { parseJsonObject, parsePositionals } from '../positional-arguments.ts';
import { callAccountTx, createRpcClient, DEFAULT_URL } from '../rpc-client.ts';

/** Runs the call; prints the answer as JSON. Gives the exit code: 1 if the answer is an error. */
export async function rpcCall(method: string, args: readonly string[], print: (text: string) => void): Promise<number> {
  if (method !== 'json' && !methodTable.has(method)) {
    throw usageError(`unknown command '${method}' (weir --help lists them)`);
  }
  const { url, help, words } = splitArguments(args);
  if (help) {
    print(methodHelp(method));
    return 0;
  }
  const answer = await answerOf(method, words, url);
  print(JSON.stringify(answer, undefined, 2));
  return isError(answer) ? 1 : 0;
}

function answerOf(method: string, words: readonly string[], url: string): Promise<JsonObject> {
  const call = createRpcClient(url);
  if (method === 'account_tx') return callAccountTx(call, parsePositionals(method, words));
  if (method !== 'json') return call(method, parsePositionals(method, words));
  const [name, text = '{}', ...rest] = words;
  if (name === undefined || rest.length > 0) throw usageError("usage: weir json <method> ['<params>']");
  return call(name, parseJsonObject(text, 'the second word'));
}

/** By hand, because `-1` is a ledger index here and no option. */
function splitArguments(args: readonly string[]): { url: string; help: boolean; words: readonly string[] } {
  let url = DEFAULT_URL;
  let help = false;
  const words: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]!;
    if (word === '--help' || word === '-h') help = true;
    else if (word === '--url') url = args[++at] ?? '';
    else if (word.startsWith('--url=')) url = word.slice('--url='.length);
    else if (word.startsWith('--')) throw usageError(`unknown option '${word}' (see weir --help)`);
    else words.push(word);
  }
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw usageError(`--url must be an http or https URL, not '${url}'`);
  return { url, help, words };
}

function isError({ result, error }: JsonObject): boolean {
  return error !== undefined || !isJsonObject(result) || result.error !== undefined;
}
