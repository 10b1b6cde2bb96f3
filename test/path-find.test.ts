/** `path_find` over a WebSocket: an answer at once, another with each ledger, until it is closed. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { MASTER, party } from './support/env.ts';
import { type ServedEnv, serveEnv } from './support/served-env.ts';
import { WebSocketClient } from './support/websocket-client.ts';

const ALICE = party('alice');
const QUESTION = {
  source_account: ALICE.address,
  destination_account: MASTER.address,
  destination_amount: '900000000',
};

describe('path_find', () => {
  let served: ServedEnv;
  let client: WebSocketClient;
  before(async () => {
    served = await serveEnv();
    await served.env.fund(1000, ALICE);
  });
  after(() => served.stop());
  beforeEach(async () => {
    client = await WebSocketClient.connect(served.port);
  });

  const alternatives = [{ source_amount: '900000000', paths_computed: [] }];

  test('answers, then tells more with each ledger, and stops when it is closed', async () => {
    const first = await client.call('path_find', { subcommand: 'create', ...QUESTION });
    assert.deepEqual(first, { alternatives, ...QUESTION, full_reply: false, id: 1 });
    await client.until(() => client.events.length === 1);
    assert.deepEqual(client.events[0], { alternatives, ...QUESTION, full_reply: true, id: 1, type: 'path_find' });
    const pay = { TransactionType: 'Payment', Destination: MASTER.id, Amount: 500_000_000n };
    served.env.submit(ALICE, pay, 'tesSUCCESS');
    await served.env.close();
    await client.until(() => client.events.length === 2);
    assert.deepEqual(client.events[1].alternatives, [], 'alice has spent her drops');
    const status = await client.call('path_find', { subcommand: 'status' });
    assert.deepEqual([status.status, status.full_reply, status.alternatives], ['success', true, []]);
    assert.equal((await client.call('path_find', { subcommand: 'close' })).closed, true);
    await served.env.close();
    await client.call('ping');
    assert.equal(client.events.length, 2);
    await assert.rejects(client.call('path_find', { subcommand: 'status' }), /noPathRequest/);
    await assert.rejects(client.call('path_find', { subcommand: 'close' }), /noPathRequest/);
    await client.close();
  });

  test('gives up the question before for a new one, even a wrong one', async () => {
    await client.call('path_find', { subcommand: 'create', ...QUESTION });
    const wrong = { ...QUESTION, source_account: 'x' };
    await assert.rejects(client.call('path_find', { subcommand: 'create', ...wrong }), /srcActMalformed/);
    await assert.rejects(client.call('path_find', { subcommand: 'status' }), /noPathRequest/);
    await client.close();
  });

  test('refuses other subcommands, and connections that carry no messages', async () => {
    await assert.rejects(client.call('path_find', { ...QUESTION }), /invalidParams/);
    await assert.rejects(client.call('path_find', { subcommand: 'open' }), /invalidParams/);
    await client.close();
    const answer = await fetch(`http://127.0.0.1:${served.port}`, {
      method: 'POST',
      body: JSON.stringify({ method: 'path_find', params: [{ subcommand: 'create', ...QUESTION }] }),
    });
    assert.equal(((await answer.json()) as { result: { error: string } }).result.error, 'noEvents');
  });
});
