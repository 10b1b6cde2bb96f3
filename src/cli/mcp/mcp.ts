/**
 * `weir mcp`: a server of the Model Context Protocol on standard input and output, so that a language model can use a test bench:
 * one in this process, or that of a running server.
 */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createLedger, type RequestMethod } from '../../embedded/create-ledger.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { packageVersion } from '../../util/package-version.ts';
import type { CommandShape } from '../options/command.ts';
import { optionLines, parseWords, textOption } from '../options/option-table.ts';
import { serverUrl } from '../options/server-url.ts';
import { createRpcClient, successOf } from '../request/rpc-client.ts';
import { answerMcpLine } from './mcp-session.ts';
import { type McpCall, mcpTools } from './mcp-tools.ts';

const MCP_OPTIONS = {
  url: textOption('URL', 'a running server with --dev (default: a ledger in memory that ends with this program)'),
} as const;

const MCP_HELP = `weir mcp [--url URL]: lets a language model use a test bench, by the Model Context Protocol on standard
input and output. Tools: pay, submit, explain, snapshot, revert, advance_clock, accounts, and request for every method.

Configuration of a client:

  { "mcpServers": { "weir": { "command": "npx", "args": ["--no-install", "weir", "mcp"] } } }

${optionLines(MCP_OPTIONS)}

Exit code 0: the input has ended; 1: failure; 2: the command is malformed.`;

export const MCP_SHAPE: CommandShape = { help: MCP_HELP, options: MCP_OPTIONS };

const INSTRUCTIONS =
  'A test bench of the XRP Ledger. Amounts of XRP in transactions and answers are drops: 1 XRP is 1,000,000 drops. Take a ' +
  'snapshot before you try something, and revert afterwards. If a result is not tesSUCCESS, ask explain.';

/** Runs the command until the input ends; gives its exit code. `input` is for tests. */
export async function mcp(
  args: readonly string[],
  print: (text: string) => void,
  input: Readable = process.stdin,
): Promise<number> {
  const { values } = parseWords(args, MCP_OPTIONS, 'weir mcp');
  await using bench = await openBench(values.url);
  const server = { version: packageVersion(), instructions: INSTRUCTIONS, tools: mcpTools(bench.call) };
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    const answer = await answerMcpLine(line, server);
    if (answer !== undefined) print(answer);
  }
  return 0;
}

interface Bench extends AsyncDisposable {
  readonly call: McpCall;
}

async function openBench(url: string | undefined): Promise<Bench> {
  if (url !== undefined) {
    const client = createRpcClient(serverUrl(url));
    return { call: (method, params) => successOf(client, method, params), [Symbol.asyncDispose]: async () => {} };
  }
  const ledger = await createLedger();
  return {
    call: (method, params) => ledger.request(method as RequestMethod, params as never) as Promise<JsonObject>,
    [Symbol.asyncDispose]: () => ledger.stop(),
  };
}
