/**
 * A server whose disk fills up under load: it still answers, reports that it is unhealthy, loses nothing, and closes
 * ledgers again when there is space. The disk is a small one in memory, which only root may mount, so this test runs with
 * `npm run soak -- faults-disk` only.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { runWeir } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';

const CAN_RUN = TRIES_EVERY_CASE && process.getuid?.() === 0;
const DISK_MEGABYTES = 4;
const LONGEST_WAIT_MS = 20_000;

const disk = mkdtempSync(join(tmpdir(), 'weir-disk-'));
after(() => {
  spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + LONGEST_WAIT_MS;
  while (!(await isTrue())) {
    assert.ok(Date.now() < deadlineMs, what);
    await delay(50);
  }
}

test('a full disk stops ledgers, not answers, until there is space', {
  skip: !CAN_RUN && 'it needs root',
}, async (t) => {
  assert.equal(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', disk]).status, 0);
  const directory = join(disk, 'data');
  const server = await ServerProcess.start(['--data', directory, '--close-interval', '20', '--log-level', 'info']);
  const health = () => fetch(`http://127.0.0.1:${server.port}/health`);
  const isHealthy = async () => (await health()).status === 200;
  const validated = async () => Number((await server.call('ledger', { ledger_index: 'validated' })).ledger_index);
  const filler = join(disk, 'filler');
  try {
    for (let size = DISK_MEGABYTES * 2 ** 20; size > 4096; size >>= 1) {
      try {
        writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
      } catch {}
    }
    await until('it is not well', async () => !(await isHealthy()));
    const last = await validated();
    await delay(200);
    assert.equal(await validated(), last, 'no ledger closes');
    assert.match(await (await health()).text(), /the last close failed: the disk is full: /);
    assert.equal(server.log.match(/"reason":"the disk is full: .*a ledger could not be closed/g)?.length, 1);
    // It says nothing where its write was cut short.
    assert.ok((server.log.match(/Write error/g) ?? []).length <= 1, 'LMDB is not asked before there is room');
    rmSync(filler);
    await until('it is well again', isHealthy);
    await until('ledgers close again', async () => (await validated()) > last + 2);
    assert.match(server.log, /"failures":\d+,"outage_seconds":\d+,"msg":"ledgers close again"/);
    t.diagnostic(`stopped at ledger ${last}, went on to ${await validated()}`);
  } finally {
    await server.kill();
  }
  const { code, stdout } = await runWeir('verify', '--data', directory, '--deep');
  assert.equal(code, 0, stdout);
});
