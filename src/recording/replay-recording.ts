/**
 * Replays a recording against a server and lists differences. Each recorded close time is passed to `ledger_accept`, so headers
 * must be identical, and with them state, metadata and order.
 */
import type { Json, JsonObject } from '../protocol/values.ts';
import { differences } from './answer-differences.ts';
import type { CloseLine, HttpLine, Recording, RpcLine } from './recording.ts';

/** Answers that depend on the process or the machine, not on the ledger. */
const VOLATILE_METHODS: ReadonlySet<string> = new Set([
  'server_info',
  'server_state',
  'fee',
  'feature',
  'random',
  'server_definitions',
  'tx_history',
]);

/** Fields of a header in the answer of `ledger`. */
export const HEADER_FIELDS = [
  'account_hash',
  'transaction_hash',
  'close_time',
  'close_time_resolution',
  'close_flags',
  'total_coins',
  'parent_hash',
  'ledger_hash',
] as const;

export interface ReplayOutcome {
  /** Number of compared ledgers, and of compared answers. */
  readonly ledgers: number;
  readonly answers: number;
  /** One line for each difference, with its place in the recording. Empty if there is none. */
  readonly problems: readonly string[];
}

/** Sends the text of a request to the server under test. */
export type Exchange = (request: string) => Promise<{ readonly status: number; readonly json: Json }>;

/** `accepted`: numbers of the lines whose answers differ on purpose. After a wrong ledger everything differs, so the replay ends. */
export async function replayRecording(
  { name, env, lines }: Recording,
  exchange: Exchange,
  accepted: ReadonlySet<number> = new Set(),
): Promise<ReplayOutcome> {
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
    if (line.kind === 'close' && found?.length !== 0) break;
  }
  return outcome;
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
  const actual = (((ledger ?? {}) as JsonObject).transactions ?? []) as readonly JsonObject[];
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
