/**
 * Conversion of fee levels, the reference's relative measure in which the base fee is 256 (rippled: TxQ.h, toDrops;
 * NetworkOPs.cpp, getServerInfo and pubServer).
 */

import { REFERENCE_LEVEL } from '../../node/queue/fee-metrics.ts';
import type { QueueMetrics } from '../../node/queue/transaction-queue.ts';
import type { JsonObject } from '../../protocol/values.ts';

/** The level of the base fee as a JSON number: loads are measured by it too. */
export const LOAD_BASE = Number(REFERENCE_LEVEL);
const MAX_UINT32 = 0xffff_ffff;

/** The load in levels, for programs. Only a full open ledger raises it above the base. */
export function loadFigures({ openLedgerLevel, minimumLevel }: QueueMetrics): JsonObject {
  return {
    load_base: LOAD_BASE,
    load_factor: clipped(openLedgerLevel),
    load_factor_fee_escalation: clipped(openLedgerLevel),
    load_factor_fee_queue: clipped(minimumLevel),
    load_factor_fee_reference: LOAD_BASE,
    load_factor_server: LOAD_BASE,
  };
}

/** The load as multiples of the base, for people; admins also get its cause. */
export function loadMultiples({ openLedgerLevel, minimumLevel }: QueueMetrics, isAdmin: boolean): JsonObject {
  const load = Number(openLedgerLevel) / LOAD_BASE;
  const isEscalated = openLedgerLevel !== REFERENCE_LEVEL;
  return {
    load_factor: load,
    ...(isEscalated ? { load_factor_server: 1 } : {}),
    ...(isEscalated && isAdmin ? { load_factor_fee_escalation: load } : {}),
    ...(minimumLevel === REFERENCE_LEVEL ? {} : { load_factor_fee_queue: Number(minimumLevel) / LOAD_BASE }),
  };
}

function clipped(level: bigint): number {
  return Math.min(Number(level), MAX_UINT32);
}
