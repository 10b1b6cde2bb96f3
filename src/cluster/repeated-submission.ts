/**
 * The outcome of a transaction that was sent again because the answer to the first time was lost. The second outcome may
 * say that the transaction came too late, because the first submission was applied; then the client gets the first outcome.
 */

import type { LedgerNode } from '../node/ledger-node.ts';
import type { SubmitOutcome } from '../node/open-ledger/submission.ts';
import { recentLocation } from '../node/validated-range.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import { isTef, type Ter } from '../protocol/tables/ter.ts';
import type { Hash256 } from '../protocol/values.ts';

/** The outcome of the second submission, corrected by what the ledger says of the first. */
export function firstOutcome(node: Pick<LedgerNode, 'store' | 'validated'>, second: SubmitOutcome): SubmitOutcome {
  const { result, transaction } = second;
  if (!isTef(result)) return second;
  const final = finalResult(node, transaction.id);
  if (final !== undefined) return applied(second, final);
  // The open ledger has it.
  return result === 'tefALREADY' ? applied(second, 'tesSUCCESS') : second;
}

function applied(outcome: SubmitOutcome, result: Ter): SubmitOutcome {
  return { ...outcome, result, reason: undefined, applied: true, broadcast: true };
}

function finalResult(node: Pick<LedgerNode, 'store' | 'validated'>, id: Hash256): Ter | undefined {
  const location = recentLocation(node, id);
  const stored = location && node.store.transaction(location);
  return stored && (decodeObject(stored.metadata).TransactionResult as Ter);
}
