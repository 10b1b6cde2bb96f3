/**
 * Transactions and their metadata as JSON, in the shapes of both API versions (rippled: STTx.cpp, getJson,
 * Transaction::getJson, DeliverMax.cpp). Version 1 mixes facts about the ledger into the transaction's own fields;
 * version 2 keeps most of them beside it.
 */
import { sha512Half } from '../../crypto/hash.ts';
import { decodeToJson } from '../../protocol/json/to-json.ts';
import { HashPrefix } from '../../protocol/tables/hash-prefix.ts';
import type { Hash256, Json } from '../../protocol/values.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { ApiVersion } from '../method/context.ts';
import { encodeCtid, type TransactionPlace } from './ctid.ts';
import { deliveredAmount } from './delivered-amount.ts';

/** JSON that is still being put together. */
export type JsonDraft = Record<string, Json>;

/** What a ledger that holds a transaction says about it. */
export interface Inclusion extends TransactionPlace {
  /** Absent where the transaction is shown without its date. */
  readonly closeTimeSeconds?: number;
}

/** The id of a serialized transaction. */
export function transactionId(blob: Uint8Array): Hash256 {
  return bytesToHex(sha512Half(HashPrefix.transactionId, blob));
}

/** Adds `hash` in version 1, and what is known of the transaction's ledger in both. */
export function addLedgerFacts(json: JsonDraft, id: Hash256, apiVersion: ApiVersion, inclusion?: Inclusion): void {
  if (apiVersion === 1) json.hash = id;
  if (inclusion === undefined) return;
  if (apiVersion === 1) json.inLedger = inclusion.ledgerIndex;
  json.ledger_index = inclusion.ledgerIndex;
  if (inclusion.closeTimeSeconds !== undefined) json.date = inclusion.closeTimeSeconds;
  const networkId = typeof json.NetworkID === 'number' ? json.NetworkID : inclusion.networkId;
  const ctid = encodeCtid({ ...inclusion, networkId });
  if (ctid !== undefined) json.ctid = ctid;
}

/** A payment's `Amount` is the most that it may deliver, and `DeliverMax` says so; version 2 says only that. */
export function insertDeliverMax(json: JsonDraft, apiVersion: ApiVersion): void {
  const amount = json.Amount;
  if (amount === undefined || json.TransactionType !== 'Payment') return;
  json.DeliverMax = amount;
  if (apiVersion > 1) delete json.Amount;
}

/** The metadata of a transaction, whose JSON still has its `Amount`, with `delivered_amount` where it applies. */
export function metadataToJson(
  metadata: Uint8Array,
  tx: JsonDraft,
  ledgerIndex: number,
  closeTimeSeconds: number,
): JsonDraft {
  const json = decodeToJson(metadata) as JsonDraft;
  const delivered = deliveredAmount(tx, json, ledgerIndex, closeTimeSeconds);
  if (delivered !== undefined) json.delivered_amount = delivered;
  return json;
}
