/** Recordings of the reference server in `vectors/scenarios`: each line is an exchange or a closed ledger. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Json, JsonObject } from '../../src/protocol/values.ts';

const VECTORS = path.join(import.meta.dirname, '../../vectors');
const FOLDER = 'scenarios/';

/** The settings of the recorded chain, with the header of its second ledger. */
export interface EnvLine {
  readonly kind: 'env';
  readonly amendments: Json;
  readonly base_fee: Json;
  readonly reserve_base: Json;
  readonly reserve_inc: Json;
  readonly network_id?: Json;
  readonly entries?: Json;
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

/** A raw request. `json` is absent if the reference answered in plain text. */
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
  readonly txs: readonly JsonObject[];
}

export interface Recording {
  /** The name of its file. */
  readonly name: string;
  readonly env: EnvLine;
  /** The first one is line 2 of the file. */
  readonly lines: readonly (RpcLine | HttpLine | CloseLine)[];
}

/** File names of the recordings in the repository; all of them must replay. */
export function committedScenarios(): string[] {
  return readdirSync(path.join(VECTORS, FOLDER)).sort();
}

export function readRecording(name: string): Recording {
  const text = readFileSync(path.resolve(VECTORS, FOLDER, name), 'utf8');
  return parseRecording(path.basename(name), text.trim().split('\n'));
}

/** Parses a recording from its lines of JSON. */
export function parseRecording(name: string, texts: readonly string[]): Recording {
  const [env, ...lines] = texts.map((line) => JSON.parse(line)) as [EnvLine, ...Recording['lines']];
  return { name, env, lines };
}

/** The genesis file for the recorded chain. */
export function genesisText({ env: { closed, ...env } }: Recording): string {
  const { amendments, base_fee, reserve_base, reserve_inc, network_id, entries, rules } = env;
  const terms = { amendments, base_fee, reserve_base, reserve_inc, network_id, entries, rules };
  return JSON.stringify({ ...terms, close_time: closed.close_time });
}

interface AcceptedDifference {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** Numbers of the lines whose answers intentionally differ from the reference's. */
export function acceptedLines(name: string): ReadonlySet<number> {
  const text = readFileSync(path.join(VECTORS, 'accepted-differences.json'), 'utf8');
  const all = JSON.parse(text) as readonly AcceptedDifference[];
  return new Set(all.filter(({ file }) => file === name).map(({ line }) => line));
}
