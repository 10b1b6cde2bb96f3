/**
 * A program for fault injection: commits ledgers to the store in the given directory and prints a line after each. It
 * reports and repeats a failed commit; until then the store must hold the previous ledger. It also reports a broken
 * store.
 */
import assert from 'node:assert/strict';
import { writeSync } from 'node:fs';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { checkNewestLedger } from '../../src/verify/startup-check.ts';
import { Env, MASTER, party } from './env.ts';

const [directory, wanted] = process.argv.slice(2) as [string, string];
const ALICE = party('alice');
const MOST_FAILURES = 4;

const say = (text: string) => writeSync(1, `${text}\n`);

const store = openLmdbStore(directory, { onBroken: () => say('broken') });
const env = await Env.create({ store });
const until = env.node.validated.ledgerIndex + Number(wanted);
for (let failures = 0; env.node.validated.ledgerIndex < until && failures < MOST_FAILURES; ) {
  env.submit(MASTER, { TransactionType: 'Payment', Destination: ALICE.id, Amount: 1_000_000_000n });
  try {
    await env.close();
    say(`committed ${env.node.validated.ledgerIndex} ${env.node.validated.hash}`);
  } catch (error) {
    failures++;
    checkNewestLedger(store);
    assert.equal(store.ledgerRange()!.last, env.node.validated.ledgerIndex);
    say(`failed ${String(error).replaceAll('\n', ' ')}`);
  }
}
await env.stop();
say('stopped');
