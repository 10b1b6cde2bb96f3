/**
 * A recording of what passes between clients and a server, as JSON lines: the settings of the chain, then each exchange and each
 * closed ledger in their order.
 */
import type { Json, JsonObject } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';

/** The first line: the settings of the recorded chain, and the header of its second ledger. */
export interface EnvLine {
  readonly kind: 'env';
  /** Ids. */
  readonly amendments: Json;
  /** In drops, as the next two. */
  readonly base_fee: Json;
  readonly reserve_base: Json;
  readonly reserve_inc: Json;
  readonly network_id?: Json;
  /** The whole state of ledger 1, from key to serialized entry; absent if the settings imply it. */
  readonly entries?: Json;
  /** The fees that the chain votes for, if they are not those of the reference. */
  readonly voted_fees?: Json;
  /** Names of amendments that are in force although no ledger lists them. */
  readonly rules?: Json;
  readonly closed: JsonObject;
}

export interface RpcLine {
  readonly kind: 'rpc';
  readonly method: string;
  readonly params: JsonObject;
  readonly result: JsonObject;
  /** The reason why this answer is not compared. */
  readonly skip?: string;
}

/** A raw request. `json` is absent if the server answered in plain text. */
export interface HttpLine {
  readonly kind: 'http';
  readonly body: string;
  readonly status: number;
  readonly json?: Json;
  readonly skip?: string;
}

export interface CloseLine {
  readonly kind: 'close';
  readonly header: JsonObject;
  /** `tx_blob` and `meta` of each, in hex. */
  readonly txs: readonly JsonObject[];
}

export type RecordedLine = RpcLine | HttpLine | CloseLine;

export interface Recording {
  /** The name of its file. */
  readonly name: string;
  readonly env: EnvLine;
  /** The first one is line 2 of the file. */
  readonly lines: readonly RecordedLine[];
}

const KINDS = new Set(['rpc', 'http', 'close']);

/**
 * Parses the lines of a recording.
 * @throws Error that names the line that is none of a recording
 */
export function parseRecording(name: string, texts: readonly string[]): Recording {
  const [env, ...lines] = texts.map((text, index) => parseLine(text, `${name}:${index + 1}`, index === 0));
  if (env === undefined) throw new Error(`${name} is empty`);
  return { name, env: env as unknown as EnvLine, lines: lines as unknown as RecordedLine[] };
}

function parseLine(text: string, place: string, isFirst: boolean): JsonObject {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (error) {
    throw new Error(`${place} is not JSON: ${(error as Error).message}`);
  }
  const kind = isJsonObject(line) ? line.kind : undefined;
  const isExpected = isFirst ? kind === 'env' : KINDS.has(String(kind));
  if (isExpected && isJsonObject(line)) return line;
  throw new Error(`${place} must be an object whose 'kind' is ${isFirst ? "'env'" : "'rpc', 'http' or 'close'"}`);
}

/** The genesis file (`cli/options/genesis-file.ts`) of the recorded chain. */
export function genesisText({ env: { closed, ...env } }: Recording): string {
  const { amendments, base_fee, reserve_base, reserve_inc, network_id, entries, voted_fees, rules } = env;
  const terms = { amendments, base_fee, reserve_base, reserve_inc, network_id, entries, voted_fees, rules };
  return JSON.stringify({ ...terms, close_time: closed.close_time });
}

/**
 * A submission with a secret as one of the blob that the server signed; other lines as they are. The answers are equal, except that a
 * server which signs adds `DeliverMax`.
 */
export function submittedAsBlob<Line extends RecordedLine>(line: Line | RpcLine): Line | RpcLine {
  if (line.kind !== 'rpc' || line.method !== 'submit' || line.result.tx_blob === undefined) return line;
  const { fail_hard } = line.params;
  const params = { tx_blob: line.result.tx_blob, ...(fail_hard !== undefined && { fail_hard }) };
  const { DeliverMax: _, ...tx_json } = line.result.tx_json as JsonObject;
  return { ...line, params, result: { ...line.result, tx_json } };
}
