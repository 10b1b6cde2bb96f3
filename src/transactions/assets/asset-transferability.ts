/**
 * Whether an asset may go from one account to another at all, and be traded. What holds for the asset of a vault holds
 * for its shares (rippled: MPTokenHelpers.cpp and RippleStateHelpers.cpp, canTransfer, canTrade).
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
 * Checks that the asset may go from one account to the other. Who takes back what is theirs, such as a vault's depositor,
 * waives the flag of a multi-purpose token.
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

/** Checks that the asset may be offered on the order books and in pools. */
export function canTrade(view: ReadView, asset: Issue): Ter {
  if (!isMptAsset(asset)) return 'tesSUCCESS';
  const issuance = view.read(mptIssuanceKeylet(asset.mptIssuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (!hasFlag(issuance, lsfMPTCanTrade)) return 'tecNO_PERMISSION';
  const underlying = underlyingAsset(view, issuance);
  return underlying === undefined ? 'tesSUCCESS' : canTrade(view, underlying);
}
