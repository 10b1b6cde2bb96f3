/** Workers: what their clients see, their common limits, and how they end and are replaced. */
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { ExplorerFiles } from '../../src/server/http/explorer-files.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { endWorker, holdWorker } from '../../src/workers/worker-thread.ts';
import { Env, MASTER, party } from '../support/env.ts';
import { post } from '../support/hostile-sockets.ts';
import type { Answer } from '../support/rpc-call.ts';
import type { TestClock } from '../support/test-clock.ts';
import { until } from '../support/until.ts';
import { WebSocketClient } from '../support/websocket-client.ts';
import {
  createWorkerEnv,
  listenWith,
  scratchStore,
  type WorkerEnv,
  type WorkerEnvOptions,
  workersOf,
} from '../support/worker-env.ts';
import { WorkerThreads } from '../support/worker-threads.ts';

const ALICE = party('alice');
const XRP = 1_000_000n;
/** Enough connections that every worker gets some. */
const MANY = 24;

/** A working worker answers within this time. */
const SILENCE_MS = 500;

/** A dead worker is replaced after this time. */
const RESTART_MS = 200;

const threads = new WorkerThreads();
after(() => threads.end());

/** Sends a request over a new connection, which any worker can get. */
async function ask(port: number, method: string, params: object = {}): Promise<Answer> {
  return (await post(port, JSON.stringify({ method, params: [params] }))).body.result;
}

const payment = ({ env }: WorkerEnv, Sequence: number) =>
  bytesToHex(
    env.sign(MASTER, { TransactionType: 'Payment', Destination: ALICE.id, Amount: 1000n * XRP, Sequence }).blob,
  );

const QUIET = { error: () => {} };

/**
 * Lets the time pass after which a dead worker is replaced, if there are fewer than `count`. A new one may fail to open its
 * port and end again: while no worker listens, the system can give the port to a client's connection.
 */
function restartMissing(clock: TestClock, count: number): void {
  if (threads.alive < count) clock.advanceMs(RESTART_MS);
}

/** Starts workers that may end, and records their reports. */
function createReportingEnv(options: WorkerEnvOptions): Promise<WorkerEnv> & { readonly reports: string[] } {
  const reports: string[] = [];
  const log = { error: (_details: object, message: string) => void reports.push(message) };
  return Object.assign(createWorkerEnv({ log, ...options }), { reports });
}

describe('workers', () => {
  let served: WorkerEnv;
  before(async () => {
    served = await createWorkerEnv({ threads: 3, explorer: new ExplorerFiles() });
  });
  after(() => served.stop());

  test('share connections', async () => {
    const clients = await Promise.all(Array.from({ length: MANY }, () => WebSocketClient.connect(served.port)));
    const figures = await served.workers.figures();
    assert.equal(
      figures.reduce((sum, { webSockets }) => sum + webSockets, 0),
      MANY,
    );
    assert.ok(
      figures.every(({ webSockets }) => webSockets > 0),
      'each has some',
    );
    await Promise.all(clients.map((client) => client.close()));
  });

  test('serve the explorer themselves', async () => {
    const url = `http://127.0.0.1:${served.port}`;
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    const [text, folder] = /^<!doctype html>.*src="(\/explorer\/[0-9a-f]+\/)app\.js"/s.exec(await page.text())!;
    assert.ok(text);
    const again = await fetch(url, {
      headers: { accept: 'text/html', 'if-none-match': page.headers.get('etag')! },
    });
    assert.equal(again.status, 304);
    assert.equal((await fetch(`${url}${folder}app.js`, { method: 'HEAD' })).status, 200);
    assert.equal((await fetch(`${url}${folder}none.js`)).status, 404);
  });

  test('show every ledger validated before a request arrived', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => WebSocketClient.connect(served.port)));
    const step = fc.tuple(fc.constantFrom('accept', 'submit', 'read', 'read', 'read'), fc.nat(clients.length - 1));
    let newest = served.env.node.validated.ledgerIndex;
    let sequence = served.env.account(MASTER)!.Sequence;
    let validatedSequence = sequence;
    const runStep = async ([what, number]: readonly [string, number]) => {
      const client = clients[number]!;
      if (what === 'accept') {
        newest = (await client.call('ledger_accept')).ledger_current_index - 1;
        validatedSequence = sequence;
      } else if (what === 'submit') {
        const { engine_result: result } = await client.call('submit', { tx_blob: payment(served, sequence) });
        assert.equal(result, 'tesSUCCESS');
        sequence += 1;
      } else {
        const account = MASTER.address;
        const validated = await client.call('account_info', { account, ledger_index: 'validated' });
        assert.equal(validated.ledger_index, newest);
        assert.equal(validated.account_data.Sequence, validatedSequence);
        const current = await client.call('account_info', { account, ledger_index: 'current' });
        assert.equal(current.account_data.Sequence, sequence);
      }
    };
    const run = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      for (const one of steps) await runStep(one);
    });
    await fc.assert(run, { numRuns: 6, seed: 11, endOnFailure: true });
    await Promise.all(clients.map((client) => client.close()));
  });

  test('answer the requests of one connection in the order in which they were made', async () => {
    const client = await WebSocketClient.connect(served.port);
    const first = served.env.account(MASTER)!.Sequence;
    const blobs = Array.from({ length: 50 }, (_, at) => payment(served, first + at));
    const answers = await Promise.all(blobs.map((blob) => client.call('submit', { tx_blob: blob })));
    assert.deepEqual([...new Set(answers.map((answer) => answer.engine_result))], ['tesSUCCESS']);
    const account = MASTER.address;
    await Promise.all([client.call('submit', { tx_blob: payment(served, first + 50) }), client.call('ledger_accept')]);
    const validated = await client.call('account_info', { account, ledger_index: 'validated' });
    assert.equal(validated.account_data.Sequence, first + 51, 'the close comes after the submissions');
    await client.close();
  });

  test('list ledgers, and what differs between two of them, as the engine does', async () => {
    const answers = async (method: string, params: object) => {
      const asked = await Promise.all(Array.from({ length: 6 }, () => ask(served.port, method, params)));
      assert.equal(new Set(asked.map((answer) => JSON.stringify(answer))).size, 1, 'from every worker');
      return asked[0];
    };
    const { validated } = served.env.node;
    const { ledgers } = await answers('weir_ledgers', { limit: 5 });
    const count = [...served.env.node.store.ledgerTransactions(validated.ledgerIndex)].length;
    assert.ok(count >= 51);
    assert.deepEqual([ledgers[0].ledger_hash, ledgers[0].txn_count], [validated.hash, count]);
    const range = { ledger_index_min: validated.ledgerIndex - 1, ledger_index_max: validated.ledgerIndex };
    const { changes } = await answers('weir_changes', { ...range, type: 'account' });
    const master = changes.find(({ after }: Answer) => after.Account === MASTER.address);
    assert.ok(master.after.Sequence - master.before.Sequence >= 51);
  });

  test('refuse a bad signature as the engine does', async () => {
    const blob = payment(served, served.env.account(MASTER)!.Sequence);
    const signatureAt = blob.indexOf('7446') >= 0 ? blob.indexOf('7446') : blob.indexOf('7447');
    const bad = `${blob.slice(0, signatureAt + 60)}${blob[signatureAt + 60] === '0' ? '1' : '0'}${blob.slice(signatureAt + 61)}`;
    const answer = await ask(served.port, 'submit', { tx_blob: bad });
    assert.deepEqual(
      [answer.error, answer.error_exception],
      ['invalidTransaction', 'fails local checks: Invalid signature.'],
    );
  });

  test('send the same stream messages, each once', async () => {
    const clients = await Promise.all(Array.from({ length: MANY }, () => WebSocketClient.connect(served.port)));
    const streams = ['ledger', 'transactions', 'transactions_proposed', 'server'];
    await Promise.all(clients.map((client) => client.call('subscribe', { streams })));
    await ask(served.port, 'submit', { tx_blob: payment(served, served.env.account(MASTER)!.Sequence) });
    await Promise.all(clients.map((client) => client.until(() => client.events.length >= 1)));
    await ask(served.port, 'ledger_accept');
    await Promise.all(clients.map((client) => client.until(() => client.events.length >= 3)));
    // A late message would arrive before this answer.
    await Promise.all(clients.map((client) => client.call('ping')));
    assert.deepEqual(
      clients[0]!.events.map(({ type, validated }) => [type, validated]),
      [
        ['transaction', false],
        ['ledgerClosed', undefined],
        ['transaction', true],
      ],
    );
    for (const { events } of clients) assert.deepEqual(events, clients[0]!.events);
    await Promise.all(clients.map((client) => client.close()));
  });
});

describe('limits across workers', () => {
  const limited = async (limits: object, run: (served: WorkerEnv) => Promise<void>) => {
    // While no worker runs, a client's connection may get their port as its own. Then the workers try again.
    const usual = ['a worker ended and is replaced', 'a worker cannot open its port'];
    const reports: string[] = [];
    const log = { error: (_details: object, message: string) => void reports.push(message) };
    const served = await createWorkerEnv({
      threads: 2,
      adminAccess: 'none',
      log,
      limits: { limitLoopback: 1, ...limits },
    });
    try {
      await run(served);
      assert.deepEqual(
        reports.filter((report) => !usual.includes(report)),
        [],
      );
    } finally {
      await served.stop();
    }
  };
  const statuses = async (port: number, count: number) => {
    const replies = await Promise.all(Array.from({ length: count }, () => post(port, '{"method":"ping"}')));
    return Object.groupBy(replies, ({ status }) => status);
  };

  /** Connections that are not dropped, of more than enough for all workers. */
  const connectMany = async ({ port, workers }: WorkerEnv, openCount: number) => {
    const sockets = Array.from({ length: 200 }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
    const open = async () => (await workers.figures()).reduce((sum, { connections }) => sum + connections, 0);
    await until(async () => (await open()) === openCount, 'all others are dropped');
    assert.equal((await post(port, '{"method":"ping"}').catch(() => undefined))?.status, undefined);
    return async () => {
      for (const socket of sockets) socket.destroy();
      await until(async () => (await open()) === 0, 'all are gone');
    };
  };

  test('give all requests of a client to one connection, and as many to those of another worker', () =>
    limited({ requestsPerSecond: 1, requestBurst: 40 }, async ({ port }) => {
      const client = await WebSocketClient.connect(port);
      const answers = await Promise.all(Array.from({ length: 39 }, () => client.request('ping')));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], ['success']);
      const { 200: answered = [], 429: refused = [] } = await statuses(port, 150);
      assert.ok(answered.length >= 40 && answered.length < 80, `${answered.length} answered`);
      assert.equal(answered.length + refused.length, 150);
      await client.close();
    }));

  test('count the connections of an address in each worker', () =>
    limited({ connectionsPerAddress: 5 }, async (served) => {
      const end = await connectMany(served, 2 * (5 + 16));
      await end();
      assert.equal((await post(served.port, '{"method":"ping"}')).status, 200);
    }));

  test('divide the connections of all clients', () =>
    limited({ connections: 10 }, async (served) => {
      const end = await connectMany(served, 10 + 2 * 16);
      await end();
    }));

  test('release the connections of a dead worker', () =>
    limited({ connectionsPerAddress: 5 }, async (served) => {
      await connectMany(served, 2 * (5 + 16));
      await Promise.all([0, 1].map((number) => threads.kill(number)));
      const again = async () => {
        restartMissing(served.env.clock, 2);
        return (await post(served.port, '{"method":"ping"}').catch(() => undefined))?.status;
      };
      await until(async () => (await again()) === 200, 'connections are taken again');
    }));
});

describe('a worker', () => {
  let served: WorkerEnv;
  let reports: string[];
  const startTwo = async (t: TestContext) => {
    const starting = createReportingEnv({ threads: 2 });
    reports = starting.reports;
    served = await starting;
    t.after(() => served.stop());
  };

  const kill = async (number: number) => {
    await threads.kill(number);
    served.env.clock.advanceMs(RESTART_MS);
  };

  test('that dies is replaced, and acknowledged submissions are not lost', async (t) => {
    await startTwo(t);
    const first = served.env.account(MASTER)!.Sequence;
    const acknowledged = new Set<string>();
    const submit = async (sequence: number) => {
      const blob = payment(served, sequence);
      for (;;) {
        const answer = await ask(served.port, 'submit', { tx_blob: blob }).catch(() => undefined);
        if (answer !== undefined) {
          assert.ok(['tesSUCCESS', 'tefALREADY'].includes(answer.engine_result), answer.engine_result);
          acknowledged.add(answer.tx_json.hash);
          return;
        }
      }
    };
    for (let sequence = first; sequence < first + 30; sequence++) {
      if (sequence === first + 10) await kill(0);
      const submitted = submit(sequence);
      if (sequence === first + 20) await kill(1);
      await submitted;
    }
    await until(() => threads.running.size === 2, 'both are there again');
    const { ledger_current_index: open } = await ask(served.port, 'ledger_accept');
    for (const hash of acknowledged) {
      const { ledger_index: index, validated } = await ask(served.port, 'tx', { transaction: hash });
      assert.deepEqual([index, validated], [open - 1, true]);
    }
    assert.equal(acknowledged.size, 30);
    assert.deepEqual([...new Set(reports)], ['a worker ended and is replaced']);
  });

  test('that dies while a ledger closes does not keep it from being closed', async (t) => {
    await startTwo(t);
    const before = served.env.node.validated.ledgerIndex + 1;
    const accepted = served.env.node.acceptLedger();
    await threads.kill(0);
    await accepted;
    await served.env.close();
    served.env.clock.advanceMs(RESTART_MS);
    await served.env.close();
    assert.equal(threads.running.size, 2, 'the ledger waited until it was there');
    assert.equal(served.env.node.validated.ledgerIndex, before + 2);
    for (let count = 0; count < MANY; count++) {
      const { ledger_index: index } = await ask(served.port, 'ledger', { ledger_index: 'validated' });
      assert.equal(index, before + 2);
    }
  });

  /** A worker that hangs: it waits before a read of the store. */
  const startHanging = async () => {
    const starting = createReportingEnv({ threads: 1 });
    const own = await starting;
    await until(() => holdWorker(threads.running.get(0)!), 'it is in no native module');
    const asked = ask(own.port, 'account_info', { account: MASTER.address, ledger_index: 'validated' });
    return { starting, own, clock: own.env.clock, asked: asked.catch(() => undefined) };
  };

  test('that hangs while the server stops does not keep it from stopping', async () => {
    const { starting, own, clock, asked } = await startHanging();
    const isSilent = () => Promise.race([own.workers.figures().then(() => false), sleep(SILENCE_MS, true)]);
    await until(isSilent, 'it hangs');
    let isStopped = false;
    const stopped = own.stop().then(() => {
      isStopped = true;
    });
    await until(() => {
      clock.advance(2);
      return isStopped;
    }, 'it stops');
    await stopped;
    await asked;
    assert.deepEqual(starting.reports, ['a worker does not close']);
  });

  test('that fails while the server stops does not keep it from stopping', async () => {
    const starting = createReportingEnv({ threads: 1 });
    const own = await starting;
    const stopped = own.stop();
    threads.running.get(0)!.emit('error', new Error('out of memory'));
    await stopped;
    assert.deepEqual(starting.reports, ['a worker failed']);
  });

  test('that stays in a native module does not keep the server from stopping', async (t) => {
    const starting = createReportingEnv({ threads: 1 });
    const own = await starting;
    const worker = threads.running.get(0)!;
    const isInside = t.mock.method(Atomics, 'compareExchange', () => 1);
    // Its end is not seen either: without its native call it may end by itself.
    const isHeld = t.mock.method(worker, 'once', () => worker);
    let isStopped = false;
    const stopped = own.stop().then(() => {
      isStopped = true;
    });
    await until(() => {
      own.env.clock.advance(2);
      return isStopped;
    }, 'it stops');
    await stopped;
    assert.equal(starting.reports.at(-1), 'a worker cannot be ended');
    isInside.mock.restore();
    isHeld.mock.restore();
    await endWorker(worker);
  });

  test('that hangs is noticed, ended and replaced', async () => {
    const { starting, own, clock, asked } = await startHanging();
    await until(() => {
      clock.advance(2);
      return starting.reports.includes('a worker does not answer');
    }, 'it is noticed');
    await until(() => starting.reports.includes('a worker ended and is replaced'), 'it ends');
    const count = threads.alive + 1;
    const isAdmin = async () => {
      restartMissing(clock, count);
      return (await ask(own.port, 'ping').catch(() => undefined))?.role === 'admin';
    };
    await until(isAdmin, 'it answers again');
    await asked;
    await own.stop();
    assert.equal(starting.reports.filter((report) => report === 'a worker does not answer').length, 1);
  });

  test('is not ended for its silence while it loads', async () => {
    const scratch = scratchStore();
    const env = await Env.create({ store: scratch.store });
    const failures: string[] = [];
    const log = { error: (_details: object, message: string) => void failures.push(message) };
    const starting = workersOf(env, scratch, { threads: 1, log });
    env.clock.advance(60);
    assert.deepEqual(failures, []);
    const pool = await starting;
    await pool.close();
    await env.stop();
    scratch.remove();
    assert.deepEqual(failures, []);
  });

  describe('that ends while the server starts', () => {
    /** Ends the first threads, and advances the clock until the others are ready or the start fails. */
    const startWhileEnding = async (count: number, options: WorkerEnvOptions) => {
      const scratch = scratchStore();
      const env = await Env.create({ store: scratch.store });
      const begun: Worker[] = [];
      const end = (worker: Worker) => {
        // The thread has not started to run code yet.
        if (begun.push(worker) <= count) void worker.terminate();
      };
      process.on('worker', end);
      // Advances the clock only while a thread is missing, so that a thread that loads slowly does not count as one
      // that hangs.
      const running = () => begun.filter((worker) => worker.threadId !== -1).length;
      const time = setInterval(() => running() < options.threads && env.clock.advanceMs(RESTART_MS), 5);
      try {
        const workers = await workersOf(env, scratch, options);
        const { port } = await listenWith(workers, options);
        const { role } = await ask(port, 'ping');
        await workers.close();
        return role;
      } finally {
        clearInterval(time);
        const last = begun.at(-1)!;
        await until(() => last.threadId === -1, 'all have ended');
        env.clock.advanceMs(RESTART_MS);
        await sleep(0);
        assert.equal(begun.at(-1), last, 'and no more begin');
        process.off('worker', end);
        await env.stop();
        scratch.remove();
      }
    };

    test('is replaced', async () => {
      assert.equal(await startWhileEnding(2, { threads: 2, log: QUIET }), 'admin');
    });

    test('is given up if the next ones end too', async () => {
      await assert.rejects(startWhileEnding(MANY, { threads: 1, log: QUIET }), /end before they are ready/);
    });
  });

  test('has requests under way answered before it stops', async (t) => {
    await startTwo(t);
    const clients = await Promise.all(Array.from({ length: 4 }, () => WebSocketClient.connect(served.port)));
    const blob = payment(served, served.env.account(MASTER)!.Sequence);
    const waiting = post(served.port, JSON.stringify({ method: 'submit', params: [{ tx_blob: blob, wait: true }] }));
    await until(() => served.env.node.openLedger.view.transactionCount === 1, 'it is submitted');
    const closed = served.workers.close();
    await Promise.all(clients.map(({ closed: end }) => end)).then((ends) =>
      assert.deepEqual(ends[0], { code: 1001, reason: 'The server stops.' }),
    );
    await served.env.close();
    const { body } = await waiting;
    assert.deepEqual([body.result.validated, body.result.engine_result], [true, 'tesSUCCESS']);
    await closed;
    assert.equal(threads.running.size, 0);
    assert.deepEqual(reports, []);
  });
});
