import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { Env, MASTER, party } from '../../../test/support/env.ts';
import { closeEvery } from '../../node/close/close-schedule.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import { logCloses } from './close-log.ts';

type Line = Record<string, unknown>;

/** A log of this level, and the lines that were written to it. */
function memoryLog(level: string) {
  const lines: Line[] = [];
  const log = pino({ level, base: null, timestamp: false }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { log, lines };
}

describe('the log of closes', () => {
  test('warns of a clock behind the chain at once, then once an hour, and logs its end', async () => {
    const env = await Env.create({ closing: closeEvery(4000) });
    await env.close();
    env.clock.jump(-3 * 86_400);
    const { log, lines } = memoryLog('info');
    logCloses(env.node, log, env.clock);
    const [{ last_close, ...line }] = lines.splice(0) as [Line];
    const msg = 'the clock of this machine is behind the chain: the time of ledgers stands still';
    assert.deepEqual(line, { level: 40, behind_seconds: 3 * 86_400, msg });
    assert.equal(Date.parse(String(last_close)), env.clock.nowMs() + 3 * 86_400_000);
    const loggedMinutes: number[] = [];
    for (let minute = 1; minute <= 130; minute++) {
      env.clock.advance(60);
      await env.close();
      if (lines.splice(0).some((one) => one.msg === msg)) loggedMinutes.push(minute);
    }
    assert.deepEqual(loggedMinutes, [60, 120]);
    env.clock.jump(3 * 86_400);
    await env.close();
    assert.equal(lines.at(-1)?.msg, 'the clock has caught up with the chain');
    await env.stop();
  });

  test('has each ledger at debug, and every hundredth at info', async () => {
    const env = await Env.create();
    const { log, lines } = memoryLog('debug');
    logCloses(env.node, log, env.clock);
    const info = memoryLog('info');
    logCloses(env.node, info.log, env.clock);
    env.submit(MASTER, { TransactionType: 'Payment', Destination: party('a').id, Amount: 10_000_000n }, 'tesSUCCESS');
    await env.close();
    const { ledgerIndex: ledger_index, hash } = env.node.validated;
    const [{ seconds, ...line }] = lines as [Line];
    assert.deepEqual(line, { level: 20, ledger_index, hash, transactions: 1, msg: 'a ledger closed' });
    assert.equal(typeof seconds, 'number');
    while (env.node.validated.ledgerIndex < 200) await env.close();
    assert.deepEqual(
      info.lines.map(({ ledger_index, msg }) => [ledger_index, msg]),
      [
        [100, 'a ledger closed'],
        [200, 'a ledger closed'],
      ],
    );
    await env.stop();
  });

  test('logs a failure at once, then at growing intervals, and its end', async () => {
    const env = await Env.create();
    const { log, lines } = memoryLog('info');
    logCloses(env.node, log, env.clock);
    const { store } = env.node;
    store.append = () => Promise.reject(new StoreError('ledger 3 cannot be stored: No space left on device'));
    const loggedMinutes: number[] = [];
    for (let nowMs = 0; nowMs < 3 * 3_600_000; nowMs += 20_000) {
      await assert.rejects(env.node.acceptLedger());
      if (lines.splice(0).length > 0) loggedMinutes.push(nowMs / 60_000);
      env.clock.advance(20);
    }
    assert.deepEqual(loggedMinutes, [0, 1, 3, 7, 15, 31, 63, 123]);
    Reflect.deleteProperty(store, 'append');
    await env.node.acceptLedger();
    assert.deepEqual(lines, [
      { level: 30, ledger_index: 3, failures: 540, outage_seconds: 10_800, msg: 'ledgers close again' },
    ]);
    await env.close();
    assert.equal(lines.length, 1);
    await env.stop();
  });

  test('logs a failure of the disk without a stack, and a bug with its stack', async () => {
    const env = await Env.create();
    const { log, lines } = memoryLog('info');
    logCloses(env.node, log, env.clock);
    const full = new StoreError('ledger 3 cannot be stored: No space left on device');
    env.node.store.append = () => Promise.reject(full);
    await assert.rejects(env.node.acceptLedger());
    assert.deepEqual(
      [...lines],
      [
        {
          level: 50,
          ledger_index: 3,
          reason: 'the disk is full: ledger 3 cannot be stored: No space left on device',
          failures: 1,
          msg: 'a ledger could not be closed',
        },
      ],
    );
    Reflect.deleteProperty(env.node.store, 'append');
    await env.close();
    lines.length = 1;
    env.node.store.append = () => Promise.reject(new Error('something else'));
    await assert.rejects(env.node.acceptLedger());
    assert.equal((lines[1]!.err as Line).message, 'something else');
    await env.stop();
  });
});
