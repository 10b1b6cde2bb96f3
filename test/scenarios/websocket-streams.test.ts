/** Messages of each stream in both API versions, once and in order, live or replayed. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { encodeNodePublicKey } from '../../src/crypto/address.ts';
import { MASTER, party } from '../support/env.ts';
import { type ServedEnv, serveEnv } from '../support/served-env.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const ALICE = party('alice');
const BOB = party('bob', 'ed25519');
const XRP = 1_000_000n;

describe('subscribers', () => {
  let served: ServedEnv;
  let client: WebSocketClient;
  beforeEach(async () => {
    served = await serveEnv();
    await served.env.fund(1000, ALICE);
    client = await WebSocketClient.connect(served.port);
  });
  afterEach(() => served.stop());

  const pay = (to: { readonly id: string }, drops: bigint) => ({
    TransactionType: 'Payment',
    Destination: to.id,
    Amount: drops,
  });

  /** Waits for `count` events, and fails if more come. */
  async function events(count: number, from: WebSocketClient = client) {
    await from.until(() => from.events.length >= count);
    await from.call('ping');
    assert.equal(from.events.length, count, JSON.stringify(from.events.slice(count)));
    return from.events.splice(0);
  }

  test('of ledgers receive ledgerReverted, and later ledgers once more', async () => {
    const bench = await serveEnv({}, { isTestBench: true });
    const { env } = bench;
    const [ledgers, accounts] = [await WebSocketClient.connect(bench.port), await WebSocketClient.connect(bench.port)];
    await env.fund(1000, ALICE);
    await ledgers.call('subscribe', { streams: ['ledger'] });
    await accounts.call('subscribe', { accounts: [ALICE.address] });
    const snapshot = await env.weir.snapshot();
    const { ledgerIndex, hash } = env.node.validated;
    const received: string[] = [];
    for (const drops of [10n, 20n, 30n]) {
      for (let ledger = 0; ledger < 2; ledger++) {
        env.submit(ALICE, pay(MASTER, drops), 'tesSUCCESS');
        await env.close();
      }
      const closed = await events(2, ledgers);
      const deliveries = await events(2, accounts);
      await env.weir.revert(snapshot);
      for (const { type, ledger_index: index } of [...closed, ...(await events(1, ledgers))]) {
        received.push(`${type} ${index}`);
      }
      assert.deepEqual(
        deliveries.map(({ transaction }) => transaction.Amount),
        [String(drops), String(drops)],
      );
    }
    const round = [
      `ledgerClosed ${ledgerIndex + 1}`,
      `ledgerClosed ${ledgerIndex + 2}`,
      `ledgerReverted ${ledgerIndex}`,
    ];
    assert.deepEqual(received, [...round, ...round, ...round]);
    await env.close();
    await events(1, ledgers);
    await env.weir.revert(ledgerIndex);
    const [reverted] = await events(1, ledgers);
    const expected = { ledger_index: ledgerIndex, ledger_hash: hash, reverted_from: ledgerIndex + 1 };
    assert.deepEqual(reverted, { type: 'ledgerReverted', ...expected });
    await bench.stop();
  });

  test('of ledgers receive the last ledger at once and then each new one', async () => {
    const first = await client.call('subscribe', { streams: ['ledger'] });
    const { validated } = served.env.node;
    const fees = { fee_base: 10, reserve_base: 1_000_000, reserve_inc: 200_000 };
    assert.deepEqual(first, {
      ...fees,
      ledger_index: 3,
      ledger_hash: validated.hash,
      ledger_time: validated.closeTimeSeconds,
      network_id: 0,
      validated_ledgers: '2-3',
    });
    served.env.submit(ALICE, pay(BOB, 100n * XRP), 'tesSUCCESS');
    await served.env.close();
    const closed = served.env.node.validated;
    assert.deepEqual(await events(1), [
      {
        ...fees,
        type: 'ledgerClosed',
        ledger_index: 4,
        ledger_hash: closed.hash,
        ledger_time: closed.closeTimeSeconds,
        network_id: 0,
        txn_count: 1,
        validated_ledgers: '2-4',
      },
    ]);
  });

  test('of transactions receive them with metadata, in the shape of their API version', async () => {
    const second = await WebSocketClient.connect(served.port);
    await client.call('subscribe', { streams: ['transactions'] });
    await second.call('subscribe', { streams: ['transactions'], api_version: 2 });
    const { id } = served.env.sign(ALICE, pay(BOB, 100n * XRP));
    served.env.submit(ALICE, pay(BOB, 100n * XRP), 'tesSUCCESS');
    await served.env.close();
    const { hash, closeTimeSeconds } = served.env.node.validated;
    const [[v1], [v2]] = await Promise.all([events(1), events(1, second)]);
    const { meta, transaction, ...rest } = v1;
    assert.deepEqual(rest, {
      type: 'transaction',
      status: 'closed',
      validated: true,
      engine_result: 'tesSUCCESS',
      engine_result_code: 0,
      engine_result_message: 'The transaction was applied. Only final in a validated ledger.',
      ledger_index: 4,
      ledger_hash: hash,
      close_time_iso: '2026-01-01T00:00:10Z',
      ctid: 'C000000400000000',
    });
    assert.equal(meta.delivered_amount, '100000000');
    assert.equal(meta.TransactionResult, 'tesSUCCESS');
    assert.deepEqual(
      [transaction.hash, transaction.date, transaction.Amount, transaction.DeliverMax],
      [id, closeTimeSeconds, '100000000', '100000000'],
    );
    const { tx_json: tx, hash: id2, meta: meta2, ...rest2 } = v2;
    assert.deepEqual(rest2, rest);
    assert.deepEqual(meta2, meta);
    assert.equal(id2, id);
    assert.deepEqual(
      [tx.hash, tx.date, tx.Amount, tx.DeliverMax],
      [undefined, closeTimeSeconds, undefined, '100000000'],
    );
  });

  test('of proposed transactions receive them when applied and when validated', async () => {
    await client.call('subscribe', { streams: ['transactions_proposed'] });
    served.env.submit(ALICE, pay(BOB, 5000n * XRP), 'tecUNFUNDED_PAYMENT');
    served.env.submit(ALICE, pay(ALICE, 1n), 'temREDUNDANT');
    await served.env.close();
    const [proposed, validated] = await events(2);
    assert.equal(proposed.meta, undefined);
    assert.deepEqual(
      [proposed.status, proposed.validated, proposed.engine_result, proposed.engine_result_code],
      ['proposed', false, 'tecUNFUNDED_PAYMENT', 104],
    );
    assert.deepEqual([proposed.ledger_current_index, proposed.ledger_hash], [4, undefined]);
    assert.deepEqual([validated.status, validated.transaction.hash], ['closed', proposed.transaction.hash]);
  });

  test('of accounts receive each affecting transaction once', async () => {
    await client.call('subscribe', { accounts: [ALICE.address, BOB.address] });
    const proposer = await WebSocketClient.connect(served.port);
    await proposer.call('subscribe', { accounts_proposed: [BOB.address] });
    served.env.submit(MASTER, pay(MASTER, 1n));
    served.env.submit(MASTER, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    served.env.submit(ALICE, pay(BOB, 100n * XRP), 'tesSUCCESS');
    served.env.submit(ALICE, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    await served.env.close();
    assert.deepEqual(
      (await events(2)).map(({ transaction }) => transaction.TransactionType),
      ['Payment', 'AccountSet'],
    );
    assert.deepEqual(
      (await events(2, proposer)).map(({ status }) => status),
      ['proposed', 'closed'],
    );
  });

  test('receive a message once if several subscriptions match', async () => {
    const all = { streams: ['ledger', 'transactions', 'transactions_proposed'], accounts: [ALICE.address] };
    await client.call('subscribe', all);
    await client.call('subscribe', { ...all, accounts_proposed: [ALICE.address] });
    served.env.submit(ALICE, pay(BOB, 100n * XRP), 'tesSUCCESS');
    await served.env.close();
    assert.deepEqual(
      (await events(3)).map(({ type, status }) => status ?? type),
      ['proposed', 'ledgerClosed', 'closed'],
    );
  });

  test('receive nothing after they unsubscribed', async () => {
    await client.call('subscribe', { streams: ['ledger', 'transactions'], accounts: [ALICE.address] });
    await client.call('unsubscribe', { streams: ['ledger', 'transactions'] });
    served.env.submit(ALICE, pay(BOB, 100n * XRP), 'tesSUCCESS');
    await served.env.close();
    assert.deepEqual((await events(1))[0].type, 'transaction');
    assert.deepEqual(await client.call('unsubscribe', { accounts: [ALICE.address, BOB.address] }), {});
    await served.env.close();
    await events(0);
  });

  test('of the server receive its state', async () => {
    const { random, ...state } = await client.call('subscribe', { streams: ['server'] });
    assert.match(random, /^[0-9A-F]{64}$/);
    assert.deepEqual(state, {
      stand_alone: true,
      server_status: 'full',
      load_base: 256,
      load_factor: 256,
      hostid: 'testhost',
      pubkey_node: encodeNodePublicKey(served.env.node.publicKey),
    });
  });

  test('of the server receive changed fees', async () => {
    const votedFees = { baseDrops: 20n, reserveDrops: 1_000_000n, reserveIncrementDrops: 200_000n };
    const voting = await serveEnv({}, { genesis: { votedFees } });
    const listener = await WebSocketClient.connect(voting.port);
    await listener.call('subscribe', { streams: ['server'] });
    for (let index = 3; index <= 257; index++) await voting.env.close();
    const [status] = await events(1, listener);
    assert.deepEqual(
      [status.type, status.server_status, status.base_fee, status.load_factor],
      ['serverStatus', 'full', 20, 256],
    );
    await voting.stop();
  });

  test('receive past ledgers from start_ledger and then live ones, without gap or repeat', async () => {
    const live = { streams: ['ledger', 'transactions'], accounts: [BOB.address] };
    await client.call('subscribe', live);
    for (let count = 0; count < 5; count++) {
      served.env.submit(ALICE, pay(BOB, 100n * XRP), 'tesSUCCESS');
      await served.env.close();
    }
    const late = await WebSocketClient.connect(served.port);
    const accountOnly = await WebSocketClient.connect(served.port);
    const answer = await late.call('subscribe', { ...live, start_ledger: 4 });
    assert.equal(answer.start_ledger, 4);
    assert.equal(answer.ledger_index, 8);
    await accountOnly.call('subscribe', { accounts: [BOB.address], start_ledger: 2 });
    served.env.submit(ALICE, pay(BOB, 100n * XRP), 'tesSUCCESS');
    await served.env.close();
    const expected = await events(12);
    assert.deepEqual(await events(12, late), expected);
    assert.deepEqual(
      await events(6, accountOnly),
      expected.filter(({ type }) => type === 'transaction'),
    );
  });

  test('replay an account with a long pause', async () => {
    for (let count = 0; count < 250; count++) await served.env.close();
    served.env.submit(ALICE, pay(BOB, 100n * XRP), 'tesSUCCESS');
    await served.env.close();
    await client.call('subscribe', { accounts: [ALICE.address], start_ledger: 2 });
    assert.deepEqual(
      (await events(2)).map(({ ledger_index: index }) => index),
      [3, 254],
    );
    const ledgers = await WebSocketClient.connect(served.port);
    await ledgers.call('subscribe', { streams: ['ledger'], start_ledger: 2 });
    assert.deepEqual(
      (await events(253, ledgers)).map(({ ledger_index: index }) => index),
      Array.from({ length: 253 }, (_, at) => at + 2),
    );
  });

  test('can subscribe again after a replay', async () => {
    await client.call('subscribe', { streams: ['ledger'], start_ledger: 2 });
    await client.call('unsubscribe', { streams: ['ledger'] });
    client.events.length = 0;
    await client.call('subscribe', { streams: ['ledger'], start_ledger: 4 });
    await served.env.close();
    assert.equal((await events(1))[0].ledger_index, 4);
  });

  const REFUSED: readonly (readonly [object, string])[] = [
    [{ streams: 'ledger' }, 'invalidParams'],
    [{ streams: ['nope'] }, 'malformedStream'],
    [{ streams: [1] }, 'malformedStream'],
    [{ accounts: 'r' }, 'invalidParams'],
    [{ accounts: [] }, 'actMalformed'],
    [{ accounts: ['rNope'] }, 'actMalformed'],
    [{ accounts_proposed: [1] }, 'actMalformed'],
    [{ url: 'http://127.0.0.1/' }, 'notSupported'],
    [{ books: {} }, 'invalidParams'],
    [{ streams: ['ledger'], start_ledger: '3' }, 'invalidParams'],
    [{ streams: ['ledger'], start_ledger: 1 }, 'lgrNotFound'],
    [{ streams: ['ledger'], start_ledger: 5 }, 'lgrNotFound'],
  ];
  for (const [params, error] of REFUSED) {
    test(`are refused ${JSON.stringify(params)} and receive nothing`, async () => {
      assert.equal((await client.request('subscribe', { streams: ['ledger'], ...params })).error, error);
      await served.env.close();
      await events(0);
    });
  }

  test('may not replay over what they are subscribed to', async () => {
    await client.call('subscribe', { streams: ['transactions'] });
    const answer = await client.request('subscribe', { streams: ['ledger'], start_ledger: 2 });
    assert.match(answer.error_message, /without other subscriptions/);
  });

  test('need a connection that can carry messages', async () => {
    const body = JSON.stringify({ method: 'subscribe', params: [{ streams: ['ledger'] }] });
    const response = await fetch(`http://127.0.0.1:${served.port}/`, { method: 'POST', body });
    const { result } = (await response.json()) as { result: { error: string } };
    assert.equal(result.error, 'invalidParams');
  });
});
