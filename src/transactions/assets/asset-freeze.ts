/**
 * Freezes of assets of any kind. An MPT is locked globally or for one holder, and a locked one can neither be sent nor
 * received; a vault share is frozen with the vault's asset (rippled: TokenHelpers.cpp, MPTokenHelpers.cpp; View.cpp,
 * isVaultPseudoAccountFrozen).
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

/** True if the issuer has frozen the asset globally. */
export function isGloballyFrozen(view: ReadView, asset: Issue): boolean {
  if (isTokenAsset(asset)) return isIssuerFrozen(view, asset.issuer);
  if (!isMptAsset(asset)) return false;
  const issuance = view.read(mptIssuanceKeylet(asset.mptIssuanceId));
  return issuance !== undefined && hasFlag(issuance, EntryFlags.MPTokenIssuance.lsfMPTLocked);
}

/** True if the issuer has frozen this account's holding of the asset. */
export function isIndividuallyFrozen(view: ReadView, account: AccountId, asset: Issue): boolean {
  if (isTokenAsset(asset)) return isLineFrozen(view, account, asset);
  if (!isMptAsset(asset)) return false;
  const token = view.read(mptokenKeylet(asset.mptIssuanceId, account));
  return token !== undefined && hasFlag(token, EntryFlags.MPToken.lsfMPTLocked);
}

/** True if the account can send the asset only to its issuer. */
export function isFrozen(view: ReadView, account: AccountId, asset: Issue): boolean {
  return isAnyFrozen(view, [account], asset);
}

/** True if one of the accounts can send the asset only to its issuer. */
export function isAnyFrozen(view: ReadView, accounts: readonly AccountId[], asset: Issue): boolean {
  if (isGloballyFrozen(view, asset)) return true;
  if (accounts.some((account) => isIndividuallyFrozen(view, account, asset))) return true;
  return isMptAsset(asset) && accounts.some((account) => isVaultFrozen(view, account, asset.mptIssuanceId));
}

/** True if the account cannot receive the asset. */
export function isDeepFrozen(view: ReadView, account: AccountId, asset: Issue): boolean {
  if (isMptAsset(asset)) return isFrozen(view, account, asset);
  return isTokenAsset(asset) && isLineDeeplyFrozen(view, account, asset);
}

/** tecFROZEN or tecLOCKED if the asset is frozen globally. */
export function checkGlobalFrozen(view: ReadView, asset: Issue): Ter {
  return isGloballyFrozen(view, asset) ? frozenResult(asset) : 'tesSUCCESS';
}

/** tecFROZEN or tecLOCKED if the account's holding is frozen individually. */
export function checkIndividualFrozen(view: ReadView, account: AccountId, asset: Issue): Ter {
  return isIndividuallyFrozen(view, account, asset) ? frozenResult(asset) : 'tesSUCCESS';
}

/** tecFROZEN or tecLOCKED if the account cannot send the asset. */
export function checkFrozen(view: ReadView, account: AccountId, asset: Issue): Ter {
  return isFrozen(view, account, asset) ? frozenResult(asset) : 'tesSUCCESS';
}

/** tecFROZEN or tecLOCKED if the account cannot receive the asset. */
export function checkDeepFrozen(view: ReadView, account: AccountId, asset: Issue): Ter {
  return isDeepFrozen(view, account, asset) ? frozenResult(asset) : 'tesSUCCESS';
}

function frozenResult(asset: Issue): Ter {
  return isMptAsset(asset) ? 'tecLOCKED' : 'tecFROZEN';
}

/** For a vault share: true if the vault or the account cannot send the vault's asset. */
function isVaultFrozen(view: ReadView, account: AccountId, issuanceId: Hex): boolean {
  const issuance = view.read(mptIssuanceKeylet(issuanceId));
  const underlying = issuance && underlyingAsset(view, issuance);
  return underlying !== undefined && isAnyFrozen(view, [issuance!.Issuer, account], underlying);
}
