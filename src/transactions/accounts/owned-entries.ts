/**
 * Entries with an owner: inserting and removing them together with the directories that list them and the owner count.
 * The record of an entry type (`entry-types.ts`) defines its directories and its share of the owner count. Trust lines,
 * which have two owners, are in `trust-lines/`.
 */
import { directoryRemove } from '../../ledger/directory.ts';
import { adjustOwnerCount } from '../../ledger/owner-count.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { LedgerEntries, LedgerEntry, NFTokenOffer, Offer } from '../../protocol/entries/entries.ts';
import {
  accountKeylet,
  nftBuysKeylet,
  nftSellsKeylet,
  ownerDirKeylet,
  signersKeylet,
  ticketKeylet,
} from '../../protocol/entries/keylets.ts';
import {
  type DirectoryPlace,
  ENTRY_RECORDS,
  type ENTRY_TYPES,
  type LedgerEntryTypeName,
} from '../../protocol/tables/entry-types.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import {
  type AccountId,
  type Amount,
  type FieldValue,
  type Hash256,
  type IssuedAmount,
  isIssued,
  type StArray,
} from '../../protocol/values.ts';
import { insertInOwnerDirectory } from './owner-directory.ts';

type OwnedName = {
  [Name in LedgerEntryTypeName]: (typeof ENTRY_TYPES)[Name] extends { listedBy: unknown } ? Name : never;
}[LedgerEntryTypeName];

/** An entry whose record lists its owner directories. */
export type OwnedEntry = LedgerEntries[OwnedName];

/** Overrides of the entry type's record. */
interface RemovalTerms {
  /** The owner, for an entry without an owner field. */
  readonly owner?: AccountId;
  /** What the entry added to the owner count. */
  readonly ownerCount?: number;
}

/**
 * Inserts a new entry: adds it to every directory that its record lists, sets their page fields, and raises the owner
 * count by `ownerCount`. Does not check the reserve. Returns `tecDIR_FULL` if a directory has no page left.
 */
export function insertOwnedEntry(sandbox: Sandbox, entry: OwnedEntry, ownerCount = ownerCountOf(entry)): Ter {
  const owner = sandbox.peek(accountKeylet(ownerOf(entry)));
  if (owner === undefined) return 'tefINTERNAL';
  const fields = fieldsOf(entry);
  const listers = new Set<AccountId>();
  for (const place of placesOf(entry)) {
    const account = accountIn(sandbox, place.account, fields);
    if (account === undefined || listers.has(account)) continue;
    listers.add(account);
    const page = insertInOwnerDirectory(sandbox, account, entry.index);
    if (page === undefined) return 'tecDIR_FULL';
    fields[place.page] = page;
  }
  sandbox.insert(entry);
  if (ownerCount !== 0) adjustOwnerCount(sandbox, owner, ownerCount);
  return 'tesSUCCESS';
}

/**
 * Removes a peeked entry: from the ledger, from every directory whose page it holds, and from the owner count. Returns
 * `tefBAD_LEDGER` if a directory does not list it.
 */
export function removeOwnedEntry(sandbox: Sandbox, entry: OwnedEntry, terms: RemovalTerms = {}): Ter {
  const { owner = ownerOf(entry), ownerCount = ownerCountOf(entry) } = terms;
  const fields = fieldsOf(entry);
  for (const [at, place] of placesOf(entry).entries()) {
    const page = fields[place.page] as bigint | undefined;
    // The oldest channels are not listed at their destination, and no account lists an entry twice.
    if (page === undefined) continue;
    const account = at === 0 && terms.owner !== undefined ? owner : accountIn(sandbox, place.account, fields);
    if (account === undefined || !removeFromOwnerDirectory(sandbox, account, page, entry)) return 'tefBAD_LEDGER';
  }
  const account = sandbox.peek(accountKeylet(owner));
  if (account === undefined) return 'tefINTERNAL';
  if (ownerCount !== 0) adjustOwnerCount(sandbox, account, -ownerCount);
  sandbox.erase(entry);
  return 'tesSUCCESS';
}

/** Removes the account's signer list, if it has one (rippled: SignerListSet.cpp, removeSignersFromLedger). */
export function removeSignerList(sandbox: Sandbox, owner: AccountId): Ter {
  const list = sandbox.peek(signersKeylet(owner));
  if (list === undefined) return 'tesSUCCESS';
  // Lists from before the flag existed count 2 plus one per signer.
  const isCountedOnce = hasFlag(list, EntryFlags.SignerList.lsfOneOwnerCount);
  return removeOwnedEntry(sandbox, list, { owner, ownerCount: isCountedOnce ? 1 : 2 + list.SignerEntries.length });
}

/**
 * Removes a ticket from the ledger, its owner directory and the owner count (rippled: Transactor.cpp, ticketDelete).
 */
export function removeTicket(sandbox: Sandbox, owner: AccountId, ticketSequence: number): Ter {
  const ticket = sandbox.peek(ticketKeylet(owner, ticketSequence));
  const account = sandbox.peek(accountKeylet(owner));
  if (ticket === undefined || account === undefined) return 'tefBAD_LEDGER';
  if (account.TicketCount === undefined) return 'tefBAD_LEDGER';
  if (account.TicketCount === 1) delete account.TicketCount;
  else account.TicketCount -= 1;
  return removeOwnedEntry(sandbox, ticket);
}

/** Removes a peeked offer, also from its order books (rippled: OfferHelpers.cpp, offerDelete). */
export function removeOffer(sandbox: Sandbox, offer: Offer): Ter {
  const additional = (offer.AdditionalBooks ?? []).map(
    ({ Book: book }) => book as Pick<Offer, 'BookDirectory' | 'BookNode'>,
  );
  for (const { BookDirectory: key, BookNode: page } of [offer, ...additional]) {
    if (!directoryRemove(sandbox, { type: 'DirectoryNode', key }, page, offer.index, false)) return 'tefBAD_LEDGER';
  }
  return removeOwnedEntry(sandbox, offer);
}

/**
 * Removes a peeked NFToken offer, also from the token's offer directory (rippled: NFTokenHelpers.cpp,
 * deleteTokenOffer).
 */
export function removeNftokenOffer(sandbox: Sandbox, offer: NFTokenOffer): Ter {
  const isSell = hasFlag(offer, EntryFlags.NFTokenOffer.lsfSellNFToken);
  const offers = isSell ? nftSellsKeylet(offer.NFTokenID) : nftBuysKeylet(offer.NFTokenID);
  const isRemoved = directoryRemove(sandbox, offers, offer.NFTokenOfferNode, offer.index, false);
  return isRemoved ? removeOwnedEntry(sandbox, offer) : 'tefBAD_LEDGER';
}

function removeFromOwnerDirectory(
  sandbox: Sandbox,
  account: AccountId,
  page: bigint,
  { index, LedgerEntryType: type }: OwnedEntry,
): boolean {
  const keepRoot = ENTRY_RECORDS[type]?.keepsEmptyDirectory === true;
  return directoryRemove(sandbox, ownerDirKeylet(account), page, index, keepRoot);
}

/** The account whose owner count it adds to: the first that lists it, unless a flag changes that. */
function ownerOf(entry: OwnedEntry): AccountId {
  const { flags, paidOnceFlagged: paid } = ENTRY_RECORDS[entry.LedgerEntryType]!;
  const isPassedOn = paid !== undefined && hasFlag(entry, flags![paid.flag]!);
  const field = isPassedOn ? paid.by : placesOf(entry)[0]!.account;
  return fieldsOf(entry)[field] as AccountId;
}

function ownerCountOf(entry: OwnedEntry): number {
  const { ownerCount = 1 } = ENTRY_RECORDS[entry.LedgerEntryType]!;
  if (typeof ownerCount === 'number') return ownerCount;
  const list = fieldsOf(entry)[ownerCount.list] as StArray;
  return list.length > ownerCount.longerThan ? ownerCount.long : ownerCount.usual;
}

/**
 * The account that a field refers to: an AccountID itself, the issuer of an amount, or the account of the entry with
 * that key.
 */
function accountIn(view: ReadView, name: string, fields: Fields): AccountId | undefined {
  const value = fields[name];
  switch (fieldByName(name)!.type) {
    case 'AccountID':
      return value as AccountId;
    case 'Amount':
      return isIssued(value as Amount) ? (value as IssuedAmount).issuer : undefined;
    default: {
      const entry = view.readAny(value as Hash256) as LedgerEntry | undefined;
      return entry !== undefined && 'Account' in entry ? entry.Account : undefined;
    }
  }
}

type Fields = Record<string, FieldValue | undefined>;

function fieldsOf(entry: OwnedEntry): Fields {
  return entry as unknown as Fields;
}

function placesOf({ LedgerEntryType: type }: OwnedEntry): readonly DirectoryPlace[] {
  return ENTRY_RECORDS[type]!.listedBy!;
}
