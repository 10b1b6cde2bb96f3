/** Rules about the master key: some settings can be changed, or changed for free, only with it. */
import { accountIdOfPublicKey } from '../../crypto/address.ts';
import { publicKeyType } from '../../crypto/key-pair.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { TransactionCommon } from '../../protocol/transaction/transaction.ts';

/** True if the transaction was signed with the account's master key, not its regular key or a signer list. */
export function isSignedWithMasterKey(tx: Readonly<TransactionCommon>): boolean {
  return publicKeyType(tx.SigningPubKey) !== undefined && accountIdOfPublicKey(tx.SigningPubKey) === tx.Account;
}

/** Received XRP makes the account's next `SetRegularKey` eligible to be free again. */
export function clearPasswordSpent(account: AccountRoot): void {
  account.Flags = (account.Flags & ~EntryFlags.AccountRoot.lsfPasswordSpent) >>> 0;
}
