/** Whether an asset allows clawback (rippled: VaultClawback.cpp and LoanBrokerCoverClawback.cpp, preclaim). */
import type { ReadView } from '../../ledger/read-view.ts';
import { accountKeylet, mptIssuanceKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Issue } from '../../protocol/values.ts';
import { isMptAsset, isTokenAsset } from './asset-kind.ts';

/** Checks that the issuer has enabled clawback for the asset. */
export function checkClawbackAllowed(view: ReadView, asset: Issue): Ter {
  if (isMptAsset(asset)) {
    const issuance = view.read(mptIssuanceKeylet(asset.mptIssuanceId));
    if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
    return hasFlag(issuance, EntryFlags.MPTokenIssuance.lsfMPTCanClawback) ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  }
  if (!isTokenAsset(asset)) return 'tecNO_PERMISSION';
  const issuer = view.read(accountKeylet(asset.issuer));
  if (issuer === undefined) return 'tefINTERNAL';
  const { lsfAllowTrustLineClawback, lsfNoFreeze } = EntryFlags.AccountRoot;
  const mayTake = hasFlag(issuer, lsfAllowTrustLineClawback) && !hasFlag(issuer, lsfNoFreeze);
  return mayTake ? 'tesSUCCESS' : 'tecNO_PERMISSION';
}
