/** A submitted payment inside the server: read, verified, applied to the open ledger. No HTTP, no disk. */

import type { ClosingNode } from '../src/node/ledger-node.ts';
import { createLedgerNode } from '../src/node/node.ts';
import { parseTransaction, type Transaction } from '../src/protocol/transaction/transaction.ts';
import { signatureProblem } from '../src/protocol/transaction/transaction-signature.ts';
import { MemoryStore } from '../src/storage/memory/memory-store.ts';
import { systemClock } from '../src/util/clock.ts';
import { submitNow } from '../test/support/env.ts';
import { type Benchmark, ratesOf } from './benchmark.ts';
import { PaymentWorld } from './payment-world.ts';

const RUNS = 7;
const PAYMENTS = 2_000;
const ACCOUNTS = 1_000;

export const engine: Benchmark = {
  name: 'engine',
  question: `Payments of XRP per second into the open ledger; ${ACCOUNTS} accounts, ${PAYMENTS} payments a run.`,
  async measure() {
    const world = new PaymentWorld(ACCOUNTS);
    const store = new MemoryStore();
    // Nothing shall wait in the queue.
    const queue = { minimumTxnInLedger: PAYMENTS };
    const node = await createLedgerNode({ store, genesis: world.genesis, clock: systemClock, queue });
    const nextBlobs = async () => {
      await node.acceptLedger();
      return world.sign(PAYMENTS).map(({ blob }) => Buffer.from(blob));
    };
    await submitAll(node, (await nextBlobs()).map(verified));
    const whole: number[] = [];
    const reading: number[] = [];
    const applying: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const blobs = await nextBlobs();
      whole.push(...(await ratesOf(1, () => submitAll(node, blobs, verified))));
      const more = await nextBlobs();
      let transactions: Transaction[] = [];
      const read = () => {
        transactions = more.map(verified);
        return transactions.length;
      };
      reading.push(...(await ratesOf(1, read)));
      applying.push(...(await ratesOf(1, () => submitAll(node, transactions))));
    }
    await node.stop();
    return [
      { what: 'read, verify and apply', unit: 'a second', runs: whole },
      { what: 'read and verify', unit: 'a second', runs: reading },
      { what: 'apply', unit: 'a second', runs: applying },
    ];
  },
};

function verified(blob: Buffer): Transaction {
  const transaction = parseTransaction(blob);
  if (signatureProblem(transaction) !== undefined) throw new Error('a good signature was refused');
  return transaction;
}

function submitAll(node: ClosingNode, transactions: readonly Transaction[]): number;
function submitAll(node: ClosingNode, blobs: readonly Buffer[], read: (blob: Buffer) => Transaction): number;
function submitAll(
  node: ClosingNode,
  items: readonly (Transaction | Buffer)[],
  read?: (blob: Buffer) => Transaction,
): number {
  for (const item of items) {
    const transaction = read === undefined ? (item as Transaction) : read(item as Buffer);
    const { result } = submitNow(node, transaction);
    if (result !== 'tesSUCCESS') throw new Error(`a payment failed: ${result}`);
  }
  return items.length;
}
