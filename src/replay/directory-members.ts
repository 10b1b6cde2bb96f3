/**
 * The members of directory pages, which metadata does not show, as far as other entries of the metadata tell: an entry
 * names the pages that list it.
 */
import type { DirectoryNode, LedgerEntry } from '../protocol/entries/entries.ts';
import { nftBuysKeylet, nftSellsKeylet, ownerDirKeylet, pageKeylet } from '../protocol/entries/keylets.ts';
import { ENTRY_RECORDS, ENTRY_TYPES } from '../protocol/tables/entry-types.ts';
import type { AccountId, Hash256, StObject } from '../protocol/values.ts';
import type { AffectedState } from './affected-states.ts';

const PAGE_LENGTH = 32;
const ACCOUNT_DIGITS = 40;
const { lsfSellNFToken } = ENTRY_TYPES.NFTokenOffer.flags;

/** Entries by the key of a page that lists them. */
export type MembersByPage = ReadonlyMap<Hash256, readonly LedgerEntry[]>;

export function membersByPage(entries: Iterable<LedgerEntry>): MembersByPage {
  const members = new Map<Hash256, LedgerEntry[]>();
  for (const entry of entries) {
    for (const page of pagesOf(entry)) {
      const list = members.get(page);
      if (list === undefined) members.set(page, [entry]);
      else list.push(entry);
    }
  }
  return members;
}

/** Keys of the directory pages that list the entry. */
function pagesOf(entry: LedgerEntry): Hash256[] {
  const fields = entry as unknown as StObject;
  const places = ENTRY_RECORDS[entry.LedgerEntryType]?.listedBy ?? [];
  const pages = places.map(({ account, page }) => ownedPage(fields[account], fields[page]));
  if (entry.LedgerEntryType === 'RippleState') {
    pages.push(ownedPage(entry.LowLimit, entry.LowNode), ownedPage(entry.HighLimit, entry.HighNode));
  } else if (entry.LedgerEntryType === 'Offer') {
    pages.push(pageKeylet(entry.BookDirectory, entry.BookNode).key);
  } else if (entry.LedgerEntryType === 'NFTokenOffer') {
    const keyletOf = (entry.Flags & lsfSellNFToken) === 0 ? nftBuysKeylet : nftSellsKeylet;
    pages.push(pageKeylet(keyletOf(entry.NFTokenID).key, entry.NFTokenOfferNode).key);
  }
  return pages.filter((page) => page !== undefined);
}

/** A page of the directory of an account or of an amount's issuer. */
function ownedPage(owner: unknown, page: unknown): Hash256 | undefined {
  const account = typeof owner === 'object' && owner !== null ? (owner as { issuer?: unknown }).issuer : owner;
  if (typeof account !== 'string' || account.length !== ACCOUNT_DIGITS || typeof page !== 'bigint') return undefined;
  return pageKeylet(ownerDirKeylet(account as AccountId).key, page).key;
}

/**
 * `Indexes` of a page before a ledger's first change to it. Members that are not known get keys without an entry: one, if
 * the page stays; the rest of a full page, if the same transaction creates the next one.
 * @param affected what each transaction of the ledger changed, in order
 */
export class DirectoryMembers {
  readonly #affected: readonly (readonly AffectedState[])[];
  readonly #known: MembersByPage;

  constructor(affected: readonly (readonly AffectedState[])[]) {
    this.#affected = affected;
    const first = new Map<Hash256, LedgerEntry | null | undefined>();
    for (const { key, before } of affected.flat()) if (!first.has(key)) first.set(key, before);
    this.#known = membersByPage([...first.values()].filter((entry) => entry !== null && entry !== undefined));
  }

  indexesOf(page: DirectoryNode): readonly Hash256[] {
    const known = this.#known.get(page.index) ?? [];
    const keys = (page.Owner === undefined ? known.toSorted(byAge) : known).map(({ index }) => index);
    const unknown = Array.from({ length: this.#unknownCount(page, keys.length) }, (_, at) => unknownMember(at));
    return [...keys, ...unknown];
  }

  #unknownCount({ index, RootIndex }: DirectoryNode, knownCount: number): number {
    if (this.#affected.some((states) => states.some(({ key, after }) => key === index && after === null))) return 0;
    const states = this.#affected.find((changes) => changes.some(({ key }) => key === index))!;
    const created = states.flatMap(({ before, after }) => (before === null && after ? [after] : []));
    const isFilled = created.some(
      (entry) => entry.LedgerEntryType === 'DirectoryNode' && entry.RootIndex === RootIndex,
    );
    if (!isFilled) return 1;
    return Math.max(1, PAGE_LENGTH - (membersByPage(created).get(index)?.length ?? 0) - knownCount);
  }
}

/** The order of offers in a page of a book, unless an offer was changed since it was placed. */
function byAge(one: LedgerEntry, other: LedgerEntry): number {
  const [a, b] = [one, other] as unknown as { readonly PreviousTxnLgrSeq: number; readonly Sequence: number }[];
  return a!.PreviousTxnLgrSeq - b!.PreviousTxnLgrSeq || a!.Sequence - b!.Sequence;
}

function unknownMember(at: number): Hash256 {
  return at.toString(16).toUpperCase().padStart(64, 'F');
}
