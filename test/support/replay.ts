/**
 * Replays a recording of the reference and lists differences. Each recorded close time is passed to `ledger_accept`, so
 * headers must be identical, and with them state, metadata and order.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { RequestRefusal } from '../../src/server/admission/request-refusal.ts';
import { answerJsonRpc } from '../../src/server/envelopes/json-rpc-envelope.ts';
import { differences } from './differences.ts';
import { Env } from './env.ts';
import { HttpClient } from './http-client.ts';
import { recordedGenesis } from './recorded-chain.ts';
import {
  acceptedLines,
  type CloseLine,
  genesisText,
  type HttpLine,
  type Recording,
  type RpcLine,
} from './recording.ts';

/** Answers that depend on the process or the machine, not on the ledger. */
const VOLATILE_METHODS = new Set([
  'server_info',
  'server_state',
  'fee',
  'feature',
  'random',
  'server_definitions',
  'tx_history',
]);

const HEADER_FIELDS = [
  'account_hash',
  'transaction_hash',
  'close_time',
  'close_time_resolution',
  'close_flags',
  'total_coins',
  'parent_hash',
  'ledger_hash',
];

export interface ReplayOutcome {
  /** Number of compared ledgers, and of compared answers. */
  readonly ledgers: number;
  readonly answers: number;
  /** One line for each difference, with its place in the recording. Empty if there is none. */
  readonly problems: readonly string[];
}

/** Sends the text of a request, over HTTP or in this process. */
type Exchange = (request: string) => Promise<{ readonly status: number; readonly json: Json }>;

/**
 * Replays a recording through a server with this number of workers; 0: no workers. With workers each request uses a new
 * connection, so that any worker may answer it.
 */
export async function replayOverHttp(recording: Recording, threads = 0): Promise<ReplayOutcome> {
  const running = await startServer(recording, threads);
  const client = new HttpClient(running.port, 1, { keepAlive: threads === 0 });
  try {
    return await replay(recording, async (request) => {
      const { status, body } = await client.exchange(request);
      return { status, json: JSON.parse(body.toString()) as Json };
    });
  } finally {
    client.close();
    await running.stop();
  }
}

/**
 * Replays a recording without a socket. All its requests use the JSON-RPC envelope. `sendsBlobs`: submits the blobs
 * that the reference signed, instead of requests with a secret.
 */
export async function replayInProcess(recording: Recording, { sendsBlobs = false } = {}): Promise<ReplayOutcome> {
  const lines = sendsBlobs ? recording.lines.map(asBlob) : recording.lines;
  const env = await Env.create({ genesis: recordedGenesis(recording) });
  const { services } = env.weir;
  try {
    return await replay({ ...recording, lines }, async (request) => {
      try {
        const { status, body } = await answerJsonRpc(services, JSON.parse(request), 'admin', () => {});
        return { status, json: JSON.parse(JSON.stringify(body)) as Json };
      } catch (error) {
        // Recordings of unit tests have requests for version 3 of the API. They are not compared.
        if (error instanceof RequestRefusal) return { status: error.status, json: { result: {} } };
        throw error;
      }
    });
  } finally {
    await env.stop();
  }
}

function asBlob(line: Recording['lines'][number]): Recording['lines'][number] {
  if (line.kind !== 'rpc' || line.method !== 'submit' || line.result.tx_blob === undefined) return line;
  const { fail_hard } = line.params;
  const params = { tx_blob: line.result.tx_blob, ...(fail_hard !== undefined && { fail_hard }) };
  // The reference adds `DeliverMax` to what it signs.
  const { DeliverMax: _, ...tx_json } = line.result.tx_json as JsonObject;
  return { ...line, params, result: { ...line.result, tx_json } };
}

async function replay({ name, env, lines }: Recording, exchange: Exchange): Promise<ReplayOutcome> {
  const accepted = acceptedLines(name);
  const outcome = { ledgers: 1, answers: 0, problems: [] as string[] };
  const note = (lineNumber: number, found: readonly string[]) =>
    outcome.problems.push(...found.map((text) => `${name}:${lineNumber} ${text}`));
  note(1, await compareHeader(exchange, env.closed));
  for (const [index, line] of lines.entries()) {
    const number = index + 2;
    const found = line.kind === 'close' ? await replayClose(exchange, line) : await replayExchange(exchange, line);
    if (line.kind === 'close') outcome.ledgers += 1;
    else if (found === undefined || line.skip !== undefined || accepted.has(number)) continue;
    else outcome.answers += 1;
    note(number, found ?? []);
    // After a wrong ledger everything differs, so the replay ends.
    if (line.kind === 'close' && found?.length !== 0) break;
  }
  return outcome;
}

/** Starts a complete server with the recorded chain parameters as its genesis file. */
async function startServer(recording: Recording, threads: number): Promise<RunningServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-replay-'));
  const genesisFile = path.join(directory, 'genesis.json');
  writeFileSync(genesisFile, genesisText(recording));
  try {
    const words = ['--ephemeral', '--manual', '--port', '0', '--genesis', genesisFile, '--threads', String(threads)];
    return await runServer(parseStartOptions(words), pino({ level: 'silent' }));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function replayClose(exchange: Exchange, { header, txs }: CloseLine): Promise<string[]> {
  const accepted = await call(exchange, 'ledger_accept', { close_time: header.close_time as number });
  if (accepted.error !== undefined) return [`ledger_accept: ${JSON.stringify(accepted)}`];
  const found = await compareHeader(exchange, header);
  return found.length === 0 ? [] : [...found, ...(await compareTransactions(exchange, header, txs))];
}

/** Lists the transactions of a ledger whose metadata differ, to find the cause of a wrong header. */
async function compareTransactions(exchange: Exchange, header: JsonObject, txs: CloseLine['txs']): Promise<string[]> {
  const params = { ledger_index: header.ledger_index as number, transactions: true, expand: true, binary: true };
  const { ledger } = await call(exchange, 'ledger', params);
  const actual = ((ledger ?? {}) as JsonObject).transactions as readonly JsonObject[];
  const metadata = new Map(actual.map(({ tx_blob, meta }) => [tx_blob, meta]));
  return txs
    .filter(({ tx_blob, meta }) => metadata.get(tx_blob!) !== meta)
    .map(({ tx_blob, meta }) => `${tx_blob}: expected metadata ${meta}, got ${metadata.get(tx_blob!)}`);
}

async function compareHeader(exchange: Exchange, expected: JsonObject): Promise<string[]> {
  const { ledger } = await call(exchange, 'ledger', { ledger_index: expected.ledger_index as number });
  const actual = (ledger ?? {}) as JsonObject;
  return HEADER_FIELDS.filter((field) => expected[field] !== undefined && expected[field] !== null)
    .filter((field) => String(expected[field]) !== String(actual[field]))
    .map((field) => `ledger ${expected.ledger_index}: ${field}: expected ${expected[field]}, got ${actual[field]}`);
}

/** Lists differences; undefined if the answer is not compared. */
async function replayExchange(exchange: Exchange, line: RpcLine | HttpLine): Promise<string[] | undefined> {
  if (line.kind === 'rpc') {
    const actual = await call(exchange, line.method, line.params);
    return VOLATILE_METHODS.has(line.method) ? undefined : differences(line.result, actual, line.method);
  }
  const { status, json } = await exchange(line.body);
  const found = line.json === undefined ? [] : differences(line.json, json, 'answer');
  return status === line.status ? found : [...found, `expected status ${line.status}, got ${status}`];
}

async function call(exchange: Exchange, method: string, params: JsonObject): Promise<JsonObject> {
  const { json } = await exchange(JSON.stringify({ method, params: [params] }));
  return (json as { result: JsonObject }).result;
}
