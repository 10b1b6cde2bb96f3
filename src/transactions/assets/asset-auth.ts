/**
 * Permission to hold an asset whose issuer requires authorization. For an MPT with a domain, a credential of the domain
 * replaces the issuer's authorization (rippled: RippleStateHelpers.cpp and MPTokenHelpers.cpp, requireAuth,
 * enforceMPTokenAuthorization).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import { accountKeylet, mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hex, Issue } from '../../protocol/values.ts';
import { isPseudoAccount } from '../accounts/pseudo-account.ts';
import { checkDomainCredentials, verifyDomainCredentials } from '../credentials/domain-credentials.ts';
import { openHolding } from '../mpt/mptoken.ts';
import { requireAuth as requireLineAuth } from '../trust-lines/trust-line-auth.ts';
import { isMptAsset, isTokenAsset, underlyingAsset } from './asset-kind.ts';

/**
 * Whether the account needs a holding (a trust line or an MPToken) even if no authorization is required: `strong`
 * always, `weak` never, `legacy` for MPTs only.
 */
export type AuthType = 'strong' | 'weak' | 'legacy';

/** Checks that the account may hold the asset. Errors: tecNO_LINE, tecNO_AUTH, tecOBJECT_NOT_FOUND, tecEXPIRED. */
export function requireAuth(view: ReadView, account: AccountId, asset: Issue, authType: AuthType = 'legacy'): Ter {
  if (isMptAsset(asset)) return requireMptAuth(view, account, asset.mptIssuanceId, authType);
  return isTokenAsset(asset) ? requireLineAuth(view, account, asset, authType === 'strong') : 'tesSUCCESS';
}

function requireMptAuth(view: ReadView, account: AccountId, issuanceId: Hex, authType: AuthType): Ter {
  const issuance = view.read(mptIssuanceKeylet(issuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (issuance.Issuer === account) return 'tesSUCCESS';
  const underlying = underlyingAsset(view, issuance);
  if (underlying !== undefined) {
    const permitted = requireAuth(view, account, underlying, authType);
    if (permitted !== 'tesSUCCESS') return permitted;
  }
  const token = view.read(mptokenKeylet(issuanceId, account));
  if (token === undefined && authType !== 'weak') return 'tecNO_AUTH';
  if (issuance.DomainID !== undefined) {
    const member = checkDomainCredentials(view, account, issuance.DomainID);
    // An account with a holding may have been authorized by the issuer instead, as the owner of a vault is.
    if (member === 'tesSUCCESS' || token === undefined) return member;
  }
  const root = view.read(accountKeylet(account));
  if (root !== undefined && isPseudoAccount(root)) return 'tesSUCCESS';
  if (!hasFlag(issuance, EntryFlags.MPTokenIssuance.lsfMPTRequireAuth)) return 'tesSUCCESS';
  const isAuthorized = token !== undefined && hasFlag(token, EntryFlags.MPToken.lsfMPTAuthorized);
  return isAuthorized ? 'tesSUCCESS' : 'tecNO_AUTH';
}

/**
 * For apply, and for MPTs that require authorization: checks it and, if the account qualifies through the domain and
 * has no MPToken yet, creates one, for which the account needs the reserve. Expired credentials are deleted.
 */
export function enforceMptAuthorization(
  sandbox: Sandbox,
  issuanceId: Hex,
  account: AccountId,
  reserve: { readonly fees: Fees; readonly balanceDrops: bigint },
): Ter {
  const issuance = sandbox.read(mptIssuanceKeylet(issuanceId));
  if (issuance === undefined || issuance.Issuer === account) return 'tefINTERNAL';
  const token = sandbox.read(mptokenKeylet(issuanceId, account));
  if (issuance.DomainID === undefined) {
    const isAuthorized = token !== undefined && hasFlag(token, EntryFlags.MPToken.lsfMPTAuthorized);
    return isAuthorized ? 'tesSUCCESS' : 'tecNO_AUTH';
  }
  const member = verifyDomainCredentials(sandbox, account, issuance.DomainID);
  if (member !== 'tesSUCCESS') return member === 'tecEXPIRED' ? 'tecEXPIRED' : 'tecNO_AUTH';
  return token === undefined ? openHolding(sandbox, issuanceId, account, reserve) : 'tesSUCCESS';
}
