/** The three kinds of assets: the native currency, tokens on trust lines, multi-purpose tokens (rippled: Asset.h). */

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

/** True for a multi-purpose token. */
export function isMptAsset(asset: Issue): asset is { readonly mptIssuanceId: Hex } {
  return 'mptIssuanceId' in asset;
}

/** True for a token on trust lines. */
export function isTokenAsset(asset: Issue): asset is TokenIssue {
  return 'currency' in asset && asset.currency !== XRP_CURRENCY;
}

/** Who issues the asset; nobody for drops. */
export function assetIssuer(asset: Issue): AccountId | undefined {
  return isMptAsset(asset) ? issuerOfMpt(asset.mptIssuanceId) : asset.issuer;
}

/**
 * What a vault holds, if the multi-purpose token is a share of it. A vault of the native currency has no holding to
 * point at, nor could that be frozen or need permission (rippled: MPTokenHelpers.cpp, assetOfHolding).
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
