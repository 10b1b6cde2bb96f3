/** A short form of `scripts/soak/streams.ts`. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServerProcess } from '../support/server-process.ts';
import { soakStreams } from '../support/stream-soak.ts';

describe('streams under load', () => {
  test('bring every transaction once and in order to each subscriber, and to one that reconnects', async () => {
    const server = await ServerProcess.start(['--ephemeral', '--manual']);
    try {
      const report = await soakStreams({ server, connections: 20, transactions: 400, perLedger: 40, breakAfter: 61 });
      assert.equal(report.messages, 21 * 400);
      assert.ok(report.reconnections >= 5, `${report.reconnections} reconnections`);
    } finally {
      await server.kill();
    }
  });
});
