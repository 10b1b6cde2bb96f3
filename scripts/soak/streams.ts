/**
 * `npm run soak -- streams --connections 200`: subscribers while 20,000 transactions validate. Fails if a message is
 * missing, double or out of order for any of them, or if the server's memory grows.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ServerProcess } from '../../test/support/server-process.ts';
import { soakStreams } from '../../test/support/stream-soak.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '200' },
    transactions: { type: 'string', default: '20000' },
    // The messages are the same with each seed.
    seed: { type: 'string' },
  },
});
const PER_LEDGER = 200;
const BREAK_AFTER = 1_234;
/** Growth that is noise: what a collection leaves. In the first half caches still fill. */
const SLACK_BYTES = 20_000_000;

const directory = mkdtempSync(path.join(tmpdir(), 'weir-soak-'));
const server = await ServerProcess.start(['--data', directory, '--manual']);
try {
  const { messages, reconnections, seconds, memory } = await soakStreams({
    server,
    connections: Number(values.connections),
    transactions: Number(values.transactions),
    perLedger: PER_LEDGER,
    breakAfter: BREAK_AFTER,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  const quarter = Math.ceil(memory.length / 4);
  const early = Math.max(...memory.slice(2 * quarter, 3 * quarter));
  const late = Math.max(...memory.slice(-quarter));
  process.stdout.write(
    `${messages} messages in ${seconds.toFixed(1)} s, each once and in order; ${reconnections} reconnections; ` +
      `memory ${Math.round(early / 1e6)} MB in the third quarter, ${Math.round(late / 1e6)} MB in the last\n`,
  );
  assert.ok(late < early + SLACK_BYTES, 'memory grew');
} finally {
  await server.kill();
  rmSync(directory, { recursive: true });
}
