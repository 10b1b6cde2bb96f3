/** Repeats recordings in an `Env`: submits their transactions and closes their ledgers again. */
import assert from 'node:assert/strict';
import { parseGenesis } from '../../src/cli/options/genesis-file.ts';
import type { GenesisOptions } from '../../src/ledger/genesis.ts';
import { parseTransaction, type Transaction } from '../../src/protocol/transaction/transaction.ts';
import { genesisText, type Recording } from '../../src/recording/recording.ts';
import { hexToBytes } from '../../src/util/hex.ts';
import { Env, submitNow } from './env.ts';
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

/** A step of a recorded chain: the signed transaction of a submission, or a close. */
export type SentStep =
  | { readonly transaction: Transaction; readonly failHard: boolean }
  | { readonly closeTimeSeconds: number };

export function* sentSteps({ lines }: Recording): Generator<SentStep, void> {
  for (const line of lines) {
    if (line.kind === 'close') yield { closeTimeSeconds: line.header.close_time as number };
    if (line.kind !== 'rpc' || line.method !== 'submit' || typeof line.result.tx_blob !== 'string') continue;
    const transaction = parseTransaction(hexToBytes(line.result.tx_blob));
    yield { transaction, failHard: line.params.fail_hard === true };
  }
}

export async function takeStep({ node }: Env, step: SentStep): Promise<void> {
  if ('closeTimeSeconds' in step) await node.acceptLedger(step.closeTimeSeconds);
  else submitNow(node, step.transaction, { failHard: step.failHard });
}

/** The recorded chain, from its signed transactions. */
export async function sentChain(recording: Recording): Promise<Env> {
  const env = await Env.create({ genesis: recordedGenesis(recording) });
  for (const step of sentSteps(recording)) await takeStep(env, step);
  return env;
}
