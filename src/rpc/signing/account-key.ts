/** Checks that a key may sign for an account (rippled: TransactionSign.cpp, acctMatchesPubKey). */
import { accountIdOfPublicKey, accountIdToAddress } from '../../crypto/address.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, JsonObject } from '../../protocol/values.ts';
import { RpcError } from '../method/errors.ts';
import { hasUnnamedPassphrase, otherKeyHint } from './signing-key.ts';

const READ_AS_PASSPHRASE = "Field 'secret' is no seed, perhaps by a slip, and was read as a passphrase.";

function keyOf(signer: AccountId): string {
  return `It is the secret of ${accountIdToAddress(signer)}.`;
}

/**
 * Accepts the account's master key unless it is disabled, and its regular key; `badSecret` or `masterDisabled`
 * otherwise. An account that does not exist has only its master key. The error mentions if the request's `secret` was
 * read as a passphrase.
 */
export function requireKeyOfAccount(
  account: AccountId,
  root: Readonly<AccountRoot> | undefined,
  publicKeyHex: string,
  params: JsonObject,
): void {
  const signer = accountIdOfPublicKey(publicKeyHex);
  if (signer === account) {
    const isDisabled = root !== undefined && (root.Flags & EntryFlags.AccountRoot.lsfDisableMaster) !== 0;
    if (isDisabled) throw new RpcError('masterDisabled');
  } else if (root?.RegularKey !== signer) {
    const fits = (key: string) => [account, root?.RegularKey].includes(accountIdOfPublicKey(key));
    const what = otherKeyHint(params, fits) ?? (hasUnnamedPassphrase(params) ? READ_AS_PASSPHRASE : keyOf(signer));
    throw new RpcError('badSecret').because(what);
  }
}
