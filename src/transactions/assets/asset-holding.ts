/**
 * Empty holdings: the trust line or MPToken that an account needs before it can hold an asset (rippled:
 * TokenHelpers.cpp, canAddHolding; RippleStateHelpers.cpp and MPTokenHelpers.cpp, addEmptyHolding, removeEmptyHolding).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import { accountKeylet, mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type Hex, type Issue, issuerOfMpt } from '../../protocol/values.ts';
import { closeHolding, isEmptyHolding, openHolding } from '../mpt/mptoken.ts';
import { addEmptyLine, removeEmptyLine } from '../trust-lines/empty-line.ts';
import { isMptAsset, isTokenAsset } from './asset-kind.ts';

const { AccountRoot: AccountBits, MPTokenIssuance: IssuanceBits } = EntryFlags;

/** The balance that must cover a reserve, in drops: mostly the balance before the fee. */
export interface ReserveSource {
  readonly fees: Fees;
  readonly balanceDrops: bigint;
}

/** Checks that accounts can hold and transfer the asset. */
export function canAddHolding(view: ReadView, asset: Issue): Ter {
  if (isMptAsset(asset)) {
    const issuance = view.read(mptIssuanceKeylet(asset.mptIssuanceId));
    if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
    return hasFlag(issuance, IssuanceBits.lsfMPTCanTransfer) ? 'tesSUCCESS' : 'tecNO_AUTH';
  }
  if (!isTokenAsset(asset)) return 'tesSUCCESS';
  const issuer = view.read(accountKeylet(asset.issuer));
  if (issuer === undefined) return 'terNO_ACCOUNT';
  return hasFlag(issuer, AccountBits.lsfDefaultRipple) ? 'tesSUCCESS' : 'terNO_RIPPLE';
}

/** Creates an empty holding. The issuer needs none; if one exists: tecDUPLICATE. */
export function addEmptyHolding(sandbox: Sandbox, account: AccountId, asset: Issue, reserve: ReserveSource): Ter {
  if (isMptAsset(asset)) return addEmptyMptoken(sandbox, account, asset.mptIssuanceId, reserve);
  return isTokenAsset(asset) ? addEmptyLine(sandbox, account, asset, reserve) : 'tesSUCCESS';
}

function addEmptyMptoken(sandbox: Sandbox, account: AccountId, issuanceId: Hex, reserve: ReserveSource): Ter {
  const issuance = sandbox.read(mptIssuanceKeylet(issuanceId));
  if (issuance === undefined || hasFlag(issuance, IssuanceBits.lsfMPTLocked)) return 'tefINTERNAL';
  if (sandbox.read(mptokenKeylet(issuanceId, account)) !== undefined) return 'tecDUPLICATE';
  return account === issuance.Issuer ? 'tesSUCCESS' : openHolding(sandbox, issuanceId, account, reserve);
}

/** Removes the account's holding; tecHAS_OBLIGATIONS if it is not empty. */
export function removeEmptyHolding(sandbox: Sandbox, account: AccountId, asset: Issue): Ter {
  if (isMptAsset(asset)) return removeEmptyMptoken(sandbox, account, asset.mptIssuanceId);
  if (isTokenAsset(asset)) return removeEmptyLine(sandbox, account, asset);
  const root = sandbox.read(accountKeylet(account));
  if (root === undefined) return 'tecINTERNAL';
  return root.Balance === 0n ? 'tesSUCCESS' : 'tecHAS_OBLIGATIONS';
}

function removeEmptyMptoken(sandbox: Sandbox, account: AccountId, issuanceId: Hex): Ter {
  const token = sandbox.read(mptokenKeylet(issuanceId, account));
  if (token === undefined) return account === issuerOfMpt(issuanceId) ? 'tesSUCCESS' : 'tecOBJECT_NOT_FOUND';
  return isEmptyHolding(token) ? closeHolding(sandbox, issuanceId, account) : 'tecHAS_OBLIGATIONS';
}
