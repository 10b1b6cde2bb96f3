/** A hint for clients about a full open ledger, which surprises those that submit many transactions for one ledger. */
import type { LedgerEngine } from '../../node/ledger-node.ts';
import { REFERENCE_LEVEL } from '../../node/queue/fee-metrics.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { JsonObject } from '../../protocol/values.ts';

/** Undefined while the open ledger accepts transactions at the base fee. */
export function fullLedgerHint({ openLedger: { queue, view } }: LedgerEngine): string | undefined {
  const { openLedgerLevel, openLedgerCount, expectedLedgerCount } = queue.metrics(view.transactionCount);
  if (openLedgerLevel === REFERENCE_LEVEL) return undefined;
  return (
    `The open ledger holds ${openLedgerCount} transactions and takes ${expectedLedgerCount} at the base fee; more cost more, ` +
    'or wait. Pay more (fee_mult_max allows it where the server fills in the fee), or submit to the next ledger ' +
    '(ledger_accept closes this one). A server has more room with --dev, or with open_ledger_size in --limits.'
  );
}

/** The member `hint` of a submission that was not applied because the open ledger is full; empty otherwise. */
export function fullLedgerFacts(engine: LedgerEngine, result: Ter): JsonObject {
  const isForRoom = result === 'terQUEUED' || result === 'telINSUF_FEE_P' || result.startsWith('telCAN_NOT_QUEUE');
  const hint = isForRoom ? fullLedgerHint(engine) : undefined;
  return hint === undefined ? {} : { hint };
}
