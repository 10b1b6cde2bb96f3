/**
 * A server with a webhook is killed at random moments while payments arrive, and its receiver is slow, fails and drops connections
 * now and then. The receiver must get an event of each payment in the ledger, in their order, and an event again only if it was
 * under way. `WEIR_KILLS` sets how often, `WEIR_KILL_SEED` at which moments.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '../../src/protocol/values.ts';
import { MASTER, party } from '../support/env.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { ServerGoneError, ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { SECRET, WebhookReceiver } from '../support/webhook-receiver.ts';

const KILLS = Number(process.env.WEIR_KILLS ?? 3);
const SEED = Number(process.env.WEIR_KILL_SEED ?? 1);
const LONGEST_RUN_MS = 400;
/** Of the receiver's answers. */
const FAILING_SHARE = 0.02;
const alice = party('alice');

const scratch = mkdtempSync(join(tmpdir(), 'weir-kill-webhooks-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

/** Pays until the server is killed. */
async function payOn(server: ServerProcess): Promise<void> {
  try {
    for (let count = 0; ; count++) {
      const tx_json = {
        TransactionType: 'Payment',
        Account: MASTER.address,
        Destination: alice.address,
        Amount: String(10_000_000 + count),
      };
      await server.call('submit', { secret: 'masterpassphrase', tx_json });
    }
  } catch (error) {
    assert.ok(error instanceof ServerGoneError, String(error));
  }
}

/** The payments to Alice in the ledger, by their hashes in order. */
async function paymentsIn(server: ServerProcess): Promise<string[]> {
  const hashes: string[] = [];
  let marker: JsonObject[string] | undefined;
  do {
    const page = await server.call('account_tx', {
      account: alice.address,
      forward: true,
      limit: 400,
      ledger_index_min: -1,
      ...(marker !== undefined && { marker }),
    });
    for (const { tx } of page.transactions as { tx: { hash: string } }[]) hashes.push(tx.hash);
    marker = page.marker;
  } while (marker !== undefined);
  return hashes;
}

describe('a server with a webhook', () => {
  const random = new SeededRandom(SEED);

  test(`that is killed (${KILLS} times) delivers each event, in order, and repeats what was under way`, async (t) => {
    const receiver = await WebhookReceiver.start();
    let dropped = 0;
    receiver.answer = async (response) => {
      if (random.chance(0.2)) await delay(random.below(20));
      if (!random.chance(FAILING_SHARE)) response.writeHead(204).end();
      else if (random.chance(0.5)) response.writeHead(500).end();
      else {
        dropped += 1;
        response.destroy();
      }
    };
    const file = join(scratch, 'webhooks.json');
    const endpoint = {
      name: 'desk',
      url: receiver.url,
      secret_env: 'WEIR_TEST_SECRET',
      attempts: 100,
      start_ledger: 1,
    };
    const events = { accounts: [alice.address], events: ['payment.received', 'channel.expiring'] };
    writeFileSync(file, JSON.stringify({ webhooks: [{ ...endpoint, ...events }] }));
    const words = ['--data', join(scratch, 'data'), '--close-interval', '15', '--webhooks', file];
    const start = () => new ServerProcess(words, { environment: { WEIR_TEST_SECRET: SECRET } });
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const server = start();
        await server.ready();
        const load = payOn(server);
        const before = receiver.taken.length;
        await until(() => receiver.taken.length > before, 'an event is taken');
        await delay(random.below(LONGEST_RUN_MS));
        await server.kill();
        await load;
      }
      const server = start();
      await server.ready();
      const paid = await paymentsIn(server);
      const hashes = () => receiver.arrived.map(({ data }) => data.hash as string);
      await until(() => new Set(hashes()).size >= paid.length, 'all events arrive');
      assert.equal(await server.stop(), 0);
      const arrived = hashes();
      assert.deepEqual(
        arrived.filter((hash, at) => hash !== arrived[at - 1]),
        paid,
      );
      assert.equal(new Set(receiver.arrived.map(({ id }) => id)).size, paid.length);
      const taken = receiver.taken.length;
      assert.ok(taken - paid.length <= KILLS, `${taken - paid.length} events were taken twice`);
      t.diagnostic(`${paid.length} events, ${taken - paid.length} taken twice, ${dropped} dropped, seed ${SEED}`);
      assert.ok(paid.length > KILLS);
    } finally {
      await receiver.stop();
    }
  });
});
