/**
 * Removing what an account owns and nobody else depends on: from the ledger, the owner's directory and its count. The
 * transactions that end such an entry use these, and so does the deletion of the account.
 */
import { directoryRemove } from '../../ledger/directory.ts';
import { adjustOwnerCount } from '../../ledger/owner-count.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet } from '../../protocol/entries/entries.ts';
import { accountKeylet, ownerDirKeylet, signersKeylet } from '../../protocol/entries/keylets.ts';
import type { InnerObjectOf } from '../../protocol/tables/field-values.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { hasFlag } from '../has-flag.ts';

type BookPlace = InnerObjectOf<'Book'>;

/** Takes back a permission to deposit (rippled: DepositPreauth.cpp, removeFromLedger). */
export function removeDepositPreauth(sandbox: Sandbox, keylet: Keylet<'DepositPreauth'>): Ter {
  const permission = sandbox.peek(keylet);
  if (permission === undefined) return 'tecNO_ENTRY';
  const unlisted = unlist(sandbox, permission.Account, permission.OwnerNode, permission.index, 1);
  if (unlisted === 'tesSUCCESS') sandbox.erase(permission);
  return unlisted;
}

/** Removes the account's signer list, if it has one (rippled: SignerListSet.cpp, removeSignersFromLedger). */
export function removeSignerList(sandbox: Sandbox, owner: AccountId): Ter {
  const list = sandbox.peek(signersKeylet(owner));
  if (list === undefined) return 'tesSUCCESS';
  // Lists from before the flag existed count for themselves twice and once for each signer.
  const isCountedOnce = hasFlag(list, EntryFlags.SignerList.lsfOneOwnerCount);
  const count = isCountedOnce ? 1 : 2 + list.SignerEntries.length;
  const unlisted = unlist(sandbox, owner, list.OwnerNode, list.index, count);
  if (unlisted === 'tesSUCCESS') sandbox.erase(list);
  return unlisted;
}

/** Removes an offer from its books as well (rippled: OfferHelpers.cpp, offerDelete). */
export function removeOffer(sandbox: Sandbox, keylet: Keylet<'Offer'>): Ter {
  const offer = sandbox.peek(keylet);
  if (offer === undefined) return 'tesSUCCESS';
  const unlisted = unlist(sandbox, offer.Account, offer.OwnerNode, offer.index, 1);
  if (unlisted !== 'tesSUCCESS') return unlisted;
  const further = (offer.AdditionalBooks ?? []).map(({ Book }) => Book as unknown as BookPlace);
  for (const { BookDirectory: key, BookNode: page } of [offer, ...further]) {
    if (!directoryRemove(sandbox, { type: 'DirectoryNode', key }, page, offer.index, false)) return 'tefBAD_LEDGER';
  }
  sandbox.erase(offer);
  return 'tesSUCCESS';
}

function unlist(sandbox: Sandbox, owner: AccountId, page: bigint, key: Hash256, count: number): Ter {
  const account = sandbox.peek(accountKeylet(owner));
  if (account === undefined) return 'tefINTERNAL';
  if (!directoryRemove(sandbox, ownerDirKeylet(owner), page, key, false)) return 'tefBAD_LEDGER';
  adjustOwnerCount(sandbox, account, -count);
  return 'tesSUCCESS';
}
