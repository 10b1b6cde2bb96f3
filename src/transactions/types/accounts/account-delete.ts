/**
 * AccountDelete: removes an account with its deletable entries, and sends its XRP to another account. Trust lines,
 * channels and other obligations prevent it (rippled: AccountDelete.cpp).
 */
import { directoryKeys, emptyDirectoryDelete } from '../../../ledger/directory.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import type { Sandbox } from '../../../ledger/sandbox.ts';
import type { EntryName, LedgerEntries, LedgerEntry } from '../../../protocol/entries/entries.ts';
import { accountKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { ENTRY_RECORDS, type ENTRY_TYPES, type LedgerEntryTypeName } from '../../../protocol/tables/entry-types.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import type { AccountId } from '../../../protocol/values.ts';
import { clearPasswordSpent } from '../../accounts/master-key.ts';
import {
  removeNftokenOffer,
  removeOffer,
  removeOwnedEntry,
  removeSignerList,
  removeTicket,
} from '../../accounts/owned-entries.ts';
import { checkCredentialIds, checkCredentialsValid } from '../../credentials/credential-ids.ts';
import { checkDepositAuth, verifyDepositPreauth } from '../../credentials/deposit-auth.ts';
import { ownsTokens } from '../../nftokens/nftoken-pages.ts';
import { defineTransaction, type PreclaimContext } from '../../transaction-type.ts';

type AccountDelete = TransactionOf<'AccountDelete'>;

/**
 * The minimum distance from the account's sequence to the ledger index; otherwise old transactions could be replayed
 * after the account is created again.
 */
const MIN_LEDGERS_SINCE_SEQUENCE = 255;
const MAX_OWNED_ENTRIES = 1000;
const { AccountRoot: Bits } = EntryFlags;

export const accountDelete = defineTransaction({
  name: 'AccountDelete',

  baseFee(_tx, _view, { fees }) {
    return fees.reserveIncrementDrops;
  },

  consequences() {
    return { isBlocker: true };
  },

  preflight({ tx }) {
    return tx.Account === tx.Destination ? 'temDST_IS_SRC' : checkCredentialIds(tx);
  },

  preclaim(context) {
    const destination = checkDestination(context);
    if (destination !== 'tesSUCCESS') return destination;
    const { view, tx } = context;
    const account = view.read(accountKeylet(tx.Account));
    if (account === undefined) return 'terNO_ACCOUNT';
    const { Sequence, FirstNFTokenSequence = 0, MintedNFTokens = 0, BurnedNFTokens = 0 } = account;
    if (MintedNFTokens !== BurnedNFTokens || ownsTokens(view, tx.Account)) return 'tecHAS_OBLIGATIONS';
    // The next NFToken's sequence counts too: an authorized minter uses these up without changing the account's
    // sequence.
    for (const number of [Sequence, FirstNFTokenSequence + MintedNFTokens]) {
      if ((number + MIN_LEDGERS_SINCE_SEQUENCE) >>> 0 > view.ledgerIndex) return 'tecTOO_SOON';
    }
    return checkOwnedEntries(view, tx.Account);
  },

  apply({ sandbox, tx, deliver }) {
    const account = sandbox.peek(accountKeylet(tx.Account));
    const destination = sandbox.peek(accountKeylet(tx.Destination));
    if (account === undefined || destination === undefined) return 'tefBAD_LEDGER';
    if (tx.CredentialIDs !== undefined) {
      const permitted = verifyDepositPreauth(sandbox, tx, destination);
      if (permitted !== 'tesSUCCESS') return permitted;
    }
    const removed = removeOwnedEntries(sandbox, tx.Account);
    if (removed !== 'tesSUCCESS') return removed;
    const remainingDrops = account.Balance;
    destination.Balance += remainingDrops;
    account.Balance = 0n;
    deliver(remainingDrops);
    const directory = ownerDirKeylet(tx.Account);
    if (sandbox.read(directory) !== undefined && !emptyDirectoryDelete(sandbox, directory)) return 'tecHAS_OBLIGATIONS';
    if (remainingDrops > 0n) clearPasswordSpent(destination);
    sandbox.update(destination);
    sandbox.erase(account);
    return 'tesSUCCESS';
  },
});

function checkDestination({ view, tx }: PreclaimContext<AccountDelete>): Ter {
  const destination = view.read(accountKeylet(tx.Destination));
  if (destination === undefined) return 'tecNO_DST';
  if (hasFlag(destination, Bits.lsfRequireDestTag) && tx.DestinationTag === undefined) return 'tecDST_TAG_NEEDED';
  // Credentials are checked in apply, which can remove expired ones.
  return tx.CredentialIDs === undefined
    ? checkDepositAuth(view, tx.Account, destination)
    : checkCredentialsValid(view, tx);
}

type EntryWithDisposal<Word> = {
  [Name in LedgerEntryTypeName]: (typeof ENTRY_TYPES)[Name] extends { atOwnersDeletion: Word } ? Name : never;
}[LedgerEntryTypeName];

type Remove<Name extends EntryName> = (sandbox: Sandbox, entry: LedgerEntries[Name], owner: AccountId) => Ter;

/** How to remove entry types that need more than their record. */
const REMOVERS: { readonly [Name in EntryWithDisposal<'hasRemover'>]: Remove<Name> } = {
  NFTokenOffer: removeNftokenOffer,
  Offer: removeOffer,
  SignerList: (sandbox, _list, owner) => removeSignerList(sandbox, owner),
  Ticket: (sandbox, { TicketSequence: sequence }, owner) => removeTicket(sandbox, owner, sequence),
};

function checkOwnedEntries(view: ReadView, account: AccountId): Ter {
  let count = 0;
  for (const key of directoryKeys(view, ownerDirKeylet(account))) {
    const entry = view.readAny(key);
    if (entry === undefined) return 'tefBAD_LEDGER';
    if (!isDeletedWithOwner(entry)) return 'tecHAS_OBLIGATIONS';
    count += 1;
    if (count > MAX_OWNED_ENTRIES) return 'tefTOO_BIG';
  }
  return 'tesSUCCESS';
}

function removeOwnedEntries(sandbox: Sandbox, owner: AccountId): Ter {
  // A copy, because each removal changes the directory.
  for (const key of [...directoryKeys(sandbox, ownerDirKeylet(owner))]) {
    const type = sandbox.readAny(key)?.LedgerEntryType;
    const entry = type === undefined ? undefined : sandbox.peek({ type, key });
    if (entry === undefined) return 'tefBAD_LEDGER';
    const removed = isDeletedWithOwner(entry) ? removeEntry(sandbox, entry, owner) : 'tecHAS_OBLIGATIONS';
    if (removed !== 'tesSUCCESS') return removed;
  }
  return 'tesSUCCESS';
}

type DeletedWithOwner = LedgerEntries[EntryWithDisposal<'removed' | 'hasRemover'>];

/** Defined by the entry type's record; other entries are obligations. */
function isDeletedWithOwner(entry: Readonly<LedgerEntry>): entry is DeletedWithOwner {
  const disposal = ENTRY_RECORDS[entry.LedgerEntryType]?.atOwnersDeletion;
  return disposal === 'removed' || disposal === 'hasRemover';
}

function removeEntry(sandbox: Sandbox, entry: DeletedWithOwner, owner: AccountId): Ter {
  const { LedgerEntryType: type } = entry;
  if (!(type in REMOVERS)) return removeOwnedEntry(sandbox, entry);
  const remove = REMOVERS[type as keyof typeof REMOVERS] as Remove<EntryName>;
  return remove(sandbox, entry, owner);
}
