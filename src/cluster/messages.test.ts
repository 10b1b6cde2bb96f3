import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { frameOf, metricsFromJson, metricsToJson, readFrame } from './messages.ts';

const METRICS = {
  ...{ queuedCount: 3, maximumQueueSize: 20_000, openLedgerCount: 7, expectedLedgerCount: 1_000 },
  ...{ minimumLevel: 256n, medianLevel: 128_000n, openLedgerLevel: 0xffff_ffff_ffff_ffffn },
};

describe('messages of members', () => {
  test('keeps figures that are larger than a double holds, and those that are not there', () => {
    for (const metrics of [METRICS, { ...METRICS, maximumQueueSize: undefined }]) {
      const message = {
        kind: 'leading',
        epoch: 4,
        ledgerIndex: 9,
        hash: 'AB',
        metrics: metricsToJson(metrics),
      } as const;
      const read = readFrame<typeof message>(frameOf(message));
      assert.deepEqual(metricsFromJson(read.metrics), metrics);
      assert.deepEqual([read.epoch, read.ledgerIndex], [4, 9]);
    }
  });
});
