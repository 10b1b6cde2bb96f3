/** Some settings may be changed, or changed for free, only by the key that names the account. */

import { accountIdOfPublicKey } from '../../crypto/address.ts';
import { publicKeyType } from '../../crypto/key-pair.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { TransactionCommon } from '../../protocol/transaction/transaction.ts';

/** True if the account's own key signed, and not its regular key or a signer list. */
export function isSignedWithMasterKey(tx: Readonly<TransactionCommon>): boolean {
  return publicKeyType(tx.SigningPubKey) !== undefined && accountIdOfPublicKey(tx.SigningPubKey) === tx.Account;
}

/** Drops came in, so the account's next change of its regular key may be free again. */
export function clearPasswordSpent(account: AccountRoot): void {
  account.Flags = (account.Flags & ~EntryFlags.AccountRoot.lsfPasswordSpent) >>> 0;
}
