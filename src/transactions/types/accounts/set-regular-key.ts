/**
 * SetRegularKey: sets or removes an account's regular key. An account without XRP for a fee may do it once for free:
 * lsfPasswordSpent marks that, and the next received payment clears it (rippled: SetRegularKey.cpp).
 */
import { accountKeylet, signersKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import { isSignedWithMasterKey } from '../../accounts/master-key.ts';
import { defineTransaction } from '../../transaction-type.ts';

const { AccountRoot: Bits } = EntryFlags;

export const setRegularKey = defineTransaction({
  name: 'SetRegularKey',

  baseFee(tx, view) {
    if (!isSignedWithMasterKey(tx)) return undefined;
    const account = view.read(accountKeylet(tx.Account));
    return account !== undefined && !hasFlag(account, Bits.lsfPasswordSpent) ? 0n : undefined;
  },

  consequences() {
    return { isBlocker: true };
  },

  preflight({ tx }) {
    return tx.RegularKey === tx.Account ? 'temBAD_REGKEY' : 'tesSUCCESS';
  },

  apply({ sandbox, tx, baseFeeDrops }) {
    const account = sandbox.peek(accountKeylet(tx.Account));
    if (account === undefined) return 'tefINTERNAL';
    if (baseFeeDrops === 0n) account.Flags = (account.Flags | Bits.lsfPasswordSpent) >>> 0;
    if (tx.RegularKey !== undefined) account.RegularKey = tx.RegularKey;
    else {
      const isMasterDisabled = hasFlag(account, Bits.lsfDisableMaster);
      if (isMasterDisabled && sandbox.read(signersKeylet(tx.Account)) === undefined) return 'tecNO_ALTERNATIVE_KEY';
      delete account.RegularKey;
    }
    sandbox.update(account);
    return 'tesSUCCESS';
  },
});
