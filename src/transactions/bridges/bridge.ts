/**
 * Cross-chain bridges: the door account of one ledger locks what the door account of the other issues. Each ledger has
 * an entry for the bridge, owned by the door there (rippled: XChainBridge.cpp; STXChainBridge.h).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { assetOf } from '../../protocol/amounts/amount-math.ts';
import { withQuantity } from '../../protocol/amounts/issued-amount.ts';
import type { Bridge } from '../../protocol/entries/entries.ts';
import { bridgeKeylet } from '../../protocol/entries/keylets.ts';
import type { NotTec } from '../../protocol/tables/ter.ts';
import {
  type AccountId,
  type Amount,
  type Issue,
  isIssued,
  issueKey,
  type XChainBridge,
} from '../../protocol/values.ts';

/** One of the two ledgers. */
export type BridgeChain = 'Locking' | 'Issuing';

/** The other ledger. */
export function otherChain(chain: BridgeChain): BridgeChain {
  return chain === 'Locking' ? 'Issuing' : 'Locking';
}

/** The ledger of that door; the issuing one for any other account. */
export function chainOfDoor(bridge: XChainBridge, door: AccountId): BridgeChain {
  return door === bridge.LockingChainDoor ? 'Locking' : 'Issuing';
}

/** The door account on that ledger. */
export function doorOn(bridge: XChainBridge, chain: BridgeChain): AccountId {
  return bridge[`${chain}ChainDoor`];
}

/** The bridge's asset on that ledger. */
export function issueOn(bridge: XChainBridge, chain: BridgeChain): Issue {
  return bridge[`${chain}ChainIssue`];
}

/** True for either door. */
export function isDoor(bridge: XChainBridge, account: AccountId): boolean {
  return account === bridge.LockingChainDoor || account === bridge.IssuingChainDoor;
}

/** The entry of exactly this bridge, whichever of its doors is on this ledger. */
export function readBridge(view: ReadView, bridge: XChainBridge): Readonly<Bridge> | undefined {
  for (const chain of ['Locking', 'Issuing'] as const) {
    const entry = view.read(bridgeKeylet(bridge, chain));
    if (entry !== undefined && isSameBridge(entry.XChainBridge, bridge)) return entry;
  }
  return undefined;
}

/** The same, for changes. */
export function peekBridge(sandbox: Sandbox, bridge: XChainBridge): Bridge | undefined {
  const entry = readBridge(sandbox, bridge);
  return entry && sandbox.peek({ type: 'Bridge', key: entry.index });
}

function isSameBridge(one: XChainBridge, other: XChainBridge): boolean {
  return (['Locking', 'Issuing'] as const).every(
    (chain) =>
      doorOn(one, chain) === doorOn(other, chain) && issueKey(issueOn(one, chain)) === issueKey(issueOn(other, chain)),
  );
}

/** Bridges support XRP and issued tokens; for MPTs rippled throws. */
export function checkBridgeIssues({ LockingChainIssue, IssuingChainIssue }: XChainBridge): NotTec {
  const hasMpt = 'mptIssuanceId' in LockingChainIssue || 'mptIssuanceId' in IssuingChainIssue;
  return hasMpt ? 'tefEXCEPTION' : 'tesSUCCESS';
}

/** True for an amount of the bridge's asset on either ledger. */
export function isAmountOfBridge(bridge: XChainBridge, amount: Amount): boolean {
  return isAmountOn(bridge, 'Locking', amount) || isAmountOn(bridge, 'Issuing', amount);
}

/** True for an amount of the bridge's asset on the ledger of that door. */
export function isAmountAtDoor(bridge: XChainBridge, door: AccountId, amount: Amount): boolean {
  return isAmountOn(bridge, chainOfDoor(bridge, door), amount);
}

/** True for an amount of the bridge's asset on that ledger. */
export function isAmountOn(bridge: XChainBridge, chain: BridgeChain, amount: Amount): boolean {
  return issueKey(assetOf(amount)) === issueKey(issueOn(bridge, chain));
}

/** The same quantity of the bridge's asset on that ledger (rippled: STAmount.h, setIssue). */
export function amountOn(bridge: XChainBridge, chain: BridgeChain, amount: Amount): Amount {
  const issue = issueOn(bridge, chain);
  if (!isIssued(amount) || !('issuer' in issue)) return amount;
  const { currency, issuer } = issue;
  return issuer === undefined ? amount : withQuantity({ ...amount, currency, issuer }, amount);
}
