/**
 * MPTokenAuthorize: a holder creates or removes its MPToken; or the issuer, with `Holder`, authorizes a holder or
 * revokes that (rippled: MPTokenAuthorize.cpp).
 */
import type { ReadView } from '../../../ledger/read-view.ts';
import { accountKeylet, mptIssuanceKeylet, mptokenKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import type { AccountId } from '../../../protocol/values.ts';
import { isPseudoAccount } from '../../accounts/pseudo-account.ts';
import { closeHolding, isEmptyHolding, openHolding, setAuthorized } from '../../mpt/mptoken.ts';
import { defineTransaction } from '../../transaction-type.ts';

type MptokenAuthorize = TransactionOf<'MPTokenAuthorize'>;

const { tfMPTUnauthorize } = TransactionFlags.MPTokenAuthorize;

export const mptokenAuthorize = defineTransaction({
  name: 'MPTokenAuthorize',

  preflight({ tx }) {
    return tx.Account === tx.Holder ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    if (tx.Holder !== undefined) return checkAuthorization(view, tx, tx.Holder);
    return hasFlag(tx, tfMPTUnauthorize) ? checkRemoval(view, tx) : checkNewHolding(view, tx);
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    const { Account: account, MPTokenIssuanceID: issuanceId, Holder: holder } = tx;
    const isRevoked = hasFlag(tx, tfMPTUnauthorize);
    if (holder !== undefined) {
      return setAuthorized(sandbox, issuanceId, { issuer: account, holder, isAuthorized: !isRevoked });
    }
    if (isRevoked) return closeHolding(sandbox, issuanceId, account);
    return openHolding(sandbox, issuanceId, account, { fees, balanceDrops: balanceBeforeFeeDrops });
  },
});

/** An empty MPToken may exist after its issuance is destroyed, so the issuance is not required. */
function checkRemoval(view: ReadView, tx: Readonly<MptokenAuthorize>): Ter {
  const token = view.read(mptokenKeylet(tx.MPTokenIssuanceID, tx.Account));
  if (token === undefined) return 'tecOBJECT_NOT_FOUND';
  if (!isEmptyHolding(token)) {
    const issuance = view.read(mptIssuanceKeylet(tx.MPTokenIssuanceID));
    return issuance === undefined ? 'tefINTERNAL' : 'tecHAS_OBLIGATIONS';
  }
  return hasFlag(token, EntryFlags.MPToken.lsfMPTLocked) ? 'tecNO_PERMISSION' : 'tesSUCCESS';
}

function checkNewHolding(view: ReadView, tx: Readonly<MptokenAuthorize>): Ter {
  const issuance = view.read(mptIssuanceKeylet(tx.MPTokenIssuanceID));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (issuance.Issuer === tx.Account) return 'tecNO_PERMISSION';
  const token = view.read(mptokenKeylet(tx.MPTokenIssuanceID, tx.Account));
  return token === undefined ? 'tesSUCCESS' : 'tecDUPLICATE';
}

/** Checks an issuer's authorization. Pseudo-accounts need none. */
function checkAuthorization(view: ReadView, tx: Readonly<MptokenAuthorize>, holder: AccountId): Ter {
  const root = view.read(accountKeylet(holder));
  if (root === undefined) return 'tecNO_DST';
  const issuance = view.read(mptIssuanceKeylet(tx.MPTokenIssuanceID));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (issuance.Issuer !== tx.Account) return 'tecNO_PERMISSION';
  if (!hasFlag(issuance, EntryFlags.MPTokenIssuance.lsfMPTRequireAuth)) return 'tecNO_AUTH';
  const token = view.read(mptokenKeylet(tx.MPTokenIssuanceID, holder));
  if (token === undefined) return 'tecOBJECT_NOT_FOUND';
  return isPseudoAccount(root) ? 'tecNO_PERMISSION' : 'tesSUCCESS';
}
