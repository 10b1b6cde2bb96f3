/** A short form of `scripts/soak/mixed.ts`: everything at once, and every answer held against the others. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { runMixedLoad } from '../support/mixed-load/mixed-load.ts';
import { runWeir } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';

const SECONDS = 3;
/** What waits for a gap to be filled is kept for five ledgers: as long must the busiest machine take to fill it. */
const CLOSE_INTERVAL_MS = '600';
/** Something of each kind, and time for it to get into ledgers. */
const LEDGERS = 6;
const KINDS = ['looked up', 'abuses', 'bursts', 'story channelLife', 'messages fickle', 'reconnections', 'newcomers'];

describe('a server under a mixed load', () => {
  test('answers everything right, loses nothing, logs no error and leaves whole data', async () => {
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
