/**
 * The keys of the ledger entries that Weir only looks up, for `ledger_entry`: no transaction here creates them, yet a
 * ledger that came from elsewhere may hold them (rippled: Indexes.cpp, namespace keylet).
 */

import { type AccountId, type Hash256, type Hex, type Issue, type XChainBridge, XRP_CURRENCY } from '../values.ts';
import { IndexSpace, indexHash, uint32Hex, uint64Hex } from './index-hash.ts';

/** The validators that are known to be offline. */
export function negativeUnlIndex(): Hash256 {
  return indexHash(IndexSpace.negativeUnl);
}

/** A bridge, seen from the chain whose door account and asset are given. */
export function bridgeIndex(bridge: XChainBridge, chain: 'Locking' | 'Issuing'): Hash256 {
  const issue = bridge[`${chain}ChainIssue`];
  const currency = 'currency' in issue ? issue.currency : '';
  return indexHash(IndexSpace.bridge, bridge[`${chain}ChainDoor`], currency);
}

/** A claim id of a bridge. */
export function xchainClaimIdIndex(bridge: XChainBridge, claimId: bigint): Hash256 {
  return indexHash(IndexSpace.xchainClaimId, bridgeParts(bridge), uint64Hex(claimId));
}

/** The pending creation of an account across a bridge. */
export function xchainCreateAccountClaimIdIndex(bridge: XChainBridge, count: bigint): Hash256 {
  return indexHash(IndexSpace.xchainCreateAccountClaimId, bridgeParts(bridge), uint64Hex(count));
}

function bridgeParts(bridge: XChainBridge): Hex {
  const { LockingChainDoor, LockingChainIssue, IssuingChainDoor, IssuingChainIssue } = bridge;
  return (
    LockingChainDoor + currencyThenIssuer(LockingChainIssue) + IssuingChainDoor + currencyThenIssuer(IssuingChainIssue)
  );
}

function currencyThenIssuer(issue: Issue): Hex {
  if ('mptIssuanceId' in issue) return issue.mptIssuanceId;
  return issue.currency + (issue.issuer ?? XRP_CURRENCY);
}

/** The permissions that one account delegated to another. */
export function delegateIndex(account: AccountId, authorized: AccountId): Hash256 {
  return indexHash(IndexSpace.delegate, account, authorized);
}

/** A single-asset vault. */
export function vaultIndex(owner: AccountId, sequence: number): Hash256 {
  return indexHash(IndexSpace.vault, owner, uint32Hex(sequence));
}

/** A loan broker. */
export function loanBrokerIndex(owner: AccountId, sequence: number): Hash256 {
  return indexHash(IndexSpace.loanBroker, owner, uint32Hex(sequence));
}

/** A loan. */
export function loanIndex(loanBrokerId: Hash256, loanSequence: number): Hash256 {
  return indexHash(IndexSpace.loan, loanBrokerId, uint32Hex(loanSequence));
}
