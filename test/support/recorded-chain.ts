/** The chain of a recording in the small world of `env.ts`: all its transactions are sent again, its ledgers close anew. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseGenesis } from '../../src/cli/start/genesis-file.ts';
import type { GenesisOptions } from '../../src/ledger/genesis.ts';
import type { Env } from './env.ts';
import { committedScenarios, genesisText, type Recording } from './recording.ts';
import { rpcOf } from './rpc-call.ts';

/** Where further recordings are, if they are anywhere: the folder that CI takes them from. */
const FURTHER = path.resolve(import.meta.dirname, '../..', process.env.WEIR_RECORDINGS ?? '../shared/vectors');
const SENDING = new Set(['submit', 'submit_multisigned']);

/** Those of the repository, and of the further ones those that are there. Names are relative to the further ones' folder. */
export function recordingsWith(...further: readonly string[]): string[] {
  const files = further.map((name) => path.join(FURTHER, name));
  return [...committedScenarios(), ...files.filter((file) => existsSync(file))];
}

/** All further recordings of a folder that replay; none where it is not there. */
export function furtherRecordings(folder: string): string[] {
  if (!existsSync(path.join(FURTHER, folder))) return [];
  const exceptions = readFileSync(path.join(import.meta.dirname, '../../vectors/exceptions.txt'), 'utf8').split(/\s/);
  const names = readdirSync(path.join(FURTHER, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.jsonl') && !exceptions.includes(path.basename(name)))
    .map((name) => path.join(folder, name))
    .sort();
}

/** How the recorded chain began. */
export function recordedGenesis(recording: Recording): GenesisOptions {
  return parseGenesis(genesisText(recording));
}

/** Sends what was sent, and closes what was closed: the ledgers are the recorded ones to the last bit. */
export async function sendRecorded(env: Env, { lines }: Recording): Promise<void> {
  const call = rpcOf(env);
  for (const line of lines) {
    if (line.kind === 'rpc' && SENDING.has(line.method)) await call(line.method, line.params);
    if (line.kind !== 'close') continue;
    await call('ledger_accept', { close_time: line.header.close_time as number });
    assert.equal(env.node.validated.hash, line.header.ledger_hash);
  }
}
