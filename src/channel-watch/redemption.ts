/**
 * A pending redemption: one sequence number of the payee's account, and every transaction that was signed with it. Later ones pay
 * a higher fee and use a higher claim if there is one. The ledger accepts at most one of them, so nothing is redeemed twice.
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
  /** The last ledger that may contain it. */
  readonly lastLedger: number;
  /** Total that the channel will have paid. */
  readonly balanceDrops: bigint;
}

export interface Redemption {
  readonly channelId: Hash256;
  readonly sequence: number;
  /** Total that the channel had paid before. */
  readonly fromDrops: bigint;
  readonly reason: RedeemReason;
  /** Oldest first; at least one. */
  readonly attempts: readonly RedemptionAttempt[];
}

/** The account of the payee, and a key that signs for it. */
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

/** A signed transaction that redeems a claim. Deterministic. */
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

/** The last one, with the highest fee. */
export function latestAttempt({ attempts }: Redemption): RedemptionAttempt {
  return attempts.at(-1)!;
}

/** The last ledger that may contain any of the attempts. */
export function lastLedgerOf({ attempts }: Redemption): number {
  return Math.max(...attempts.map(({ lastLedger }) => lastLedger));
}
