/**
 * Whether an asset may be transferred between accounts and traded. A vault share follows the rules of the vault's asset
 * too (rippled: MPTokenHelpers.cpp and RippleStateHelpers.cpp, canTransfer, canTrade).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { mptIssuanceKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Issue } from '../../protocol/values.ts';
import { canRippleThroughIssuer } from '../trust-lines/trust-line-auth.ts';
import { isMptAsset, isTokenAsset, underlyingAsset } from './asset-kind.ts';

const { lsfMPTCanTransfer, lsfMPTCanTrade } = EntryFlags.MPTokenIssuance;

/**
 * Checks that the asset may go from one account to the other. `waivesMptCanTransfer` ignores the MPT's flag when an
 * account takes back its own funds, such as a vault's depositor.
 */
export function canTransfer(
  view: ReadView,
  asset: Issue,
  from: AccountId,
  to: AccountId,
  { waivesMptCanTransfer = false } = {},
): Ter {
  if (isTokenAsset(asset)) return canRippleThroughIssuer(view, asset, from, to);
  if (!isMptAsset(asset)) return 'tesSUCCESS';
  const issuance = view.read(mptIssuanceKeylet(asset.mptIssuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (waivesMptCanTransfer || from === issuance.Issuer || to === issuance.Issuer) return 'tesSUCCESS';
  if (!hasFlag(issuance, lsfMPTCanTransfer)) return 'tecNO_AUTH';
  const underlying = underlyingAsset(view, issuance);
  return underlying === undefined ? 'tesSUCCESS' : canTransfer(view, underlying, from, to);
}

/** Checks that the asset may be traded on order books and in pools. */
export function canTrade(view: ReadView, asset: Issue): Ter {
  if (!isMptAsset(asset)) return 'tesSUCCESS';
  const issuance = view.read(mptIssuanceKeylet(asset.mptIssuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (!hasFlag(issuance, lsfMPTCanTrade)) return 'tecNO_PERMISSION';
  const underlying = underlyingAsset(view, issuance);
  return underlying === undefined ? 'tesSUCCESS' : canTrade(view, underlying);
}
