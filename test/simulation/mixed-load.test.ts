/**
 * A short form of `scripts/soak/mixed.ts`: all kinds of load at once, and answers that are compared with each other.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { runMixedLoad } from '../support/mixed-load/mixed-load.ts';
import { runWeir } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';

const SECONDS = 3;
/**
 * A transaction that waits for a sequence gap is kept for five ledgers. A busy machine must be able to fill the gap in
 * that time.
 */
const CLOSE_INTERVAL_MS = '600';
/** Enough for one action of each kind, and for its transactions to get into ledgers. */
const LEDGERS = 6;
const KINDS = ['looked up', 'abuses', 'bursts', 'story channelLife', 'messages fickle', 'reconnections', 'newcomers'];

describe('a server under a mixed load', () => {
  test('answers correctly, loses no transaction, logs no error and leaves a valid store', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'weir-mixed-'));
    const server = await ServerProcess.start([
      '--data',
      directory,
      '--close-interval',
      CLOSE_INTERVAL_MS,
      '--durable-submit',
    ]);
    try {
      const { port, pid } = server;
      const { figures, ledgers, reconnections } = await runMixedLoad({
        port,
        pid,
        directory,
        seed: 1,
        minutes: SECONDS / 60,
        isEnough: (counts, ledgers) => ledgers > LEDGERS && KINDS.every((kind) => (counts.get(kind) ?? 0) > 0),
        submissionsPerSecond: 30,
        readsPerSecond: 20,
        newcomersPerSecond: 5,
        traders: 12,
        actors: 4,
        burst: { submissions: 100, everyMinutes: SECONDS / 60 },
        abuseEveryMs: 200,
        sampleEveryMs: 500,
        leaveEveryMs: 300,
      });
      assert.deepEqual(figures.findings, []);
      assert.ok(ledgers > LEDGERS && reconnections > 0);
      for (const kind of KINDS) assert.ok((figures.counts.get(kind) ?? 0) > 0, kind);
      assert.equal(await server.stop(), 0);
      assert.equal(server.log, '');
      const { code, stdout, stderr } = await runWeir('verify', '--deep', '--data', directory);
      assert.equal(code, 0, stdout + stderr);
    } finally {
      await server.kill();
      rmSync(directory, { recursive: true });
    }
  });
});
