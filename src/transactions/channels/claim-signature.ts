/** The signature by which the payer of a channel lets its payee claim drops. */
import { channelClaimMessage } from '../../protocol/transaction/channel-claim.ts';
import { isInnerSignatureGood } from '../../protocol/transaction/inner-signature.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';

export interface SignedClaim {
  readonly channelId: Hash256;
  readonly amountDrops: bigint;
  readonly publicKey: Hex;
  readonly signature: Hex;
}

/** True if the key signed for the amount of the claim that the transaction makes. */
export function isClaimSignatureGood(transaction: Transaction, claim: SignedClaim): boolean {
  const { channelId, amountDrops, publicKey, signature } = claim;
  return isInnerSignatureGood(transaction, () => channelClaimMessage(channelId, amountDrops), publicKey, signature);
}
