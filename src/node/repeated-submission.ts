/**
 * The outcome of a transaction that is submitted again because the answer to the first submission was lost. The reference answers
 * `tefPAST_SEQ` even if the first submission was applied, and a client that then signs a new transaction pays twice.
 */
import { decodeObject } from '../protocol/codec/decode.ts';
import type { Ter } from '../protocol/tables/ter.ts';
import type { LedgerReader } from './ledger-node.ts';
import type { OpenLedger } from './open-ledger/open-ledger.ts';
import type { SubmitOutcome } from './open-ledger/submission.ts';

/** The given outcome, or the effect that the transaction already has: in a validated ledger, in the open ledger, or queued. */
export function firstOutcome(
  second: SubmitOutcome,
  { store }: Pick<LedgerReader, 'store'>,
  { view, queue }: Pick<OpenLedger, 'view' | 'queue'>,
): SubmitOutcome {
  const { applied, location, transaction } = second;
  if (applied) return second;
  const stored = location && store.transaction(location);
  const result = stored
    ? (decodeObject(stored.metadata).TransactionResult as Ter)
    : (view.resultOf(transaction.id) ?? (queue.get(transaction.id) && 'terQUEUED'));
  if (result === undefined) return second;
  const queued = result === 'terQUEUED';
  return { ...second, result, reason: undefined, fullness: undefined, applied: !queued, broadcast: true, queued };
}
