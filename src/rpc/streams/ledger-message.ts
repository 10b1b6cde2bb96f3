/**
 * Messages of the `ledger` stream, and the first reply to its subscriber (rippled: NetworkOPs.cpp, pubLedger,
 * subLedger).
 */
import { ledgerFees } from '../../ledger/chain-entries.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import { validatedRange } from '../../node/validated-range.ts';
import type { JsonObject } from '../../protocol/values.ts';

/** The message for a closed ledger, the same in both API versions. */
export function ledgerClosedMessage(reader: LedgerReader, header: LedgerHeader, transactionCount: number): JsonObject {
  return { type: 'ledgerClosed', ...ledgerSummary(reader, header), txn_count: transactionCount };
}

/** The message for a revert to an earlier ledger: the ledgers after it, up to `revertedFrom`, are discarded. */
export function ledgerRevertedMessage(header: LedgerHeader, revertedFrom: LedgerHeader): JsonObject {
  return {
    type: 'ledgerReverted',
    ledger_index: header.ledgerIndex,
    ledger_hash: header.hash,
    reverted_from: revertedFrom.ledgerIndex,
  };
}

/** A summary of a ledger and of the available history. */
export function ledgerSummary(reader: LedgerReader, header: LedgerHeader): JsonObject {
  const view = reader.view(header.ledgerIndex);
  const fees = view === undefined ? reader.fees : ledgerFees(view);
  const first = validatedRange(reader).min;
  const last = header.ledgerIndex;
  return {
    ledger_index: last,
    ledger_hash: header.hash,
    ledger_time: header.closeTimeSeconds,
    network_id: reader.networkId,
    fee_base: Number(fees.baseDrops),
    reserve_base: Number(fees.reserveDrops),
    reserve_inc: Number(fees.reserveIncrementDrops),
    validated_ledgers: first === last ? String(last) : `${first}-${last}`,
  };
}
