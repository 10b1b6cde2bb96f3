import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventLoopLatencyMs } from './event-loop-latency.ts';

test('the latency is that of the next turn, in whole milliseconds', async () => {
  const BLOCK_MS = 20;
  const measured = eventLoopLatencyMs();
  const startedMs = performance.now();
  while (performance.now() - startedMs < BLOCK_MS);
  assert.ok((await measured) >= BLOCK_MS);
  const idle = await eventLoopLatencyMs();
  assert.ok(Number.isInteger(idle) && idle >= 1);
});
