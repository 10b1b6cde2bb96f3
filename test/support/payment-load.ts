/** Clients that pay each other as fast as the server answers, until the server ends. */
import assert from 'node:assert/strict';
import { signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import type { ChainWitness } from './chain-witness.ts';
import type { Party } from './env.ts';
import { ServerGoneError, type ServerProcess } from './server-process.ts';

const FEE_DROPS = 10n;

/** Each party repeatedly pays the next one. Resolves when the server was killed; rejects if a payment fails. */
export async function payInCircle(
  server: ServerProcess,
  parties: readonly Party[],
  witness: ChainWitness,
): Promise<void> {
  await untilGone(async () => {
    await Promise.all(
      parties.map(async (from, at) => {
        let sequence = await nextSequence(server, from);
        const to = parties[(at + 1) % parties.length]!;
        for (;;) await pay(server, witness, from, to, 1n, sequence++);
      }),
    );
  });
}

/** Reads new ledgers until the server is killed. */
export async function watch(server: ServerProcess, witness: ChainWitness): Promise<void> {
  await untilGone(async () => {
    for (;;) await witness.observe(server);
  });
}

/** Signs and submits one payment, which must succeed in the open ledger. */
export async function pay(
  server: ServerProcess,
  witness: ChainWitness,
  from: Party,
  to: Party,
  drops: bigint,
  sequence: number,
): Promise<void> {
  const fields = {
    TransactionType: 'Payment',
    Account: from.id,
    Destination: to.id,
    Amount: drops,
    Fee: FEE_DROPS,
    Sequence: sequence,
    Flags: 0,
  };
  const { id, blob } = signTransaction({ ...fields, SigningPubKey: from.keys.publicKey }, from.keys);
  witness.expect(id, { from: from.address, to: to.address, feeDrops: FEE_DROPS });
  const { engine_result } = await server.call('submit', { tx_blob: bytesToHex(blob) });
  assert.equal(engine_result, 'tesSUCCESS', `payment ${sequence} of ${from.address}`);
}

/** The next sequence number of an account in the open ledger. */
export async function nextSequence(server: ServerProcess, { address }: Party): Promise<number> {
  const { account_data } = await server.call('account_info', { account: address, ledger_index: 'current' });
  return Number((account_data as JsonObject).Sequence);
}

async function untilGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ServerGoneError)) throw error;
  }
}
