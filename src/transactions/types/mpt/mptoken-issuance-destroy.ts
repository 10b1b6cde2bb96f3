/** MPTokenIssuanceDestroy: removes an MPT issuance without outstanding amount (rippled: MPTokenIssuanceDestroy.cpp). */
import { mptIssuanceKeylet } from '../../../protocol/entries/keylets.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const mptokenIssuanceDestroy = defineTransaction({
  name: 'MPTokenIssuanceDestroy',

  preflight() {
    return 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const issuance = view.read(mptIssuanceKeylet(tx.MPTokenIssuanceID));
    if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
    if (issuance.Issuer !== tx.Account) return 'tecNO_PERMISSION';
    const isHeld = issuance.OutstandingAmount !== 0n || (issuance.LockedAmount ?? 0n) !== 0n;
    return isHeld ? 'tecHAS_OBLIGATIONS' : 'tesSUCCESS';
  },

  apply({ sandbox, tx }) {
    const issuance = sandbox.peek(mptIssuanceKeylet(tx.MPTokenIssuanceID));
    return issuance === undefined ? 'tecINTERNAL' : removeOwnedEntry(sandbox, issuance);
  },
});
