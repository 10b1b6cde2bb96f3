/**
 * `--durable-submit`: a server is killed repeatedly while clients submit, mostly before the ledger closes. Every
 * submission that it answered with success must be in a validated ledger afterwards. `WEIR_KILLS` sets how often it is
 * killed (`npm run soak -- durable`), `WEIR_KILL_SEED` at which moments.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DROPS_PER_XRP } from '../../src/protocol/amounts/amount-math.ts';
import { signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { MASTER, type Party, party } from '../support/env.ts';
import { nextSequence } from '../support/payment-load.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { ServerGoneError, ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const KILLS = Number(process.env.WEIR_KILLS ?? 2);
const SEED = Number(process.env.WEIR_KILL_SEED ?? 1);
/** Maximum of successful answers before a kill. */
const MOST_PROMISES = 60;
const LONGEST_WAIT_MS = 20;
/** Mostly longer than the load, so that few answered submissions are in a ledger at the kill. */
const CLOSE_INTERVAL_MS = 150;
const PARTIES = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => party(name));

const scratch = mkdtempSync(join(tmpdir(), 'weir-durable-'));
// Not `after`, which an interrupted run never reaches.
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

/** Signs and submits a payment; returns its id when the server has answered with success. */
async function pay(server: ServerProcess, from: Party, to: Party, drops: bigint, Sequence: number): Promise<string> {
  const fields = {
    TransactionType: 'Payment',
    Account: from.id,
    Destination: to.id,
    Amount: drops,
    Fee: 10n,
    Flags: 0,
  };
  const { id, blob } = signTransaction({ ...fields, Sequence, SigningPubKey: from.keys.publicKey }, from.keys);
  const { engine_result } = await server.call('submit', { tx_blob: bytesToHex(blob) });
  assert.equal(engine_result, 'tesSUCCESS', `payment ${Sequence} of ${from.address}`);
  return id;
}

/** Each party pays the next one until the server ends. Acknowledged payments are added to `promised`. */
async function payUntilGone(server: ServerProcess, promised: Set<string>): Promise<void> {
  const payments = PARTIES.map(async (from, at) => {
    let sequence = await nextSequence(server, from);
    for (;;) promised.add(await pay(server, from, PARTIES[(at + 1) % PARTIES.length]!, 1n, sequence++));
  });
  const ends = await Promise.allSettled(payments);
  for (const end of ends) assert.ok(end.status === 'rejected' && end.reason instanceof ServerGoneError, String(end));
}

async function isValidated(server: ServerProcess, id: string): Promise<boolean> {
  const { validated, meta } = await server.call('tx', { transaction: id });
  return validated === true && (meta as JsonObject).TransactionResult === 'tesSUCCESS';
}

/** Waits until all of `promised` are validated, and removes them. */
async function settle(server: ServerProcess, promised: Set<string>): Promise<void> {
  const isSettled = async () => {
    for (const id of promised) if (await isValidated(server, id)) promised.delete(id);
    return promised.size === 0;
  };
  await until(isSettled, 'submissions are lost');
}

describe('durable submissions', () => {
  test(`survive ${KILLS} kills`, async (t) => {
    const random = new SeededRandom(SEED);
    const directory = join(scratch, 'data');
    const options = ['--data', directory, '--durable-submit', '--close-interval', String(CLOSE_INTERVAL_MS)];
    const promised = new Set<string>();
    let promisedCount = 0;
    let openCount = 0;
    const withServer = async (work: (server: ServerProcess) => Promise<void>) => {
      const server = await ServerProcess.start(options);
      try {
        await work(server);
      } finally {
        await server.kill();
      }
      assert.equal(server.log, '', 'no errors in the log');
    };
    await withServer(async (server) => {
      let sequence = await nextSequence(server, MASTER);
      for (const to of PARTIES) promised.add(await pay(server, MASTER, to, 100n * DROPS_PER_XRP, sequence++));
    });
    for (let kill = 2; kill <= KILLS; kill++) {
      await withServer(async (server) => {
        openCount += promised.size;
        await settle(server, promised);
        const load = payUntilGone(server, promised);
        const wanted = 2 + Math.floor(random.next() * MOST_PROMISES);
        await Promise.race([load, until(() => promised.size >= wanted, 'submissions are answered')]);
        await delay(random.next() * LONGEST_WAIT_MS);
        await server.kill();
        await load;
        promisedCount += promised.size;
      });
    }
    await withServer((server) => settle(server, promised));
    t.diagnostic(
      `${promisedCount} answered with success, ${openCount} looked up after a kill, none lost, seed ${SEED}`,
    );
    assert.ok(promisedCount > KILLS, `${promisedCount} answered`);
  });
});
