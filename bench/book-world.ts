/**
 * A chain whose first ledger has an order book of very many offers: real entries and real directories, though nobody sent
 * the transactions. Owners offer XRP for an issuer's dollars, at prices that all differ from one directory to the next.
 */
import { DEFAULT_GENESIS, type GenesisOptions, genesisEntries } from '../src/ledger/genesis.ts';
import { DROPS_PER_XRP } from '../src/protocol/amounts/amount-math.ts';
import { qualityOf } from '../src/protocol/amounts/quality.ts';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import type { DirectoryNode, LedgerEntry, Offer } from '../src/protocol/entries/entries.ts';
import {
  accountKeylet,
  bookBaseKeylet,
  offerKeylet,
  ownerDirKeylet,
  pageKeylet,
  qualityKeylet,
} from '../src/protocol/entries/keylets.ts';
import { newEntry } from '../src/protocol/entries/new-entry.ts';
import { EntryFlags } from '../src/protocol/tables/flags.ts';
import {
  type AccountId,
  type Hash256,
  type IssuedAmount,
  type StObject,
  XRP_CURRENCY,
  ZERO_ACCOUNT,
} from '../src/protocol/values.ts';
import { bytesToHex } from '../src/util/hex.ts';
import { party } from '../test/support/env.ts';
import { tokens, USD } from '../test/support/token-ledger.ts';

export const ISSUER = party('issuer');
export const OFFERED_DROPS = 10n * DROPS_PER_XRP;
const ENTRIES_A_PAGE = 32;
const OFFERS_A_PRICE = 20;
const OFFERS_AN_OWNER = 1_000;
const OWNER_DROPS = 1_000_000n * DROPS_PER_XRP;
const FIRST_SEQUENCE = 10;

/** What the offers of a price ask for 10 XRP: from 10 dollars upwards, by a ten thousandth from price to price. */
export function askedAt(price: number): IssuedAmount {
  return tokens((10 + price / 1_000).toFixed(3), ISSUER.id);
}

/** How many prices so many offers have. */
export function pricesOf(offerCount: number): number {
  return Math.ceil(offerCount / OFFERS_A_PRICE);
}

/** A first ledger with so many offers, and the issuer. */
export function bookGenesis(offerCount: number): GenesisOptions {
  const entries = new Map<Hash256, string>();
  const add = (entry: LedgerEntry) => entries.set(entry.index, bytesToHex(encodeObject(entry as unknown as StObject)));
  for (const entry of genesisEntries(DEFAULT_GENESIS)) add(entry);
  add(issuerRoot());
  for (let first = 0; first < offerCount; first += OFFERS_AN_OWNER) {
    for (const entry of ownerWithOffers(first, Math.min(OFFERS_AN_OWNER, offerCount - first), pricesOf(offerCount)))
      add(entry);
  }
  for (let price = 0; price < pricesOf(offerCount); price++) add(directoryOf(price, offerCount));
  return { ...DEFAULT_GENESIS, entries };
}

function issuerRoot(): LedgerEntry {
  const root = newEntry(accountKeylet(ISSUER.id));
  return {
    ...root,
    Account: ISSUER.id,
    Sequence: 1,
    Balance: OWNER_DROPS,
    Flags: EntryFlags.AccountRoot.lsfDefaultRipple,
  };
}

/** The account that the offer of this number belongs to. */
function ownerOf(offer: number): AccountId {
  return `0A${Math.floor(offer / OFFERS_AN_OWNER)
    .toString(16)
    .toUpperCase()
    .padStart(38, '0')}`;
}

function keyOf(offer: number): Hash256 {
  return offerKeylet(ownerOf(offer), FIRST_SEQUENCE + (offer % OFFERS_AN_OWNER)).key;
}

/** Offers of one owner are at prices all over the book. */
function* ownerWithOffers(first: number, count: number, priceCount: number): Generator<LedgerEntry> {
  const owner = ownerOf(first);
  const root = newEntry(accountKeylet(owner));
  yield {
    ...root,
    Account: owner,
    Sequence: FIRST_SEQUENCE + OFFERS_AN_OWNER,
    Balance: OWNER_DROPS,
    OwnerCount: count,
  };
  const pageCount = Math.ceil(count / ENTRIES_A_PAGE);
  for (let page = 0; page < pageCount; page++) {
    const from = first + page * ENTRIES_A_PAGE;
    const numbers = Array.from({ length: Math.min(ENTRIES_A_PAGE, first + count - from) }, (_, at) => from + at);
    yield ownerPage(owner, page, pageCount, numbers.map(keyOf).sort());
    for (const number of numbers) yield offerOf(number, BigInt(page), number % priceCount);
  }
}

function ownerPage(owner: AccountId, page: number, pageCount: number, keys: readonly Hash256[]): DirectoryNode {
  const directory = ownerDirKeylet(owner);
  const node: DirectoryNode = newEntry(pageKeylet(directory.key, BigInt(page)));
  const links = {
    ...(page + 1 < pageCount ? { IndexNext: BigInt(page + 1) } : {}),
    ...(pageCount > 1 ? { IndexPrevious: BigInt(page === 0 ? pageCount - 1 : page - 1) } : {}),
  };
  return { ...node, RootIndex: directory.key, Owner: owner, Indexes: [...keys], ...links };
}

function offerOf(number: number, ownerPageNumber: bigint, price: number): Offer {
  const entry = newEntry(offerKeylet(ownerOf(number), FIRST_SEQUENCE + (number % OFFERS_AN_OWNER)));
  return {
    ...entry,
    Account: ownerOf(number),
    Sequence: FIRST_SEQUENCE + (number % OFFERS_AN_OWNER),
    TakerPays: askedAt(price),
    TakerGets: OFFERED_DROPS,
    BookDirectory: directoryKey(price),
    OwnerNode: ownerPageNumber,
  };
}

function directoryKey(price: number): Hash256 {
  const book = { takerPays: { currency: USD, issuer: ISSUER.id }, takerGets: { currency: XRP_CURRENCY } };
  return qualityKeylet(bookBaseKeylet(book).key, qualityOf({ in: askedAt(price), out: OFFERED_DROPS })).key;
}

function directoryOf(price: number, offerCount: number): DirectoryNode {
  const key = directoryKey(price);
  const numbers: number[] = [];
  for (let number = price; number < offerCount; number += pricesOf(offerCount)) numbers.push(number);
  return {
    ...newEntry({ type: 'DirectoryNode', key }),
    RootIndex: key,
    ExchangeRate: qualityOf({ in: askedAt(price), out: OFFERED_DROPS }),
    TakerPaysCurrency: USD,
    TakerPaysIssuer: ISSUER.id,
    TakerGetsCurrency: XRP_CURRENCY,
    TakerGetsIssuer: ZERO_ACCOUNT,
    Indexes: numbers.map(keyOf),
  };
}
