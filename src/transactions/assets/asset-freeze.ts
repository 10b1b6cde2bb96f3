/**
 * Frozen assets of any kind. A multi-purpose token is locked for everybody or for one holder, and a locked one neither
 * goes nor comes; a share of a vault is frozen with what the vault holds (rippled: TokenHelpers.cpp, MPTokenHelpers.cpp;
 * View.cpp, isVaultPseudoAccountFrozen).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hex, Issue } from '../../protocol/values.ts';
import {
  isGloballyFrozen as isIssuerFrozen,
  isDeeplyFrozen as isLineDeeplyFrozen,
  isIndividuallyFrozen as isLineFrozen,
} from '../trust-lines/trust-line-freeze.ts';
import { isMptAsset, isTokenAsset, underlyingAsset } from './asset-kind.ts';

/** True if the issuer has frozen the asset for everybody. */
export function isGloballyFrozen(view: ReadView, asset: Issue): boolean {
  if (isTokenAsset(asset)) return isIssuerFrozen(view, asset.issuer);
  if (!isMptAsset(asset)) return false;
  const issuance = view.read(mptIssuanceKeylet(asset.mptIssuanceId));
  return issuance !== undefined && hasFlag(issuance, EntryFlags.MPTokenIssuance.lsfMPTLocked);
}

/** True if the issuer has frozen what this account holds of the asset. */
export function isIndividuallyFrozen(view: ReadView, account: AccountId, asset: Issue): boolean {
  if (isTokenAsset(asset)) return isLineFrozen(view, account, asset);
  if (!isMptAsset(asset)) return false;
  const token = view.read(mptokenKeylet(asset.mptIssuanceId, account));
  return token !== undefined && hasFlag(token, EntryFlags.MPToken.lsfMPTLocked);
}

/** True if the account cannot pass the asset on to anybody but its issuer. */
export function isFrozen(view: ReadView, account: AccountId, asset: Issue): boolean {
  return isAnyFrozen(view, [account], asset);
}

/** True if one of the accounts cannot pass the asset on to anybody but its issuer. */
export function isAnyFrozen(view: ReadView, accounts: readonly AccountId[], asset: Issue): boolean {
  if (isGloballyFrozen(view, asset)) return true;
  if (accounts.some((account) => isIndividuallyFrozen(view, account, asset))) return true;
  return isMptAsset(asset) && accounts.some((account) => isVaultFrozen(view, account, asset.mptIssuanceId));
}

/** True if the account cannot receive the asset either. */
export function isDeepFrozen(view: ReadView, account: AccountId, asset: Issue): boolean {
  if (isMptAsset(asset)) return isFrozen(view, account, asset);
  return isTokenAsset(asset) && isLineDeeplyFrozen(view, account, asset);
}

/** Checks that the asset is not frozen for everybody: tecFROZEN or tecLOCKED. */
export function checkGlobalFrozen(view: ReadView, asset: Issue): Ter {
  return isGloballyFrozen(view, asset) ? frozenResult(asset) : 'tesSUCCESS';
}

/** Checks that what the account holds is not frozen by itself: tecFROZEN or tecLOCKED. */
export function checkIndividualFrozen(view: ReadView, account: AccountId, asset: Issue): Ter {
  return isIndividuallyFrozen(view, account, asset) ? frozenResult(asset) : 'tesSUCCESS';
}

/** Checks that the account may pass the asset on: tecFROZEN or tecLOCKED. */
export function checkFrozen(view: ReadView, account: AccountId, asset: Issue): Ter {
  return isFrozen(view, account, asset) ? frozenResult(asset) : 'tesSUCCESS';
}

/** Checks that the account may receive the asset: tecFROZEN or tecLOCKED. */
export function checkDeepFrozen(view: ReadView, account: AccountId, asset: Issue): Ter {
  return isDeepFrozen(view, account, asset) ? frozenResult(asset) : 'tesSUCCESS';
}

function frozenResult(asset: Issue): Ter {
  return isMptAsset(asset) ? 'tecLOCKED' : 'tecFROZEN';
}

/** For a share of a vault: true if the vault, or the account, cannot pass on what the vault holds. */
function isVaultFrozen(view: ReadView, account: AccountId, issuanceId: Hex): boolean {
  const issuance = view.read(mptIssuanceKeylet(issuanceId));
  const underlying = issuance && underlyingAsset(view, issuance);
  return underlying !== undefined && isAnyFrozen(view, [issuance!.Issuer, account], underlying);
}
