/** Submits signed payments over HTTP, one at a time on each connection, and closes a ledger at regular intervals. */
import { accountIdToAddress } from '../src/crypto/address.ts';
import type { Transaction } from '../src/protocol/transaction/transaction.ts';
import { bytesToHex } from '../src/util/hex.ts';
import { MASTER } from '../test/support/env.ts';
import type { HttpClient } from '../test/support/http-client.ts';
import { CONNECTIONS, jsonRpc } from './http-load.ts';
import { fundingPayments, type PaymentWorld } from './payment-world.ts';

export interface SubmissionLoad {
  /** Payments a second, including the time of closes. */
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
  readonly closesMs: readonly number[];
  /** Results other than success with their number, as `terPRE_SEQ × 2`; empty if there are none. */
  readonly failures: readonly string[];
}

export function submissionBody({ blob }: Transaction): string {
  return jsonRpc('submit', { tx_blob: bytesToHex(blob) });
}

/** Pays each payer from the master account, several times for a long history, and closes the ledger. */
export async function fundPayers(client: HttpClient, world: PaymentWorld, rounds = 1): Promise<void> {
  const firstSequence = await sequenceOf(client, MASTER.address);
  for (const payment of fundingPayments(MASTER, world, rounds, firstSequence)) {
    const { result } = JSON.parse((await client.post(submissionBody(payment))).toString());
    if (result.engine_result !== 'tesSUCCESS') throw new Error(`a payment failed: ${JSON.stringify(result)}`);
  }
  await client.post(jsonRpc('ledger_accept'));
  await readSequences(client, world);
}

/** Continues with the payers' current sequences. */
export async function readSequences(client: HttpClient, world: PaymentWorld): Promise<void> {
  world.resetTo(await Promise.all(world.payers.map(({ id }) => sequenceOf(client, accountIdToAddress(id)))));
}

/** The next sequence of an address. */
export async function sequenceOf(client: HttpClient, account: string): Promise<number> {
  const answer = await client.post(jsonRpc('account_info', { account, ledger_index: 'current' }));
  return JSON.parse(answer.toString()).result.account_data.Sequence;
}

/** Submits all transactions. As in `load.mjs`, no submission is sent while a ledger closes. */
export async function submitAll(
  client: HttpClient,
  transactions: readonly Transaction[],
  transactionsALedger: number,
  atOnce = CONNECTIONS,
): Promise<SubmissionLoad> {
  const bodies = transactions.map(submissionBody);
  const latenciesMs: number[] = [];
  const closesMs: number[] = [];
  const failed = new Map<string, number>();
  let closing: Promise<void> | undefined;
  let next = 0;
  const close = async () => {
    closesMs.push(await timed(() => client.post(jsonRpc('ledger_accept'))));
    closing = undefined;
  };
  const work = async () => {
    while (next < bodies.length) {
      if (closing !== undefined) await closing;
      const body = bodies[next++];
      if (body === undefined) return;
      latenciesMs.push(await timed(() => submitOne(client, body, failed)));
      if (latenciesMs.length % transactionsALedger === 0) closing ??= close();
    }
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: atOnce }, work));
  await closing;
  const perSecond = (bodies.length * 1000) / (performance.now() - startMs);
  return {
    perSecond,
    latenciesMs,
    closesMs,
    failures: Array.from(failed, ([result, count]) => `${result} × ${count}`),
  };
}

async function submitOne(client: HttpClient, body: string, failed: Map<string, number>): Promise<void> {
  const { result } = JSON.parse((await client.post(body)).toString());
  const outcome = result.engine_result ?? result.error;
  if (outcome !== 'tesSUCCESS') failed.set(outcome, (failed.get(outcome) ?? 0) + 1);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
