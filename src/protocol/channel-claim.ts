/** What a payer signs off the ledger to let the payee of a channel claim drops (PayChan.h). */
import { hexToBytes } from '../util/hex.ts';
import { HashPrefix } from './hash-prefix.ts';
import { uint64Hex } from './index-hash.ts';
import type { Hash256 } from './values.ts';

/** The bytes that authorize claims up to the amount, in drops, in total over the channel's life. */
export function channelClaimMessage(channelId: Hash256, amountDrops: bigint): Buffer {
  return Buffer.concat([HashPrefix.paymentChannelClaim, hexToBytes(channelId + uint64Hex(amountDrops))]);
}
