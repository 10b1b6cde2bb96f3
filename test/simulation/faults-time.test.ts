/** Clocks that jump, closes that take too long, and repeated transactions. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import type { PreparedLedger } from '../../src/ledger/derived-changes.ts';
import { MASTER_PASSPHRASE } from '../../src/ledger/genesis.ts';
import { closeEvery, INSTANT_CLOSE } from '../../src/node/close/close-schedule.ts';
import { LedgerHealth } from '../../src/node/ledger-health.ts';
import type { SubmitOutcome } from '../../src/node/open-ledger/submission.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../src/protocol/amounts/amount-math.ts';
import { parseTransaction, type Transaction } from '../../src/protocol/transaction/transaction.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import type { Awaitable } from '../../src/util/awaitable.ts';
import { type Clock, systemClock } from '../../src/util/clock.ts';
import { Env, MASTER, party, submitNow } from '../support/env.ts';
import { post } from '../support/hostile-sockets.ts';
import type { Answer } from '../support/rpc-call.ts';
import { until } from '../support/until.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const ALICE = party('alice');
const BOB = party('bob');
const DAY_SECONDS = 86_400;
/** Longer than any test, and shorter than any jump. */
const LONGEST_REQUEST_SECONDS = 1_000;

const payment = (drops: bigint) => ({ TransactionType: 'Payment', Destination: BOB.id, Amount: drops });

describe('a server whose clock jumps', () => {
  test('closes ledgers and answers, shows no negative time, and reports a clock behind the chain', async (t) => {
    /** How far the machine's clock is set forward or back. */
    let offsetMs = 0;
    const clock: Clock = { ...systemClock, nowMs: () => Date.now() + offsetMs };
    const words = ['--ephemeral', '--close-interval', '20', '--port', '0'];
    const warnings: JsonObject[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line)) });
    const server = await runServer(parseStartOptions(words), log, clock);
    t.after(() => server.stop());
    const call = async (method: string, params: object = {}): Promise<Answer> =>
      (await post(server.port, JSON.stringify({ method, params: [params] }))).body?.result;
    const watcher = await WebSocketClient.connect(server.port);
    await watcher.call('subscribe', { streams: ['ledger'] });
    let { closeTime, index } = { closeTime: 0, index: 0 };
    const jumps = [3600, -7200, 400 * DAY_SECONDS, -800 * DAY_SECONDS, 0, -1, 400 * DAY_SECONDS];
    for (const seconds of jumps) {
      offsetMs += seconds * 1000;
      const tx_json = {
        TransactionType: 'Payment',
        Account: MASTER.address,
        Destination: ALICE.address,
        Amount: '1000000000',
      };
      const { engine_result: result, tx_json: sent } = await call('submit', { secret: MASTER_PASSPHRASE, tx_json });
      assert.equal(result, 'tesSUCCESS', `after a jump of ${seconds} s`);
      let found = await call('tx', { transaction: sent.hash });
      for (; !found.validated; found = await call('tx', { transaction: sent.hash })) await delay(5);
      const { ledger } = await call('ledger', { ledger_index: found.ledger_index });
      // While the clock is behind, the time of the ledger does not advance: a ledger never closes before its parent.
      assert.ok(ledger.close_time >= closeTime && found.ledger_index > index, `after a jump of ${seconds} s`);
      closeTime = ledger.close_time;
      index = found.ledger_index;
      for (const method of ['server_info', 'server_state', 'fee', 'ledger_closed']) {
        const text = JSON.stringify(await call(method));
        assert.match(text, /"status":"success"/);
        const negative = /"(uptime|age|[a-z_]*_(s|us|ms|duration))":"?-/.exec(text);
        assert.equal(negative, null, `${method}, after a jump of ${seconds} s`);
      }
      const health = await fetch(`http://127.0.0.1:${server.port}/health`);
      const { problem } = (await health.json()) as JsonObject;
      const figures = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
      const behindSeconds = Number(/^weir_clock_behind_seconds (\d+)$/m.exec(figures)?.[1]);
      const expectedSeconds = Math.max(closeTime + RIPPLE_EPOCH_OFFSET_SECONDS - clock.nowMs() / 1000, 0);
      assert.ok(Math.abs(behindSeconds - expectedSeconds) < LONGEST_REQUEST_SECONDS, `${behindSeconds} s`);
      const isBehind = expectedSeconds > LONGEST_REQUEST_SECONDS;
      assert.equal(health.status, isBehind ? 503 : 200, `after a jump of ${seconds} s`);
      if (isBehind) assert.match(String(problem), /^the clock of this machine is \d+ s behind the last ledger: /);
    }
    // One report each time that the clock falls behind.
    const reported = warnings.map(({ msg }) => msg).filter((msg) => String(msg).includes('behind the chain'));
    assert.equal(reported.length, 2, JSON.stringify(warnings));
    const times = watcher.events.map(({ ledger_time: time }) => time as number);
    assert.ok(times.length >= jumps.length);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    await watcher.close();
  });
});

describe('a close that fails', () => {
  test('is repeated where submissions close ledgers, and /health reports it', async (t) => {
    class FragileStore extends MemoryStore {
      isFull = false;

      override async append(ledger: PreparedLedger, term?: number): Promise<void> {
        if (this.isFull) throw new Error('ENOSPC: no space left on device');
        await super.append(ledger, term);
      }
    }
    const store = new FragileStore();
    const closing = INSTANT_CLOSE;
    const env = await Env.create({ store, closing });
    await env.fund(10_000, ALICE, BOB);
    const { node } = env;
    const health = new LedgerHealth(node, closing, env.clock);
    const failures: unknown[] = [];
    let problem: string | undefined;
    node.onCloseFailed((error) => {
      failures.push(error);
      problem = health.problem();
      if (failures.length === 2) store.isFull = false;
    });
    t.after(() => node.stop());
    store.isFull = true;
    const sent = env.sign(ALICE, payment(1n));
    assert.equal(submitNow(node, sent).result, 'tesSUCCESS');
    const isInLedger = () => {
      env.clock.advanceMs(100);
      return store.transactionLocation(sent.id) !== undefined;
    };
    await until(isInLedger, 'it is in a ledger');
    assert.match(problem!, /no space left/);
    assert.equal(health.problem(), undefined);
    assert.equal(failures.length, 2);
  });
});

describe('a close that takes longer than the interval', () => {
  /** A slow disk: a commit waits until the test releases it. */
  class SlowStore extends MemoryStore {
    commits = 0;
    isSlow = false;
    readonly waiting: (() => void)[] = [];

    override async append(ledger: PreparedLedger, term?: number): Promise<void> {
      this.commits++;
      if (this.isSlow) await new Promise<void>((resolve) => this.waiting.push(resolve));
      await super.append(ledger, term);
    }
  }

  /** Waits for all work that needs no timer. */
  const turns = async () => {
    for (let count = 0; count < 20; count++) await setImmediate();
  };

  test('delays the next ones without queueing them, and submissions until it has ended', async () => {
    const store = new SlowStore();
    const env = await Env.create({ store, closing: closeEvery(5) });
    await env.fund(10_000, ALICE, BOB);
    env.node.onCloseFailed((error) => assert.fail(String(error)));
    await turns();
    store.commits = 0;
    store.isSlow = true;
    const sent: Transaction[] = [];
    const first = env.account(ALICE)!.Sequence;
    for (let ledger = 1; ledger <= 3; ledger++) {
      env.clock.advanceMs(5);
      await until(() => store.waiting.length > 0, 'a ledger closes');
      // Many intervals pass.
      const submitted: Awaitable<SubmitOutcome>[] = [];
      for (let turn = 0; turn < 5; turn++) {
        const one = env.sign(ALICE, { ...payment(1n), Sequence: first + sent.length });
        submitted.push(env.node.submit(one));
        sent.push(one);
        env.clock.advanceMs(20);
        await turns();
      }
      assert.deepEqual([store.commits, store.waiting.length], [ledger, 1], 'one at a time');
      const { view } = env.node.openLedger;
      assert.equal(view.ledgerIndex, env.node.validated.ledgerIndex + 1, 'reads see the ledger that closes');
      store.waiting.shift()!();
      const results = (await Promise.all(submitted)).map(({ result }) => result);
      assert.deepEqual(results, Array(5).fill('tesSUCCESS'));
      await turns();
    }
    await turns();
    assert.equal(store.commits, 3, 'no closes were queued');
    store.isSlow = false;
    await env.close();
    for (const { id } of sent) assert.ok(store.transactionLocation(id), 'every one of them is in a ledger');
    await env.stop();
  });
});

describe('a repeated transaction', () => {
  test('of any earlier ledger changes nothing', async () => {
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
        const outcome = submitNow(env.node, parseTransaction(blob));
        results.add(outcome.result);
        assert.equal(outcome.applied, false);
      }
      await env.close();
      assert.equal([...env.node.store.ledgerTransactions(env.node.validated.ledgerIndex)].length, 0);
    }
    assert.deepEqual([...results].sort(), ['tefNO_TICKET', 'tefPAST_SEQ']);
    assert.equal(env.node.validated.totalDrops, totalDrops);
    assert.notEqual(env.node.validated.accountHash, accountHash, 'the list of recent hashes grows');
    assert.deepEqual(env.account(BOB)?.Balance, 10_000_000_000n + 15n - 10n - 10n - 1n);
  });
});
