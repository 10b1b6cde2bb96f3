/**
 * Transactions and their metadata as JSON, in the shapes of both API versions (rippled: STTx.cpp, getJson,
 * Transaction::getJson, DeliverMax.cpp). Version 1 adds facts about the ledger to the transaction's own fields; version
 * 2 has most of them beside it.
 */

import { addressToAccountId } from '../../crypto/address.ts';
import { mptIssuanceId } from '../../protocol/entries/keylets.ts';
import { decodeToJson, objectToJson } from '../../protocol/json/to-json.ts';
import { sequenceProxy, type TransactionCommon } from '../../protocol/transaction/transaction.ts';
import type { Hash256, Hex, StObject } from '../../protocol/values.ts';
import type { ApiVersion } from '../method/context.ts';
import type { JsonDraft } from '../params/json-values.ts';
import { encodeCtid, type TransactionPlace } from './ctid.ts';
import { deliveredAmount } from './delivered-amount.ts';
import { nftokenFacts } from './nftoken-json.ts';

/** A transaction's place in a ledger. */
export interface Inclusion extends TransactionPlace {
  /** Absent if the transaction is shown without its date. */
  readonly closeTimeSeconds?: number;
}

/** Adds `hash` in version 1, and the facts about its ledger in both versions. */
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

/**
 * A payment's `Amount` is the most that it may deliver, so it gets the name `DeliverMax`; version 2 has only that name.
 */
export function insertDeliverMax(json: JsonDraft, apiVersion: ApiVersion): void {
  const amount = json.Amount;
  if (amount === undefined || json.TransactionType !== 'Payment') return;
  json.DeliverMax = amount;
  if (apiVersion > 1) delete json.Amount;
}

/**
 * The metadata of a transaction, whose JSON must still have its `Amount`, with derived fields: `delivered_amount`,
 * `mpt_issuance_id`, and the facts of `nftoken-json.ts`.
 */
export function metadataToJson(
  metadata: Uint8Array | StObject,
  tx: JsonDraft,
  ledgerIndex: number,
  closeTimeSeconds: number,
): JsonDraft {
  const json = metadataWithoutNftokens(metadata, tx, ledgerIndex, closeTimeSeconds);
  return Object.assign(json, nftokenFacts(tx, json));
}

/** The same without the fields about NFTokens. */
export function metadataWithoutNftokens(
  metadata: Uint8Array | StObject,
  tx: JsonDraft,
  ledgerIndex: number,
  closeTimeSeconds: number,
): JsonDraft {
  const json = (metadata instanceof Uint8Array ? decodeToJson(metadata) : objectToJson(metadata)) as JsonDraft;
  const delivered = deliveredAmount(tx, json, ledgerIndex, closeTimeSeconds);
  if (delivered !== undefined) json.delivered_amount = delivered;
  if (tx.TransactionType === 'MPTokenIssuanceCreate' && json.TransactionResult === 'tesSUCCESS') {
    const Account = addressToAccountId(tx.Account as string)!;
    json.mpt_issuance_id = createdMptIssuanceId({ ...(tx as unknown as TransactionCommon), Account });
  }
  return json;
}

/** The id of the multi-purpose token that a transaction creates (rippled: MPTokenIssuanceID.cpp). */
export function createdMptIssuanceId(fields: Pick<TransactionCommon, 'Account' | 'Sequence' | 'TicketSequence'>): Hex {
  return mptIssuanceId(sequenceProxy(fields).value, fields.Account);
}
