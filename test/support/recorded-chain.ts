/** Repeats recordings in an `Env`: submits their transactions and closes their ledgers again. */
import assert from 'node:assert/strict';
import { parseGenesis } from '../../src/cli/start/genesis-file.ts';
import type { GenesisOptions } from '../../src/ledger/genesis.ts';
import type { Env } from './env.ts';
import { genesisText, type Recording } from './recording.ts';
import { rpcOf } from './rpc-call.ts';

const SENDING = new Set(['submit', 'submit_multisigned']);

export function recordedGenesis(recording: Recording): GenesisOptions {
  return parseGenesis(genesisText(recording));
}

/** Submits the recorded transactions and closes the recorded ledgers, whose hashes must be equal. */
export async function sendRecorded(env: Env, { lines }: Recording): Promise<void> {
  const call = rpcOf(env);
  for (const line of lines) {
    if (line.kind === 'rpc' && SENDING.has(line.method)) await call(line.method, line.params);
    if (line.kind !== 'close') continue;
    await call('ledger_accept', { close_time: line.header.close_time as number });
    assert.equal(env.node.validated.hash, line.header.ledger_hash);
  }
}
