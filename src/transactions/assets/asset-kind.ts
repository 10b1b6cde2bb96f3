/** The three kinds of assets: XRP, tokens on trust lines, and multi-purpose tokens (MPTs) (rippled: Asset.h). */
import type { ReadView } from '../../ledger/read-view.ts';
import type { MPTokenIssuance, TokenIssue } from '../../protocol/entries/entries.ts';
import {
  type AccountId,
  type Hash256,
  type Hex,
  type Issue,
  issuerOfMpt,
  XRP_CURRENCY,
} from '../../protocol/values.ts';

/** True for an MPT. */
export function isMptAsset(asset: Issue): asset is { readonly mptIssuanceId: Hex } {
  return 'mptIssuanceId' in asset;
}

/** True for a token on trust lines. */
export function isTokenAsset(asset: Issue): asset is TokenIssue {
  return 'currency' in asset && asset.currency !== XRP_CURRENCY;
}

/** The issuer of the asset; undefined for XRP. */
export function assetIssuer(asset: Issue): AccountId | undefined {
  return isMptAsset(asset) ? issuerOfMpt(asset.mptIssuanceId) : asset.issuer;
}

/**
 * The vault's asset if the MPT is a vault share. A vault for XRP has no holding, and XRP can neither be frozen nor
 * require authorization (rippled: MPTokenHelpers.cpp, assetOfHolding).
 */
export function underlyingAsset(view: ReadView, issuance: Readonly<MPTokenIssuance>): Issue | undefined {
  return issuance.ReferenceHolding === undefined
    ? undefined
    : assetOfHolding(view, issuance.ReferenceHolding, issuance.Issuer);
}

function assetOfHolding(view: ReadView, key: Hash256, holder: string): Issue | undefined {
  const token = view.read({ type: 'MPToken', key });
  if (token !== undefined) return { mptIssuanceId: token.MPTokenIssuanceID };
  const line = view.read({ type: 'RippleState', key });
  if (line === undefined) return undefined;
  const { LowLimit: low, HighLimit: high } = line;
  return { currency: low.currency, issuer: low.issuer === holder ? high.issuer : low.issuer };
}
