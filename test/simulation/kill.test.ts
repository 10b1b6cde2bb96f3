/**
 * A server is killed at random moments: while it starts, while it creates its chain, and under load, when most kills hit a
 * close. All ledgers that it reported as validated must be there afterwards. `npm run soak -- kill` kills more often;
 * `WEIR_KILLS` sets how often, `WEIR_KILL_SEED` at which moments.
 *
 * The effects of a power loss also depend on the order of the store's writes (storage/lmdb/lmdb-store.ts).
 */

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DROPS_PER_XRP } from '../../src/protocol/amounts/amount-math.ts';
import { ChainWitness } from '../support/chain-witness.ts';
import { MASTER, party } from '../support/env.ts';
import { nextSequence, pay, payInCircle, watch } from '../support/payment-load.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { ServerGoneError, ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { verifyStore } from '../support/verify-store.ts';

const KILLS = Number(process.env.WEIR_KILLS ?? 3);
const SEED = Number(process.env.WEIR_KILL_SEED ?? 1);
/** Kills while a chain is created, and while a server starts on an existing one. */
const FOUNDING_KILLS = Math.ceil(KILLS / 10);
const START_KILLS = Math.ceil(KILLS / 10);
const LOAD_KILLS = KILLS - FOUNDING_KILLS - START_KILLS;
const LONGEST_START_MS = 250;
/** From the first payment of a load in a ledger to the kill. */
const LONGEST_LOAD_MS = 100;
/** Upper bound of the time from the creation of the database file to the end of the chain's creation. */
const LONGEST_FOUNDING_MS = 30;
const PARTIES = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => party(name));

const scratch = mkdtempSync(join(tmpdir(), 'weir-kill-'));
// Not `after`, which an interrupted run never reaches.
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

/** With the shortest interval one close follows another. */
function serverOn(directory: string): ServerProcess {
  return new ServerProcess(['--data', directory, '--close-interval', '15']);
}

/** Runs the work against a server that has started, and always kills the server afterwards. */
async function withServer(directory: string, work: (server: ServerProcess) => Promise<void>): Promise<void> {
  const server = serverOn(directory);
  try {
    await server.ready();
    await work(server);
  } finally {
    await server.kill();
  }
  assert.equal(server.log, '', 'no errors in the log');
}

/** Kills a server that may not have started yet. */
async function killStarting(server: ServerProcess, moment: Promise<unknown>): Promise<void> {
  const ready = server.ready().catch((error) => assert.ok(error instanceof ServerGoneError, String(error)));
  await moment;
  await server.kill();
  await ready;
}

describe('a server that is killed', () => {
  const random = new SeededRandom(SEED);

  test(`while it creates its chain (${FOUNDING_KILLS} times) creates it on the next start`, async () => {
    for (let kill = 0; kill < FOUNDING_KILLS; kill++) {
      const directory = join(scratch, `founding.${kill}`);
      const hasBegun = async () => {
        while (!existsSync(join(directory, 'data.mdb'))) await delay(1);
        await delay(random.next() * LONGEST_FOUNDING_MS);
      };
      await killStarting(serverOn(directory), hasBegun());
      await verifyStore(directory);
      await withServer(directory, (server) => new ChainWitness([MASTER.address]).verify(server));
      assert.ok((await verifyStore(directory)) >= 2);
    }
  });

  test(`under load or while it starts (${LOAD_KILLS + START_KILLS} times) keeps all validated ledgers`, async (t) => {
    const directory = join(scratch, 'loaded');
    const witness = new ChainWitness([MASTER, ...PARTIES].map(({ address }) => address));
    await withServer(directory, async (server) => {
      let sequence = await nextSequence(server, MASTER);
      for (const to of PARTIES) await pay(server, witness, MASTER, to, 100n * DROPS_PER_XRP, sequence++);
      while (witness.transactionCount < PARTIES.length) await witness.observe(server);
    });
    let verifiedLedger: number | undefined;
    for (let kill = 1; kill <= LOAD_KILLS; kill++) {
      assert.ok((await verifyStore(directory)) >= witness.lastLedger);
      if (kill % Math.floor(LOAD_KILLS / START_KILLS) === 0) {
        await killStarting(serverOn(directory), delay(random.next() * LONGEST_START_MS));
      }
      await withServer(directory, async (server) => {
        await witness.verify(server, verifiedLedger);
        verifiedLedger = witness.lastLedger;
        const load = Promise.all([payInCircle(server, PARTIES, witness), watch(server, witness)]);
        const before = witness.transactionCount;
        await Promise.race([load, until(() => witness.transactionCount > before, 'a payment is in a ledger')]);
        await delay(random.next() * LONGEST_LOAD_MS);
        await server.kill();
        await load;
      });
    }
    await withServer(directory, (server) => witness.verify(server));
    t.diagnostic(`${witness.lastLedger} ledgers with ${witness.transactionCount} payments, seed ${SEED}`);
    assert.ok(witness.transactionCount >= LOAD_KILLS + PARTIES.length);
  });
});
