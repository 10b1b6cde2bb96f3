/**
 * A program for kill tests: closes ledgers in the given directory and reverts to earlier ones, alternately by a
 * snapshot and by an index, until it is killed. It prints a line before each step, and the last ledger after it.
 */
import { writeSync } from 'node:fs';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { Env, MASTER, party } from './env.ts';

const [directory] = process.argv.slice(2) as [string];
const ALICE = party('alice');

const env = await Env.create({ store: openLmdbStore(directory), isTestBench: true });
const say = (what: string) => {
  const { ledgerIndex, hash } = env.node.validated;
  writeSync(1, `${what} ${ledgerIndex} ${hash}\n`);
};

async function closeOne(drops: bigint): Promise<void> {
  env.submit(MASTER, { TransactionType: 'Payment', Destination: ALICE.id, Amount: 1_000_000_000n + drops });
  writeSync(1, 'closing\n');
  await env.node.acceptLedger();
  say('at');
}

say('at');
for (let turn = 0; ; turn++) {
  const snapshot = await env.weir.snapshot();
  const { ledgerIndex, hash } = env.node.validated;
  for (let ledger = 0; ledger < 3; ledger++) await closeOne(BigInt(100 * turn + ledger));
  writeSync(1, `returning ${ledgerIndex} ${hash}\n`);
  await env.weir.revert(turn % 2 === 0 ? snapshot : ledgerIndex);
  say('at');
  await closeOne(7n);
  await new Promise(setImmediate);
}
