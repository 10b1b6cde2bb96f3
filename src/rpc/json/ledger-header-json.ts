/** A ledger's header as JSON (rippled: LedgerToJson.cpp, fillJson and fillJsonBinary). */

import { encodeLedgerHeader, type LedgerHeader, NO_CONSENSUS_TIME } from '../../ledger/ledger-header.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { ApiVersion } from '../method/context.ts';
import type { JsonDraft } from '../params/json-values.ts';
import { ledgerTimeToIso, ledgerTimeToText } from './ledger-time.ts';

/** The fields of a closed ledger's header, all that its hash covers among them. */
export function closedHeaderJson(header: LedgerHeader, apiVersion: ApiVersion): JsonDraft {
  const json: JsonDraft = {
    parent_hash: header.parentHash,
    ledger_index: apiVersion > 1 ? header.ledgerIndex : String(header.ledgerIndex),
    closed: true,
    ledger_hash: header.hash,
    transaction_hash: header.transactionHash,
    account_hash: header.accountHash,
    total_coins: header.totalDrops.toString(),
    close_flags: header.closeFlags,
    parent_close_time: header.parentCloseTimeSeconds,
    close_time: header.closeTimeSeconds,
    close_time_resolution: header.closeTimeResolutionSeconds,
  };
  if (header.closeTimeSeconds === 0) return json;
  json.close_time_human = ledgerTimeToText(header.closeTimeSeconds);
  json.close_time_iso = ledgerTimeToIso(header.closeTimeSeconds);
  if ((header.closeFlags & NO_CONSENSUS_TIME) !== 0) json.close_time_estimated = true;
  return json;
}

/**
 * The preliminary header of the open ledger: its parent's, with its own index and parent hash (rippled: OpenView.cpp).
 */
export function openLedgerHeader(view: ReadView, parent: LedgerHeader): LedgerHeader {
  const { ledgerIndex, parentHash, parentCloseTimeSeconds } = view;
  return { ...parent, ledgerIndex, parentHash, parentCloseTimeSeconds };
}

/** The known header fields of the open ledger. */
export function openHeaderJson(view: ReadView, apiVersion: ApiVersion): JsonDraft {
  return {
    parent_hash: view.parentHash,
    ledger_index: apiVersion > 1 ? view.ledgerIndex : String(view.ledgerIndex),
    closed: false,
  };
}

/** The header as the bytes that are hashed; the open ledger has none. */
export function binaryHeaderJson(header: LedgerHeader | undefined): JsonDraft {
  if (header === undefined) return { closed: false };
  return { closed: true, ledger_data: bytesToHex(encodeLedgerHeader(header)) };
}
