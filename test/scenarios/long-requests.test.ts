/** Requests that pause to let others run: the number of their pauses, and that their answers do not depend on them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import type { Role } from '../../src/rpc/method/context.ts';
import { LongWork } from '../../src/rpc/method/long-work.ts';
import { StreamHub } from '../../src/rpc/streams/stream-hub.ts';
import type { Subscription } from '../../src/rpc/streams/subscription.ts';
import { Env, MASTER, type Party, party } from '../support/env.ts';
import { servicesOf } from '../support/rpc-call.ts';
import { tokens } from '../support/token-ledger.ts';

const ISSUER = party('issuer');
const HOLDERS = Array.from({ length: 40 }, (_, at) => party(`holder ${at}`));
const PAYMENTS = 300;
const usd = (value: number) => ({ currency: 'USD', issuer: ISSUER.address, value: String(value) });

/** Requests, each with the least number of its pauses. */
const LONG_REQUESTS: readonly (readonly [string, JsonObject, number])[] = [
  ['ledger', { ledger_index: 'validated', transactions: true }, PAYMENTS],
  ['ledger', { ledger_index: 'validated', transactions: true, expand: true }, PAYMENTS],
  ['ledger', { ledger_index: 'current', full: true }, 80],
  ['ledger_data', { ledger_index: 'validated', limit: 500 }, 80],
  ['ledger_data', { ledger_index: 'current', binary: true }, 80],
  ['gateway_balances', { account: ISSUER.address }, 40],
  ['gateway_balances', { account: ISSUER.address, hotwallet: HOLDERS.map(({ address }) => address) }, 80],
  ['noripple_check', { account: ISSUER.address, role: 'gateway', transactions: true }, 40],
  ['account_currencies', { account: ISSUER.address }, 40],
  ['account_lines', { account: ISSUER.address }, 40],
  ['account_lines', { account: ISSUER.address, peer: MASTER.address, limit: 10 }, 10],
  ['account_lines', { account: ISSUER.address, currency: 'USD' }, 40],
  ['account_objects', { account: ISSUER.address, type: 'check' }, 40],
  ['account_offers', { account: ISSUER.address }, 40],
  ['account_channels', { account: ISSUER.address }, 40],
  ['owner_info', { account: ISSUER.address }, 80],
  ['tx_history', { start: 200 }, 200],
  ['account_tx', { account: MASTER.address, ledger_index_min: -1, limit: 200 }, 200],
  [
    'ripple_path_find',
    {
      source_account: (HOLDERS[0] as Party).address,
      destination_account: (HOLDERS[1] as Party).address,
      destination_amount: usd(1),
    },
    3,
  ],
];

describe('long requests', () => {
  let env: Env;

  before(async () => {
    env = await Env.create({ queue: { minimumTxnInLedger: 1_000 } });
    await env.fund(10_000, ISSUER, ...HOLDERS);
    const trust = { TransactionType: 'TrustSet', LimitAmount: tokens('1000', ISSUER.id) };
    for (const holder of HOLDERS) env.submit(holder, trust, 'tesSUCCESS');
    await env.close();
    for (let at = 0; at < PAYMENTS; at++) pay(HOLDERS[at % HOLDERS.length] as Party);
    await env.close();
    for (let at = 0; at < 50; at++) pay(HOLDERS[at % HOLDERS.length] as Party);
  });

  after(() => env.stop());

  const pay = (to: Party) =>
    env.submit(MASTER, { TransactionType: 'Payment', Destination: to.id, Amount: 1_000_000n }, 'tesSUCCESS');

  const ask = async (method: string, params: JsonObject, longWork?: LongWork, role: Role = 'admin') => {
    const request = { method, params, apiVersion: 1, role } as const;
    return JSON.stringify(await execute({ ...servicesOf(env), longWork }, request));
  };

  for (const [method, params, turns] of LONG_REQUESTS) {
    test(`${method} ${JSON.stringify(params).slice(0, 120)} pauses, with the same answer as without pauses`, async () => {
      let asked = 0;
      const everyStep = () => {
        asked += 1;
        return new Promise<void>((resolve) => setImmediate(resolve));
      };
      const answer = await ask(method, params, new LongWork(everyStep, { freeMs: 0 }));
      assert.equal(answer, await ask(method, params));
      assert.doesNotMatch(answer, /"error"/);
      assert.ok(asked >= turns, `${asked} turns`);
    });
  }

  test('read one open ledger, even if it closes meanwhile', async () => {
    const expected = await ask('ledger_data', { ledger_index: 'current', binary: true });
    let isFirst = true;
    const closeMeanwhile = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      if (isFirst) {
        isFirst = false;
        pay(HOLDERS[0] as Party);
        await env.close();
        pay(HOLDERS[1] as Party);
      }
    };
    const answer = await ask(
      'ledger_data',
      { ledger_index: 'current', binary: true },
      new LongWork(closeMeanwhile, { freeMs: 0 }),
    );
    assert.ok(answer === expected);
  });

  test('do not delay short requests', async () => {
    const waiting: (() => void)[] = [];
    const longWork = new LongWork(() => new Promise((resolve) => waiting.push(resolve)), { freeMs: 0 });
    let isDone = false;
    const long = ask('gateway_balances', { account: ISSUER.address }, longWork).then(() => {
      isDone = true;
    });
    while (!isDone) {
      assert.match(await ask('account_info', { account: MASTER.address }, longWork), /account_data/);
      for (const go of waiting.splice(0)) go();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await long;
  });
});

/** Takes the messages of a subscription, as a connection that reads everything at once. */
class Reader {
  readonly messages: string[] = [];
  subscription: Subscription | undefined;

  wake(): void {
    for (let message = this.subscription?.next(); message !== undefined; message = this.subscription?.next()) {
      this.messages.push(message.toString());
    }
  }

  push(): void {}
}

describe('streams of a large ledger', () => {
  test('give each subscriber everything once and in order, in turns, though the next ledger closes meanwhile', async () => {
    const env = await Env.create({ queue: { minimumTxnInLedger: 1_000 } });
    await env.fund(10_000, ...HOLDERS);
    const waiting: (() => void)[] = [];
    const everyTurn = () => new Promise<void>((resolve) => waiting.push(resolve));
    const hub = new StreamHub(env.node, env.weir.streamSource, everyTurn);
    const first = env.node.validated.ledgerIndex + 1;
    const open = (streams: readonly ('ledger' | 'transactions')[], accounts: readonly Party[], start?: number) => {
      const reader = new Reader();
      reader.subscription = hub.open(reader, 10);
      const change = { streams, accounts: accounts.map(({ id }) => id), proposedAccounts: [], books: [] };
      reader.subscription.subscribe(change, 1, start);
      return reader;
    };
    const everything = Array.from({ length: 3 }, () => open(['ledger', 'transactions'], []));
    const watcher = open([], [HOLDERS[3] as Party]);
    const leaver = open(['transactions'], []);
    const closeWith = async (count: number) => {
      for (let at = 0; at < count; at++) {
        const destination = HOLDERS[at % HOLDERS.length] as Party;
        env.submit(MASTER, { TransactionType: 'Payment', Destination: destination.id, Amount: 1n }, 'tesSUCCESS');
      }
      await env.close();
    };
    const turn = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      assert.ok(waiting.length <= 1, 'one subscriber at a time');
      for (const go of waiting.splice(0)) go();
      await new Promise((resolve) => setImmediate(resolve));
    };
    await closeWith(100);
    for (let at = 0; at < 8; at++) await turn();
    const before = everything.map(({ messages }) => messages.length);
    assert.ok(
      before.every((count) => count > 0 && count < 101),
      String(before),
    );
    leaver.subscription?.close();
    const left = leaver.messages.length;
    await closeWith(50);
    const replayer = open(['ledger', 'transactions'], [], first);
    let turns = 0;
    while (replayer.messages.length < 152 || (everything[0] as Reader).messages.length < 152) {
      await turn();
      turns += 1;
      assert.ok(turns < 1_000, 'the messages come');
    }
    for (let at = 0; at < 20; at++) await turn();
    const [reference] = everything.map(({ messages }) => messages);
    assert.equal(new Set(reference).size, 152);
    for (const { messages } of [...everything, replayer]) assert.deepEqual(messages, reference);
    const own = (reference as string[]).filter(
      (text) => text.includes('"transaction"') && text.includes((HOLDERS[3] as Party).address),
    );
    assert.deepEqual(watcher.messages, own);
    assert.equal(leaver.messages.length, left);
    await env.stop();
  });
});
