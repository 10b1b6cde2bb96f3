/**
 * Transactions and their metadata as JSON, in the shapes of both API versions (rippled: STTx.cpp, getJson,
 * Transaction::getJson, DeliverMax.cpp). Version 1 mixes facts about the ledger into the transaction's own fields;
 * version 2 keeps most of them beside it.
 *
 * The id of the channel that a transaction creates, so that nobody digs through metadata for it. It follows from
 * payer, payee and sequence number alone, and is told only where there is a channel to name.
 *
 * Concise transaction ids: where a transaction is (ledger, position, network) in 16 hex digits (XLS-15d; reference:
 * CTID.h).
 *
 * What a transaction delivered, which metadata leaves out when it is simply the `Amount` (rippled:
 * DeliveredAmount.cpp). The rule is the reference's except for one thing: ledgers of early 2014 and before, whose
 * metadata does not tell, are none of ours, but their date still decides, so that imported ones are answered as there.
 */
import { addressToAccountId } from '../../crypto/address.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { mptIssuanceId, payChanKeylet } from '../../protocol/entries/keylets.ts';
import { decodeToJson, objectToJson } from '../../protocol/json/to-json.ts';
import { DELIVERING_TYPES } from '../../protocol/tables/transaction-traits.ts';
import {
  parseTransaction,
  sequenceProxy,
  type Transaction,
  type TransactionCommon,
} from '../../protocol/transaction/transaction.ts';
import type { Hash256, Hex, Json, JsonObject, StObject } from '../../protocol/values.ts';
import type { ApiVersion } from '../method/context.ts';
import { nftokenFacts } from './nftoken-json.ts';

/** JSON that is still being put together. */
export type JsonDraft = Record<string, Json>;

/** What a ledger that holds a transaction says about it. */
export interface Inclusion extends TransactionPlace {
  /** Absent where the transaction is shown without its date. */
  readonly closeTimeSeconds?: number;
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

/**
 * The metadata of a transaction, whose JSON still has its `Amount`, with what does not stand in it as such:
 * `delivered_amount`, `mpt_issuance_id`, and the facts of `nftoken-json.ts`.
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

/** The same without what it tells of non-fungible tokens. */
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

/** The id of the multi-purpose token that a transaction makes (rippled: MPTokenIssuanceID.cpp). */
export function createdMptIssuanceId(fields: Pick<TransactionCommon, 'Account' | 'Sequence' | 'TicketSequence'>): Hex {
  return mptIssuanceId(sequenceProxy(fields).value, fields.Account);
}

/** `channel_id`, if the transaction made a channel in the open ledger; otherwise no fields. */
export function provisionalChannel(view: ReadView, { id, fields }: Transaction): JsonObject {
  const channelId = channelIdOf(fields);
  return channelId !== undefined && view.hasTransaction(id) && view.readAny(channelId) !== undefined
    ? { channel_id: channelId }
    : {};
}

/** `channel_id`, if the transaction with this metadata made a channel; otherwise no fields. */
export function finalChannel(blob: Uint8Array, metadata: Uint8Array): JsonObject {
  const channelId = channelIdOf(parseTransaction(blob).fields);
  return channelId !== undefined && decodeToJson(metadata).TransactionResult === 'tesSUCCESS'
    ? { channel_id: channelId }
    : {};
}

function channelIdOf(fields: Transaction['fields']): Hash256 | undefined {
  if (fields.TransactionType !== 'PaymentChannelCreate') return undefined;
  return payChanKeylet(fields.Account, fields.Destination as string, sequenceProxy(fields).value).key;
}

const PREFIX = 0xc000_0000;
const MAX_LEDGER_INDEX = 0x0fff_ffff;
const MAX_POSITION = 0xffff;
const MAX_NETWORK_ID = 0xffff;

export interface TransactionPlace {
  readonly ledgerIndex: number;
  readonly position: number;
  readonly networkId: number;
}

/** The id of a place; undefined where one of the three numbers is too large for it. */
export function encodeCtid({ ledgerIndex, position, networkId }: TransactionPlace): string | undefined {
  if (ledgerIndex > MAX_LEDGER_INDEX || position > MAX_POSITION || networkId > MAX_NETWORK_ID) return undefined;
  const place = (position * 0x1_0000 + networkId).toString(16).padStart(8, '0');
  return `${(PREFIX + ledgerIndex).toString(16)}${place}`.toUpperCase();
}

/** The place that an id names, in hex of either case; undefined for anything else. */
export function decodeCtid(text: string): TransactionPlace | undefined {
  if (!/^[cC][0-9a-fA-F]{15}$/.test(text)) return undefined;
  return {
    ledgerIndex: Number.parseInt(text.slice(1, 8), 16),
    position: Number.parseInt(text.slice(8, 12), 16),
    networkId: Number.parseInt(text.slice(12), 16),
  };
}

/** From this ledger on, or after this close time, absence means that the whole Amount was delivered. */
const FIRST_LEDGER_INDEX = 4_594_095;
const FIRST_CLOSE_TIME_SECONDS = 446_000_000;

/** The value of `delivered_amount` in metadata's JSON; undefined for transactions that deliver nothing. */
export function deliveredAmount(
  tx: JsonObject,
  meta: JsonObject,
  ledgerIndex: number,
  closeTimeSeconds: number,
): Json | undefined {
  if (!DELIVERING_TYPES.has(tx.TransactionType) || meta.TransactionResult !== 'tesSUCCESS') return undefined;
  if (meta.DeliveredAmount !== undefined) return meta.DeliveredAmount;
  return tx.Amount !== undefined && isDeliveryKnown(ledgerIndex, closeTimeSeconds) ? tx.Amount : 'unavailable';
}

/** True for ledgers in which metadata names what was delivered wherever that is not the `Amount`. */
export function isDeliveryKnown(ledgerIndex: number, closeTimeSeconds: number): boolean {
  return ledgerIndex >= FIRST_LEDGER_INDEX || closeTimeSeconds > FIRST_CLOSE_TIME_SECONDS;
}
