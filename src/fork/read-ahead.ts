/**
 * Reads ahead what is probably needed next: of an order book that is followed, the offers of its next pages, each with its owner,
 * the owner's directory and lines; of a directory whose members are read in order, the next members. One after the other they would
 * each cost the time to the server and back.
 */
import { decodeObject } from '../protocol/codec/decode.ts';
import type { DirectoryNode, LedgerEntry, Offer } from '../protocol/entries/entries.ts';
import { accountKeylet, type BookRange, lineKeylet, ownerDirKeylet, pageKeylet } from '../protocol/entries/keylets.ts';
import type { Hash256, Hex, TradedAmount } from '../protocol/values.ts';
import { hexToBytes } from '../util/hex.ts';

/** Offers of one page of a book. */
const OFFERS_AHEAD = 8;
/** The most pages of a book. */
const PAGES_AHEAD = 8;
/** Members of a directory. */
const MEMBERS_AHEAD = 16;
/** The first bytes of a directory: its type. */
const DIRECTORY = '110064';

export class ReadAhead {
  /** Reads an entry that is not known yet; gives its bytes in hex if it can be had. */
  readonly #read: (key: Hash256) => Promise<Hex | null | undefined>;
  /** Pages of a book that were asked for, by its base. */
  readonly #pagesAsked = new Map<Hash256, Set<Hash256>>();
  readonly #pagesRead = new Set<Hash256>();
  /** The directory that was read last: its members and its next page, which is read like a member. */
  #members: readonly Hash256[] = [];
  /** The member that is read next if they are read in order, and how many were. */
  #place = 0;
  #inOrder = 0;
  #membersRead: Promise<unknown> = Promise.resolve();

  constructor(read: (key: Hash256) => Promise<Hex | null | undefined>) {
    this.#read = read;
  }

  /** A page of a book was asked for. A book that was followed over so many pages is probably followed over as many more. */
  atBookPage(page: Hash256, { base }: BookRange, nextOf: (page: Hash256) => Hash256 | undefined): void {
    const asked = this.#pagesAsked.get(base) ?? new Set();
    this.#pagesAsked.set(base, asked.add(page));
    const pages = asked.size;
    let next: Hash256 | undefined = page;
    for (let at = 0; at <= Math.min(pages, PAGES_AHEAD) && next !== undefined; at++) {
      if (!this.#pagesRead.has(next)) {
        this.#pagesRead.add(next);
        this.#readBook(next).catch(() => {});
      }
      next = nextOf(next);
    }
  }

  /** An entry was asked for. */
  atEntry(key: Hash256, data: Hex | null): void {
    const place = this.#members.indexOf(key);
    if (place >= 0) this.#atMember(place);
    if (data?.startsWith(DIRECTORY)) this.#enter(decoded(data) as DirectoryNode);
  }

  /** Settles when the other members that are read ahead are there, for a member of a directory that is read. */
  async membersAround(key: Hash256): Promise<void> {
    if (this.#members.includes(key)) await this.#membersRead;
  }

  #atMember(place: number): void {
    this.#inOrder = place === this.#place ? this.#inOrder + 1 : 1;
    this.#place = place + 1;
    if (this.#inOrder < 2) return;
    const ahead = this.#members.slice(place + 1, place + 1 + MEMBERS_AHEAD);
    this.#membersRead = Promise.all(ahead.map((key) => this.#read(key)));
  }

  #enter({ Indexes, RootIndex, IndexNext = 0n }: DirectoryNode): void {
    this.#members = IndexNext === 0n ? Indexes : [...Indexes, pageKeylet(RootIndex, IndexNext).key];
    this.#place = 0;
  }

  async #readBook(key: Hash256): Promise<void> {
    const data = await this.#read(key);
    if (typeof data === 'string') await Promise.all(keysBehind(decoded(data)).map((next) => this.#readBook(next)));
  }
}

function decoded(data: Hex): LedgerEntry {
  return decodeObject(hexToBytes(data)) as unknown as LedgerEntry;
}

/** Keys of entries that are probably read after a page of a book or an offer. */
function keysBehind(entry: LedgerEntry): readonly Hash256[] {
  if (entry.LedgerEntryType === 'DirectoryNode') {
    return entry.ExchangeRate === undefined ? [] : entry.Indexes.slice(0, OFFERS_AHEAD);
  }
  return entry.LedgerEntryType === 'Offer' ? [...keysOfOwner(entry)] : [];
}

function* keysOfOwner({ Account, OwnerNode, TakerGets, TakerPays }: Offer): Generator<Hash256> {
  yield accountKeylet(Account).key;
  yield pageKeylet(ownerDirKeylet(Account).key, OwnerNode).key;
  for (const amount of [TakerGets, TakerPays] as TradedAmount[]) {
    if (typeof amount === 'bigint' || 'mptIssuanceId' in amount || amount.issuer === Account) continue;
    yield lineKeylet(Account, amount.issuer, amount.currency).key;
  }
}
