/** Some settings may be changed, or changed for free, only by the key that names the account. */
import { accountIdOfPublicKey } from '../../crypto/address.ts';
import { publicKeyType } from '../../crypto/key-pair.ts';
import type { TransactionCommon } from '../../protocol/transaction/transaction.ts';

/** True if the account's own key signed, and not its regular key or a signer list. */
export function isSignedWithMasterKey(tx: Readonly<TransactionCommon>): boolean {
  return publicKeyType(tx.SigningPubKey) !== undefined && accountIdOfPublicKey(tx.SigningPubKey) === tx.Account;
}
