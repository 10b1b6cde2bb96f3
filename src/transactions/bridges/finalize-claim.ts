/**
 * Completes a claim that has a quorum of attestations: pays out from the door, rewards the witnesses, and removes the
 * claim (rippled: XChainBridge.cpp, finalizeClaimHelper).
 */
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { addAmounts, assetOf, compareAmounts, type Fees, zeroOf } from '../../protocol/amounts/amount-math.ts';
import { divide } from '../../protocol/amounts/amount-product.ts';
import type { Keylet } from '../../protocol/entries/entries.ts';
import { isTef, type Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Amount, XChainBridge } from '../../protocol/values.ts';
import { removeOwnedEntry } from '../accounts/owned-entries.ts';
import { amountOn, type BridgeChain, doorOn } from './bridge.ts';
import { transfer } from './transfer.ts';

export interface ProvenClaim {
  readonly fees: Fees;
  readonly bridge: XChainBridge;
  /** The chain that this ledger is. */
  readonly chain: BridgeChain;
  readonly destination: AccountId;
  readonly destinationTag?: number | undefined;
  /** True if the destination itself submits the claim. */
  readonly isSubmittedByDestination?: boolean;
  /** The amount sent, in the asset of either ledger. */
  readonly amount: Amount;
  readonly rewardPayer: AccountId;
  /** The total for all reward accounts. */
  readonly reward: Amount;
  readonly rewardAccounts: readonly AccountId[];
  /** The entry; it may not exist. */
  readonly claim: Keylet<'XChainOwnedClaimID'> | Keylet<'XChainOwnedCreateAccountClaimID'>;
  /**
   * Whether the claim stays if its funds cannot be paid out (OnTransferFail::keepClaim). If it is removed, later claims
   * are not blocked.
   */
  readonly keepsClaimOnFailure: boolean;
}

/**
 * Pays out, pays the rewards, and removes the claim. If the rewards cannot be paid, nothing is paid out. Returns the
 * first failure, internal errors first; the caller decides how to treat it.
 * @throws AmountError if an intermediate amount cannot be expressed
 */
export function finalizeClaim(outer: PaymentSandbox, proven: ProvenClaim): Ter {
  const { keepsClaimOnFailure } = proven;
  const inner = new PaymentSandbox(outer);
  const paid = payOut(inner, proven);
  if (paid !== 'tesSUCCESS' && keepsClaimOnFailure) return paid;
  // Witnesses are rewarded even if the payout fails.
  const rewarded = payRewards(inner, proven);
  if (rewarded !== 'tesSUCCESS' && (keepsClaimOnFailure || rewarded === 'tecINTERNAL')) {
    return mostSevere([paid, rewarded]);
  }
  if (paid !== 'tesSUCCESS' || rewarded === 'tesSUCCESS') inner.applyTo(outer);
  return mostSevere([paid, rewarded, removeClaim(outer, proven)]);
}

function payOut(sandbox: PaymentSandbox, proven: ProvenClaim): Ter {
  const { fees, bridge, chain, destination, destinationTag, isSubmittedByDestination = false } = proven;
  const source = doorOn(bridge, chain);
  const amount = amountOn(bridge, chain, proven.amount);
  return transfer(sandbox, {
    fees,
    source,
    destination,
    destinationTag,
    amount,
    mayCreate: true,
    isSubmittedByDestination,
  });
}

/**
 * Equal shares, rounded down. A reward account that cannot receive its share is skipped; only a payer without funds is
 * a failure.
 */
function payRewards(sandbox: PaymentSandbox, { fees, rewardPayer, reward, rewardAccounts }: ProvenClaim): Ter {
  if (rewardAccounts.length === 0) return 'tesSUCCESS';
  const asset = assetOf(reward);
  const share = divide(reward, BigInt(rewardAccounts.length), asset, 'downward');
  let distributed = zeroOf(asset);
  for (const destination of rewardAccounts) {
    const result = transfer(sandbox, { fees, source: rewardPayer, destination, amount: share });
    if (result === 'tecUNFUNDED_PAYMENT' || result === 'tecINTERNAL') return result;
    if (result === 'tesSUCCESS') distributed = addAmounts(distributed, share);
  }
  return compareAmounts(distributed, reward) > 0 ? 'tecINTERNAL' : 'tesSUCCESS';
}

function removeClaim(sandbox: PaymentSandbox, { claim }: ProvenClaim): Ter {
  const entry = claim.type === 'XChainOwnedClaimID' ? sandbox.peek(claim) : sandbox.peek(claim);
  return entry === undefined ? 'tesSUCCESS' : removeOwnedEntry(sandbox, entry);
}

function mostSevere(results: readonly Ter[]): Ter {
  const isFault = (result: Ter) => isTef(result) || result === 'tecINTERNAL';
  return results.find(isFault) ?? results.find((result) => result !== 'tesSUCCESS') ?? 'tesSUCCESS';
}
