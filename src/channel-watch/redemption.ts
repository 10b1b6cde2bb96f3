/**
 * A redemption that is on its way: one sequence number of the payee's account, and every transaction that was signed
 * with it. The later ones pay a higher fee, and show a better claim if one came. The ledger takes one of them at most, so
 * nothing is redeemed twice, whatever is sent how often.
 */

import { addressToAccountId } from '../crypto/address.ts';
import type { KeyPair } from '../crypto/key-pair.ts';
import { demandsNetworkId } from '../protocol/transaction/transaction.ts';
import { signTransaction } from '../protocol/transaction/transaction-signature.ts';
import type { Hash256, Hex } from '../protocol/values.ts';
import { assert } from '../util/assert.ts';
import { bytesToHex } from '../util/hex.ts';
import type { KeptClaim } from './claim-verdict.ts';
import type { RedeemReason } from './redeem-policy.ts';

export interface RedemptionAttempt {
  readonly hash: Hash256;
  readonly blob: Hex;
  readonly feeDrops: bigint;
  /** The last ledger that may hold it. */
  readonly lastLedger: number;
  /** What the channel shall have paid in total. */
  readonly balanceDrops: bigint;
}

export interface Redemption {
  readonly channelId: Hash256;
  readonly sequence: number;
  /** What the channel had paid before. */
  readonly fromDrops: bigint;
  readonly reason: RedeemReason;
  /** Oldest first; at least one. */
  readonly attempts: readonly RedemptionAttempt[];
}

/** Who signs, and for which account. */
export interface PayeeSigner {
  readonly address: string;
  readonly keys: KeyPair;
}

export interface AttemptTerms {
  readonly sequence: number;
  readonly claim: KeptClaim;
  readonly balanceDrops: bigint;
  readonly feeDrops: bigint;
  readonly lastLedger: number;
  readonly networkId: number;
}

/** A signed transaction that redeems a claim. Which it is depends on nothing but the arguments. */
export function signAttempt({ address, keys }: PayeeSigner, terms: AttemptTerms): RedemptionAttempt {
  const { sequence, claim, balanceDrops, feeDrops, lastLedger, networkId } = terms;
  const account = addressToAccountId(address);
  assert(account !== undefined, 'the payee has an address');
  const fields = {
    TransactionType: 'PaymentChannelClaim',
    Account: account,
    Sequence: sequence,
    Fee: feeDrops,
    Flags: 0,
    LastLedgerSequence: lastLedger,
    Channel: claim.channelId,
    Balance: balanceDrops,
    Amount: claim.drops,
    Signature: claim.signature,
    PublicKey: claim.publicKey,
    ...(demandsNetworkId(networkId) ? { NetworkID: networkId } : {}),
  };
  const { id, blob } = signTransaction(fields, keys);
  return { hash: id, blob: bytesToHex(blob), feeDrops, lastLedger, balanceDrops };
}

/** The one that is sent: the last, and dearest. */
export function latestAttempt({ attempts }: Redemption): RedemptionAttempt {
  return attempts.at(-1)!;
}

/** The last ledger that may hold any of them. */
export function lastLedgerOf({ attempts }: Redemption): number {
  return Math.max(...attempts.map(({ lastLedger }) => lastLedger));
}
