/** Who may send to an account that wants to be asked first (rippled: CredentialHelpers.cpp, verifyDepositPreauth). */
import type { ReadView } from '../../ledger/read-view.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { depositPreauthKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId } from '../../protocol/values.ts';

/** Checks that the destination takes deposits from anybody, from itself, or from this source. */
export function checkDepositAuth(view: ReadView, source: AccountId, destination: Readonly<AccountRoot>): Ter {
  if (!hasFlag(destination, EntryFlags.AccountRoot.lsfDepositAuth) || source === destination.Account) {
    return 'tesSUCCESS';
  }
  const permission = view.read(depositPreauthKeylet(destination.Account, source));
  return permission === undefined ? 'tecNO_PERMISSION' : 'tesSUCCESS';
}
