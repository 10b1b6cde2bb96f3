/** The free change of a regular key: see `types/set-regular-key.ts`. */
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';

/** Drops came in, so the account's next change of its regular key may be free again. */
export function clearPasswordSpent(account: AccountRoot): void {
  account.Flags = (account.Flags & ~EntryFlags.AccountRoot.lsfPasswordSpent) >>> 0;
}
