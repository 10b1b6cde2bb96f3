/** A server that reads all its rows while no client waits: its progress, and a damaged row that nothing else would read. */
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { createMixedStore } from '../support/mixed-store.ts';
import type { Answer } from '../support/rpc-call.ts';
import { TestClock } from '../support/test-clock.ts';
import { until } from '../support/until.ts';

/** Of the store, with transactions. */
const EARLY_LEDGER = 3;

describe('a server with the scrub', () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'weir-scrub-'));
  const data = path.join(scratch, 'data');
  after(() => rmSync(scratch, { recursive: true, force: true }));

  interface Running {
    readonly server: RunningServer;
    readonly clock: TestClock;
    get(route: string): Promise<Response>;
    scrub(): Promise<Answer>;
  }

  async function start(...words: readonly string[]): Promise<Running> {
    const clock = new TestClock(Date.UTC(2027, 0, 1));
    const options = parseStartOptions(['--port', '0', '--data', data, '--manual', '--threads', '0', ...words]);
    const server = await runServer(options, pino({ level: 'silent' }), clock);
    const url = `http://127.0.0.1:${server.port}`;
    const get = (route: string) => fetch(`${url}${route}`);
    const scrub = async () => {
      const response = await fetch(url, { method: 'POST', body: '{"method":"server_info"}' });
      return ((await response.json()) as Answer).result.weir.scrub;
    };
    return { server, clock, get, scrub };
  }

  /** Lets time pass until a pass over all rows has ended. */
  async function finishPass({ clock, scrub }: Running): Promise<Answer> {
    let progress: Answer;
    clock.advance(60);
    await until(async () => {
      for (let slice = 0; slice < 50; slice++) {
        clock.advanceMs(100);
        await turn();
      }
      progress = await scrub();
      return progress.last_pass !== undefined;
    }, 'all rows are read');
    return progress;
  }

  test('reads all rows, and says so in server_info and in its metrics', async () => {
    await createMixedStore(data);
    const running = await start();
    assert.deepEqual(await running.scrub(), { rows: 0, bytes: 0, damages: 0, pass_share: 0 });
    const { rows, bytes, damages, pass_share } = await finishPass(running);
    assert.ok(rows > 500 && bytes > 50_000, `${rows} rows, ${bytes} bytes`);
    assert.deepEqual([damages, pass_share], [0, 0]);
    const metrics = await (await running.get('/metrics')).text();
    for (const [name, value] of Object.entries({ rows, bytes, damages: 0, pass_share: 0 }))
      assert.match(metrics, new RegExp(`^weir_scrub_${name} ${value}$`, 'm'));
    assert.match(metrics, /^weir_scrub_last_pass_timestamp_seconds 17\d{8}/m);
    assert.equal((await running.get('/health')).status, 200);
    await running.server.stop();
  });

  test('finds a damaged row that no request has read', async () => {
    const store = openLmdbStore(data);
    const { blob } = store.transaction({ ledgerIndex: EARLY_LEDGER, position: 0 })!;
    await store.close();
    // The start reads a small file completely, so the damage comes later.
    const running = await start();
    const file = path.join(data, 'data.mdb');
    const at = readFileSync(file).indexOf(blob);
    const target = openSync(file, 'r+');
    writeSync(target, Buffer.from([blob[0]! ^ 1]), 0, 1, at);
    closeSync(target);
    assert.equal((await running.get('/health')).status, 200);
    assert.equal((await finishPass(running)).damages, 1);
    const health = await running.get('/health');
    assert.equal(health.status, 503);
    assert.match(((await health.json()) as Answer).problem, /the row of ledger 3 in the table transactions/);
    await running.server.stop();
  });

  test('reads nothing if its rate is 0', async () => {
    const limits = path.join(scratch, 'limits.json');
    writeFileSync(limits, '{"scrub_bytes_per_second":0}');
    const running = await start('--limits', limits);
    running.clock.advance(100);
    await turn();
    assert.equal((await running.scrub()).rows, 0);
    await running.server.stop();
  });
});
