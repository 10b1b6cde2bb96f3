/** `fee`: what a transaction costs now (rippled: Fee.cpp, TxQ.cpp, doRPC). */
import { levelToDrops, REFERENCE_LEVEL } from '../../../node/queue/fee-metrics.ts';
import type { QueueMetrics } from '../../../node/queue/transaction-queue.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { defineMethod } from '../../method/define-method.ts';

export const fee = defineMethod({
  name: 'fee',
  role: 'user',
  needs: 'this server',
  run({ reader, server: { node } }) {
    const metrics = node.metrics();
    const { maximumQueueSize } = metrics;
    return {
      ledger_current_index: reader.validated.ledgerIndex + 1,
      expected_ledger_size: String(metrics.expectedLedgerCount),
      current_ledger_size: String(metrics.openLedgerCount),
      current_queue_size: String(metrics.queuedCount),
      // No limit before the server has closed a ledger.
      ...(maximumQueueSize === undefined ? {} : { max_queue_size: String(maximumQueueSize) }),
      levels: {
        reference_level: REFERENCE_LEVEL.toString(),
        minimum_level: metrics.minimumLevel.toString(),
        median_level: metrics.medianLevel.toString(),
        open_ledger_level: metrics.openLedgerLevel.toString(),
      },
      drops: feesInDrops(metrics, reader.fees.baseDrops),
    };
  },
});

function feesInDrops(metrics: QueueMetrics, baseDrops: bigint): JsonObject {
  const { openLedgerLevel, minimumLevel, medianLevel, queuedCount, maximumQueueSize = 0 } = metrics;
  // With a base fee of zero, a full ledger is computed with a base fee of one drop.
  const effectiveDrops = baseDrops === 0n && openLedgerLevel !== REFERENCE_LEVEL ? 1n : baseDrops;
  const minimumBase = queuedCount >= maximumQueueSize ? effectiveDrops : baseDrops;
  return {
    base_fee: baseDrops.toString(),
    median_fee: levelToDrops(medianLevel, baseDrops).toString(),
    minimum_fee: levelToDrops(minimumLevel, minimumBase).toString(),
    open_ledger_fee: sufficientDrops(openLedgerLevel, effectiveDrops).toString(),
  };
}

/** The drops that surely reach a level; fewer may suffice after rounding. */
function sufficientDrops(level: bigint, baseDrops: bigint): bigint {
  const drops = levelToDrops(level, baseDrops);
  const isShort = baseDrops !== 0n && (drops * REFERENCE_LEVEL) / baseDrops < level;
  return isShort ? drops + 1n : drops;
}
