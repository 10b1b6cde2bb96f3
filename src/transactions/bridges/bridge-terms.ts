/** The signature reward and the minimum for creating accounts of a bridge (rippled: XChainBridge.cpp, preflights). */
import type { NotTec } from '../../protocol/tables/ter.ts';
import { type Amount, isNative, isNativeIssue, type XChainBridge } from '../../protocol/values.ts';

interface BridgeTerms {
  readonly XChainBridge: XChainBridge;
  readonly SignatureReward?: Amount;
  readonly MinAccountCreateAmount?: Amount;
}

/** Checks that both are drops, and that only an XRP-XRP bridge creates accounts. */
export function checkBridgeTerms(terms: BridgeTerms): NotTec {
  const { XChainBridge: bridge, SignatureReward: reward, MinAccountCreateAmount: least } = terms;
  if (reward !== undefined && !isReward(reward)) return 'temXCHAIN_BRIDGE_BAD_REWARD_AMOUNT';
  if (least === undefined) return 'tesSUCCESS';
  const isForDrops = isNativeIssue(bridge.LockingChainIssue) && isNativeIssue(bridge.IssuingChainIssue);
  const isGood = isNative(least) && least > 0n && isForDrops;
  return isGood ? 'tesSUCCESS' : 'temXCHAIN_BRIDGE_BAD_MIN_ACCOUNT_CREATE_AMOUNT';
}

/** True for drops, zero included. */
export function isReward(amount: Amount): boolean {
  return isNative(amount) && amount >= 0n;
}
