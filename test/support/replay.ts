/**
 * Replays a recording of the reference against a server of ours and says what differs. Each recorded close time is
 * passed to `ledger_accept`, so headers must agree to the last bit, and with them state, metadata and order.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { differences } from './differences.ts';
import { HttpClient } from './http-client.ts';
import {
  acceptedLines,
  type CloseLine,
  type EnvLine,
  type HttpLine,
  type RpcLine,
  readRecording,
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
  /** Ledgers and answers that were compared. */
  readonly ledgers: number;
  readonly answers: number;
  /** What differs, one line each with its place in the recording. Empty when all agrees. */
  readonly problems: readonly string[];
}

interface ReplayingServer {
  readonly running: RunningServer;
  readonly client: HttpClient;
}

/**
 * Replays a recording with so many workers; 0: one thread does all. With workers each request comes over a connection
 * of its own, so that it meets any of them.
 */
export async function replay(name: string, threads = 0): Promise<ReplayOutcome> {
  const { env, lines } = readRecording(name);
  const accepted = acceptedLines(name);
  const server = await startServer(env, threads);
  const outcome = { ledgers: 1, answers: 0, problems: [] as string[] };
  try {
    const note = (lineNumber: number, found: readonly string[]) =>
      outcome.problems.push(...found.map((text) => `${name}:${lineNumber} ${text}`));
    note(1, await compareHeader(server, env.closed));
    for (const [index, line] of lines.entries()) {
      const number = index + 2;
      const found = line.kind === 'close' ? await replayClose(server, line) : await replayExchange(server, line);
      if (line.kind === 'close') outcome.ledgers += 1;
      else if (found === undefined || line.skip !== undefined || accepted.has(number)) continue;
      else outcome.answers += 1;
      note(number, found ?? []);
    }
  } finally {
    server.client.close();
    await server.running.stop();
  }
  return outcome;
}

/** The server's own composition, with the recorded chain parameters as its genesis file. */
async function startServer({ closed, ...env }: EnvLine, threads: number): Promise<ReplayingServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-replay-'));
  const genesisFile = path.join(directory, 'genesis.json');
  const { amendments, base_fee, reserve_base, reserve_inc, network_id, entries } = env;
  const close_time = closed.close_time;
  const genesis = { amendments, base_fee, reserve_base, reserve_inc, network_id, entries, close_time };
  writeFileSync(genesisFile, JSON.stringify(genesis));
  try {
    const words = ['--ephemeral', '--manual', '--port', '0', '--genesis', genesisFile, '--threads', String(threads)];
    const running = await runServer(parseStartOptions(words), pino({ level: 'silent' }));
    return { running, client: new HttpClient(running.port, 1, { keepAlive: threads === 0 }) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function replayClose(server: ReplayingServer, { header }: CloseLine): Promise<string[]> {
  const accepted = await call(server, 'ledger_accept', { close_time: header.close_time as number });
  if (accepted.error !== undefined) return [`ledger_accept: ${JSON.stringify(accepted)}`];
  return compareHeader(server, header);
}

async function compareHeader(server: ReplayingServer, expected: JsonObject): Promise<string[]> {
  const { ledger } = await call(server, 'ledger', { ledger_index: expected.ledger_index as number });
  const actual = (ledger ?? {}) as JsonObject;
  return HEADER_FIELDS.filter((field) => expected[field] !== undefined && expected[field] !== null)
    .filter((field) => String(expected[field]) !== String(actual[field]))
    .map((field) => `ledger ${expected.ledger_index}: ${field}: expected ${expected[field]}, got ${actual[field]}`);
}

/** What differs; undefined if the answer is none to compare. */
async function replayExchange(server: ReplayingServer, line: RpcLine | HttpLine): Promise<string[] | undefined> {
  if (line.kind === 'rpc') {
    const actual = await call(server, line.method, line.params);
    return VOLATILE_METHODS.has(line.method) ? undefined : differences(line.result, actual, line.method);
  }
  const { status, json } = await post(server, line.body);
  const found = line.json === undefined ? [] : differences(line.json, json, 'answer');
  return status === line.status ? found : [...found, `expected status ${line.status}, got ${status}`];
}

async function call(server: ReplayingServer, method: string, params: JsonObject): Promise<JsonObject> {
  const { json } = await post(server, JSON.stringify({ method, params: [params] }));
  return (json as { result: JsonObject }).result;
}

async function post({ client }: ReplayingServer, request: string): Promise<{ status: number; json: Json }> {
  const { status, body } = await client.exchange(request);
  return { status, json: JSON.parse(body.toString()) as Json };
}
