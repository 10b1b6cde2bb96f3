/**
 * The id of the payment channel that a transaction creates. It follows from payer, payee and sequence number; it is
 * returned only if the channel exists.
 */
import { decodeToJson } from '../../protocol/json/to-json.ts';
import { parseTransaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256, JsonObject } from '../../protocol/values.ts';
import { channelIdOf } from '../../transactions/channels/payment-channel.ts';

/** The member `channel_id`; no members without one. */
export function channelFacts(channelId: Hash256 | undefined): JsonObject {
  return channelId === undefined ? {} : { channel_id: channelId };
}

/** The same for the transaction with this metadata, if it created a channel. */
export function finalChannelFacts(blob: Uint8Array, metadata: Uint8Array): JsonObject {
  const channelId = channelIdOf(parseTransaction(blob));
  const isCreated = channelId !== undefined && decodeToJson(metadata).TransactionResult === 'tesSUCCESS';
  return channelFacts(isCreated ? channelId : undefined);
}
