/** `path_find` over a WebSocket: an answer at once, another with each ledger, until it is closed. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { AccountSetFlags } from '../../src/protocol/tables/flags.ts';
import { party } from '../support/env.ts';
import { type ServedEnv, serveEnv } from '../support/served-env.ts';
import { tokens } from '../support/token-ledger.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const ALICE = party('alice');
const BOB = party('bob');
const GATE = party('gate');
const AMOUNT = { currency: 'USD', issuer: GATE.address, value: '90' };
const QUESTION = { source_account: ALICE.address, destination_account: BOB.address, destination_amount: AMOUNT };

describe('path_find', () => {
  let served: ServedEnv;
  let client: WebSocketClient;
  /** Alice has 100 USD of the gate, and Bob accepts them. */
  before(async () => {
    served = await serveEnv();
    const { env } = served;
    await env.fund(1000, ALICE, BOB, GATE);
    env.submit(GATE, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple }, 'tesSUCCESS');
    await env.close();
    for (const holder of [ALICE, BOB]) {
      env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: tokens('1000', GATE.id) }, 'tesSUCCESS');
    }
    await env.close();
    const issue = { TransactionType: 'Payment', Destination: ALICE.id, Amount: tokens('100', GATE.id) };
    env.submit(GATE, issue, 'tesSUCCESS');
    await env.close();
  });
  after(() => served.stop());
  beforeEach(async () => {
    client = await WebSocketClient.connect(served.port);
  });

  const alternatives = [{ source_amount: { ...AMOUNT, issuer: ALICE.address }, paths_computed: [] }];

  test('has no alternatives for drops that are paid with drops', async () => {
    const question = { source_account: ALICE.address, destination_account: BOB.address, destination_amount: '100' };
    const first = await client.call('path_find', { subcommand: 'create', ...question });
    assert.deepEqual(first, { alternatives: [], ...question, full_reply: false, id: 1 });
    await client.until(() => client.events.length === 1);
    assert.deepEqual(client.events[0], { alternatives: [], ...question, full_reply: true, id: 1, type: 'path_find' });
    await client.close();
  });

  test('answers, sends an update with each ledger, and stops when it is closed', async () => {
    const first = await client.call('path_find', { subcommand: 'create', ...QUESTION });
    assert.deepEqual(first, { alternatives, ...QUESTION, full_reply: false, id: 1 });
    await client.until(() => client.events.length === 1);
    assert.deepEqual(client.events[0], { alternatives, ...QUESTION, full_reply: true, id: 1, type: 'path_find' });
    const pay = { TransactionType: 'Payment', Destination: BOB.id, Amount: tokens('50', GATE.id) };
    served.env.submit(ALICE, pay, 'tesSUCCESS');
    await served.env.close();
    await client.until(() => client.events.length === 2);
    assert.deepEqual(client.events[1].alternatives, [], 'alice has 50 left');
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

  test('ends the earlier request for a new one, even a malformed one', async () => {
    await client.call('path_find', { subcommand: 'create', ...QUESTION });
    const wrong = { ...QUESTION, source_account: 'x' };
    await assert.rejects(client.call('path_find', { subcommand: 'create', ...wrong }), /srcActMalformed/);
    await assert.rejects(client.call('path_find', { subcommand: 'status' }), /noPathRequest/);
    await client.close();
  });

  test('refuses other subcommands and HTTP', async () => {
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
