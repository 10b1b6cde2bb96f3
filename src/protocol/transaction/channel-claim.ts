/** The message that a payer signs off-ledger so that the payee of a channel can claim drops (rippled: PayChan.h). */
import { hexToBytes } from '../../util/hex.ts';
import { uint64Hex } from '../entries/index-hash.ts';
import { HashPrefix } from '../tables/hash-prefix.ts';
import type { Hash256 } from '../values.ts';

/** The bytes that authorize claims up to the amount, in drops, in total over the channel's life. */
export function channelClaimMessage(channelId: Hash256, amountDrops: bigint): Buffer {
  return Buffer.concat([HashPrefix.paymentChannelClaim, hexToBytes(channelId + uint64Hex(amountDrops))]);
}
