/** `weir explain`: why a transaction gets its result, as text. */

import { CommandError } from '../command-error.ts';
import { createRpcClient, resultOf } from '../request/rpc-client.ts';
import { EXPLAIN_HELP, parseExplainOptions } from './explain-options.ts';
import { explanationText } from './explain-text.ts';

/** Runs the command; gives its exit code. */
export async function explain(args: readonly string[], print: (text: string) => void): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    print(EXPLAIN_HELP);
    return 0;
  }
  const { method, params, isShort, url } = parseExplainOptions(args);
  const result = await resultOf(createRpcClient(url), method, params);
  if (result.error === undefined) {
    print(explanationText(result, isShort));
    return 0;
  }
  const said = [result.error_message, result.error_what ?? result.error_exception].filter((text) => text !== undefined);
  throw new CommandError(`${method}: ${said.join(' ')} (${String(result.error)})`);
}
