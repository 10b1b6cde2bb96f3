/**
 * Checking a claim's signature is as dear as checking a transaction's, and a claim passes preflight several times. The
 * verdict depends on nothing but the transaction, so it is remembered with the value.
 */
import { verify } from '../../crypto/key-pair.ts';
import { channelClaimMessage } from '../../protocol/transaction/channel-claim.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';

export interface SignedClaim {
  readonly channelId: Hash256;
  readonly amountDrops: bigint;
  readonly publicKey: Hex;
  readonly signature: Hex;
}

const verdicts = new WeakMap<Transaction, boolean>();

/** True if the key signed for the amount of the claim that the transaction makes. */
export function isClaimSignatureGood(transaction: Transaction, claim: SignedClaim): boolean {
  let isGood = verdicts.get(transaction);
  if (isGood === undefined) {
    const message = channelClaimMessage(claim.channelId, claim.amountDrops);
    isGood = verify(message, claim.publicKey, claim.signature);
    verdicts.set(transaction, isGood);
  }
  return isGood;
}
