/** `weir record`: a proxy in front of a server that writes what passes as a recording. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { escapeInvisible } from '../../../explorer/values/invisible.js';
import { LinkError } from '../../client/ledger-link.ts';
import { Recorder } from '../../recording/recorder.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { optionLines, parseWords, textOption, wholeNumber } from '../options/option-table.ts';
import { serverUrl, URL_DEFAULT_TEXT } from '../options/server-url.ts';
import { createRpcClient, resultOf } from '../request/rpc-client.ts';
import { processTerminal } from '../terminal/terminal.ts';
import { RecordingProxy } from './recording-proxy.ts';

const DEFAULT_PORT = 5105;
const MAX_PORT = 0xffff;

const RECORD_OPTIONS = {
  url: textOption('URL', `the server, for HTTP (${URL_DEFAULT_TEXT})`),
  websocket: textOption('URL', 'its address for WebSockets (default: that of HTTP, with ws or wss)'),
  port: textOption('N', `where clients connect, on this machine; 0: any free port (default: ${DEFAULT_PORT})`),
} as const;

const RECORD_HELP = `weir record FILE [options]: passes requests on to a server, and writes them with their answers as a recording

The file begins with the ledgers of the chain so far, so the server must have its first ledger. Then it gets each request over
HTTP or WebSocket, its answer, and each ledger that closes, until the command gets SIGINT or SIGTERM. weir replay FILE
runs it against a new chain. The name of FILE must end with .jsonl.

Secrets are not written: a submission with a secret is written as one of the signed blob, and other requests with secrets are left out.

${optionLines(RECORD_OPTIONS)}

Exit code 0: the recording is complete; 1: failure; 2: the command is malformed.`;

export const RECORD_SHAPE: CommandShape = { help: RECORD_HELP, options: RECORD_OPTIONS };

/** Runs the command until `until` resolves; gives its exit code. */
export async function record(
  args: readonly string[],
  print: (text: string) => void,
  until: () => Promise<void> = stopSignal,
): Promise<number> {
  const { values, positionals } = parseWords(args, RECORD_OPTIONS, 'weir record', true);
  const [name, ...more] = positionals;
  if (name?.endsWith('.jsonl') !== true || more.length > 0) throw usageError('record takes one file, NAME.jsonl');
  const url = serverUrl(values.url, undefined, 'TCP');
  const port = values.port === undefined ? DEFAULT_PORT : wholeNumber('--port', values.port, MAX_PORT);
  const call = createRpcClient(url);
  const file = create(name);
  let fault: Error | undefined;
  try {
    const recorder = new Recorder(
      (method, params) => resultOf(call, method, params),
      (line) => writeSync(file, `${escapeInvisible(JSON.stringify(line))}\n`),
    );
    await recorder.begin();
    const onFault = (error: Error) => {
      fault ??= error;
      processTerminal.note(`weir: not recorded: ${error.message}`);
    };
    const target = new URL(url);
    const webSocket = webSocketUrl(values.websocket ?? url.replace(/^http/, 'ws'));
    const proxy = await RecordingProxy.open({ target, webSocket, port, recorder, onFault });
    print(`weir record listens on http://${proxy.address} and ws://${proxy.address}, for ${url}`);
    await until();
    await proxy.close();
    print(
      `${name}: ledgers 2 to ${recorder.lastIndex} and ${recorder.answers} answers${leftOutText(recorder.leftOut)}`,
    );
  } catch (error) {
    if (error instanceof LinkError) throw new CommandError(error.message);
    throw error;
  } finally {
    closeSync(file);
  }
  return fault === undefined ? 0 : 1;
}

function leftOutText(count: number): string {
  return count === 0 ? '' : `; ${count} requests with secrets or subscriptions were left out`;
}

function webSocketUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'ws:' || url?.protocol === 'wss:') return url;
  throw usageError('--websocket must be a ws or wss URL such as ws://127.0.0.1:6006');
}

/** An existing file is not overwritten. */
function create(name: string): number {
  try {
    return openSync(name, 'wx');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(code === 'EEXIST' ? `${name} exists already` : `cannot write ${name}: ${code}`);
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
}
