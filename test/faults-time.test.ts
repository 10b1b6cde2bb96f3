/** Clocks that jump, closes that take too long, and the same transactions again and again. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClosedLedger } from '../src/ledger/closed-ledger.ts';
import { startCloseTimer } from '../src/node/close-schedule.ts';
import { parseTransaction, type Transaction } from '../src/protocol/transaction.ts';
import type { JsonObject } from '../src/protocol/values.ts';
import { accountTransactions } from '../src/storage/history-rows.ts';
import { MemoryStore } from '../src/storage/memory/memory-store.ts';
import { bytesToHex } from '../src/util/hex.ts';
import { Env, party } from './support/env.ts';
import { HttpClient } from './support/http-client.ts';
import { serveEnv } from './support/served-env.ts';

const ALICE = party('alice');
const BOB = party('bob');
const DAY_SECONDS = 86_400;

const payment = (drops: bigint) => ({ TransactionType: 'Payment', Destination: BOB.id, Amount: drops });

describe('a clock that jumps', () => {
  test('makes no ledger close before or with its parent, and no transaction get lost', async () => {
    const env = await Env.create();
    await env.fund(10_000, ALICE, BOB);
    let closeTime = env.node.validated.closeTimeSeconds;
    const jumps = [-3600, 3600, -DAY_SECONDS, 400 * DAY_SECONDS, -400 * DAY_SECONDS, -4, 0, 1, -1];
    for (const [at, seconds] of jumps.entries()) {
      env.clock.advance(seconds);
      const sent = env.sign(ALICE, payment(BigInt(at + 1)));
      assert.equal(env.node.submit(sent).result, 'tesSUCCESS');
      await env.close();
      const header = env.node.validated;
      assert.ok(header.closeTimeSeconds > closeTime, `after a jump of ${seconds} s`);
      assert.equal(header.parentCloseTimeSeconds, closeTime);
      assert.equal(env.node.store.transactionLocation(sent.id)?.ledgerIndex, header.ledgerIndex);
      closeTime = header.closeTimeSeconds;
    }
  });
});

describe('a close that takes longer than the interval', () => {
  /** As if the disk were slow. */
  class SlowStore extends MemoryStore {
    commits = 0;
    underWay = 0;
    mostAtOnce = 0;
    delayMs = 0;

    override async commit(ledger: ClosedLedger): Promise<void> {
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.underWay);
      await delay(this.delayMs);
      await super.commit(ledger);
      this.commits++;
      this.underWay--;
    }
  }

  test('makes the next ones wait, never pile up, and answers go on meanwhile', async () => {
    const store = new SlowStore();
    const env = await Env.create({ store });
    await env.fund(10_000, ALICE, BOB);
    store.commits = 0;
    store.delayMs = 100;
    const stop = startCloseTimer(env.node, 5, (error) => assert.fail(String(error)));
    const sent: Transaction[] = [];
    for (let turn = 0; turn < 20; turn++) {
      const one = env.sign(ALICE, payment(1n));
      assert.equal(env.node.submit(one).result, 'tesSUCCESS');
      sent.push(one);
      await delay(20);
    }
    stop();
    assert.equal(store.mostAtOnce, 1);
    assert.ok(store.commits >= 2 && store.commits <= 5, `${store.commits} ledgers in 400 ms`);
    await delay(2 * store.delayMs);
    const closed = store.commits;
    await delay(2 * store.delayMs);
    assert.equal(store.commits, closed, 'nothing had piled up');
    await env.close();
    for (const { id } of sent) assert.ok(store.transactionLocation(id), 'every one of them is in a ledger');
    await env.stop();
  });
});

describe('the same transaction again', () => {
  test('from 50 connections at once is applied once, and everybody else is told the same', async () => {
    const { env, port, stop } = await serveEnv();
    await env.fund(10_000, ALICE, BOB);
    const { id, blob } = env.sign(ALICE, payment(5n));
    const body = JSON.stringify({ method: 'submit', params: [{ tx_blob: bytesToHex(blob) }] });
    const clients = Array.from({ length: 50 }, () => new HttpClient(port));
    const answers = await Promise.all(
      clients.map(async (client) => (JSON.parse(String(await client.post(body))) as { result: JsonObject }).result),
    );
    for (const client of clients) client.close();
    const counts = Map.groupBy(answers, ({ engine_result, applied }) => `${engine_result} ${applied}`);
    assert.deepEqual([...counts].map(([what, { length }]) => [what, length]).sort(), [
      ['tefPAST_SEQ false', 49],
      ['tesSUCCESS true', 1],
    ]);
    await env.close();
    const { store, validated } = env.node;
    const range = { minLedgerIndex: validated.ledgerIndex, maxLedgerIndex: validated.ledgerIndex, forward: true };
    assert.equal([...accountTransactions(store, { account: BOB.id, ...range })].length, 1);
    assert.equal(store.transactionLocation(id)?.ledgerIndex, validated.ledgerIndex);
    await stop();
  });

  test('out of any earlier ledger changes nothing', async () => {
    const env = await Env.create();
    await env.fund(10_000, ALICE, BOB);
    env.submit(BOB, { TransactionType: 'TicketCreate', TicketCount: 2 }, 'tesSUCCESS');
    await env.close();
    const TicketSequence = env.account(BOB)!.Sequence - 1;
    env.submit(BOB, { ...payment(1n), Destination: ALICE.id, Sequence: 0, TicketSequence }, 'tesSUCCESS');
    for (let drops = 1n; drops <= 5n; drops++) env.submit(ALICE, payment(drops), 'tesSUCCESS');
    await env.close();
    const old = Array.from({ length: env.node.validated.ledgerIndex }, (_, at) => [
      ...env.node.store.ledgerTransactions(at + 1),
    ]).flat();
    assert.ok(old.length > 8);
    const { accountHash, totalDrops } = env.node.validated;
    const results = new Set<string>();
    for (let round = 0; round < 3; round++) {
      for (const { blob } of old) {
        const outcome = env.node.submit(parseTransaction(blob));
        results.add(outcome.result);
        assert.equal(outcome.applied, false);
      }
      await env.close();
      assert.equal([...env.node.store.ledgerTransactions(env.node.validated.ledgerIndex)].length, 0);
    }
    assert.deepEqual([...results].sort(), ['tefNO_TICKET', 'tefPAST_SEQ']);
    assert.equal(env.node.validated.totalDrops, totalDrops);
    assert.notEqual(env.node.validated.accountHash, accountHash, 'the list of recent hashes goes on');
    assert.deepEqual(env.account(BOB)?.Balance, 10_000_000_000n + 15n - 10n - 10n - 1n);
  });

  test('10,000 times too early from one account is held or refused, and the ledgers go on', async (t) => {
    const env = await Env.create();
    await env.fund(10_000, ALICE, BOB);
    const next = env.account(ALICE)!.Sequence;
    const early = Array.from({ length: 10_000 }, (_, at) =>
      env.sign(ALICE, { ...payment(1n), Sequence: next + 1 + at }),
    );
    const startMs = performance.now();
    for (const one of early) assert.match(env.node.submit(one).result, /^te[rl]/);
    const submitMs = performance.now() - startMs;
    env.submit(ALICE, { ...payment(1n), Sequence: next }, 'tesSUCCESS');
    let slowestCloseMs = 0;
    for (let ledger = 0; ledger < 8; ledger++) {
      const closeStartMs = performance.now();
      await env.close();
      slowestCloseMs = Math.max(slowestCloseMs, performance.now() - closeStartMs);
    }
    const settled = env.account(ALICE)!.Sequence - next;
    assert.ok(settled >= 1);
    assert.equal(env.account(BOB)!.Balance, 10_000_000_000n + BigInt(settled), 'each of them once');
    t.diagnostic(`${settled - 1} got in; ${submitMs | 0} ms to submit, ${slowestCloseMs | 0} ms for the slowest close`);
    assert.ok(submitMs < 10_000 && slowestCloseMs < 10_000, `${submitMs} ms to submit, ${slowestCloseMs} ms to close`);
  });
});
