/** Claims against payment channels: what is signed, and how requests spell it (PayChan.h, ChannelAuthorize.cpp). */
import { HashPrefix } from '../protocol/hash-prefix.ts';
import type { Hash256, JsonObject } from '../protocol/values.ts';
import { hexToBytes } from '../util/hex.ts';
import { textParam } from './convert-param.ts';
import { RpcError } from './errors.ts';
import { parseHash } from './parse-hash.ts';

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;

/** Channel and amount of the claim in a request; `channelMalformed` or `channelAmtMalformed` otherwise. */
export function readClaim(params: JsonObject): { readonly channelId: Hash256; readonly drops: bigint } {
  const channelId = parseHash(textParam(params, 'channel_id'));
  if (channelId === undefined) throw new RpcError('channelMalformed');
  const { amount } = params;
  const digits = typeof amount === 'string' ? /^\+?(\d+)$/.exec(amount)?.[1] : undefined;
  const drops = digits === undefined || digits.length > 100 ? undefined : BigInt(digits);
  if (drops === undefined || drops > MAX_UINT64) throw new RpcError('channelAmtMalformed');
  return { channelId, drops };
}

/** The bytes that the channel's key signs. */
export function claimMessage(channelId: Hash256, drops: bigint): Buffer {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64BE(drops);
  return Buffer.concat([HashPrefix.paymentChannelClaim, hexToBytes(channelId), amount]);
}
