/**
 * The id of the payment channel that a transaction creates. It follows from payer, payee and sequence number; it is
 * returned only if the channel exists.
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { payChanKeylet } from '../../protocol/entries/keylets.ts';
import { decodeToJson } from '../../protocol/json/to-json.ts';
import { parseTransaction, sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256, JsonObject } from '../../protocol/values.ts';

/** `channel_id`, if the transaction created a channel in the open ledger; otherwise no fields. */
export function provisionalChannel(view: ReadView, { id, fields }: Transaction): JsonObject {
  const channelId = channelIdOf(fields);
  return channelId !== undefined && view.hasTransaction(id) && view.readAny(channelId) !== undefined
    ? { channel_id: channelId }
    : {};
}

/** `channel_id`, if the transaction with this metadata created a channel; otherwise no fields. */
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
