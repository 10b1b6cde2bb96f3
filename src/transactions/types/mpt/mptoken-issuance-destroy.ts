/** Ends a multi-purpose token of which nothing is in circulation (rippled: MPTokenIssuanceDestroy.cpp). */
import { directoryRemove } from '../../../ledger/directory.ts';
import { adjustOwnerCount } from '../../../ledger/owner-count.ts';
import { accountKeylet, mptIssuanceKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { defineTransaction } from '../../engine/transaction-type.ts';

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
    const issuer = sandbox.peek(accountKeylet(tx.Account));
    if (issuance === undefined || issuer === undefined) return 'tecINTERNAL';
    const directory = ownerDirKeylet(tx.Account);
    if (!directoryRemove(sandbox, directory, issuance.OwnerNode, issuance.index, false)) return 'tefBAD_LEDGER';
    sandbox.erase(issuance);
    adjustOwnerCount(sandbox, issuer, -1);
    return 'tesSUCCESS';
  },
});
