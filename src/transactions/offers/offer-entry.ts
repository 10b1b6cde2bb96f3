/** Offer entries, their owner directories and order books (rippled: OfferCreate.cpp, OfferHelpers.cpp). */
import { type DescribePage, directoryAppend } from '../../ledger/directory.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { assetOf } from '../../protocol/amounts/amount-math.ts';
import type { Quality } from '../../protocol/amounts/quality.ts';
import type { Keylet, Offer } from '../../protocol/entries/entries.ts';
import { type Book, bookRange, offerKeylet, qualityKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import {
  type AccountId,
  type Currency,
  type Hash256,
  isIssued,
  type TradedAmount,
  XRP_CURRENCY,
  ZERO_ACCOUNT,
} from '../../protocol/values.ts';
import { insertOwnedEntry, removeOffer } from '../accounts/owned-entries.ts';
import { isInDomain } from '../credentials/permissioned-domain.ts';

export interface NewOffer {
  /** Sequence or ticket of the transaction. */
  readonly sequence: number;
  readonly takerPays: TradedAmount;
  readonly takerGets: TradedAmount;
  /** The quality before crossing, which determines the book directory. */
  readonly quality: Quality;
  /** Flags of the entry. A hybrid offer is in its domain's book and in the open book. */
  readonly flags: number;
  readonly expiration: number | undefined;
  readonly domain: Hash256 | undefined;
}

/** The position of an offer in a book. */
interface BookPlace {
  readonly BookDirectory: Hash256;
  readonly BookNode: bigint;
}

/** Inserts the offer into its books and its owner's directory. */
export function placeOffer(sandbox: Sandbox, owner: AccountId, offer: NewOffer): Ter {
  const entry = newEntry(offerKeylet(owner, offer.sequence));
  const place = listInBook(sandbox, offer, offer.domain, entry.index);
  if (place === undefined) return 'tecDIR_FULL';
  Object.assign(entry, place);
  entry.Account = owner;
  entry.Sequence = offer.sequence;
  entry.TakerPays = offer.takerPays;
  entry.TakerGets = offer.takerGets;
  entry.Flags = offer.flags;
  if (offer.expiration !== undefined) entry.Expiration = offer.expiration;
  if (offer.domain !== undefined) entry.DomainID = offer.domain;
  if ((offer.flags & EntryFlags.Offer.lsfHybrid) !== 0) {
    const open = listInBook(sandbox, offer, undefined, entry.index);
    if (open === undefined) return 'tecDIR_FULL';
    entry.AdditionalBooks = [{ Book: { ...open } }];
  }
  return insertOwnedEntry(sandbox, entry);
}

/** Removes an offer if it exists. */
export function removeOfferIfPresent(sandbox: Sandbox, keylet: Keylet<'Offer'>): Ter {
  const offer = sandbox.peek(keylet);
  return offer === undefined ? 'tesSUCCESS' : removeOffer(sandbox, offer);
}

/** True if the offer is well-formed and its owner is still in the domain (rippled: PermissionedDEXHelpers.cpp). */
export function isOfferInDomain(view: ReadView, offer: Readonly<Offer>, domainId: Hash256): boolean {
  if (hasFlag(offer, EntryFlags.Offer.lsfHybrid) && offer.AdditionalBooks?.length !== 1) return false;
  return isInDomain(view, offer.Account, domainId);
}

/** Appends the offer to the directory of its quality. */
function listInBook(
  sandbox: Sandbox,
  offer: NewOffer,
  domain: Hash256 | undefined,
  key: Hash256,
): BookPlace | undefined {
  const book: Book = { takerPays: assetOf(offer.takerPays), takerGets: assetOf(offer.takerGets), domain };
  const directory = qualityKeylet(bookRange(book).base, offer.quality);
  const page = directoryAppend(sandbox, directory, key, describeBookPage(offer, domain));
  return page === undefined ? undefined : { BookDirectory: directory.key, BookNode: page };
}

function describeBookPage({ takerPays, takerGets, quality }: NewOffer, domain: Hash256 | undefined): DescribePage {
  return (page) => {
    page.TakerPaysCurrency = currencyOf(takerPays);
    page.TakerPaysIssuer = issuerOf(takerPays);
    page.TakerGetsCurrency = currencyOf(takerGets);
    page.TakerGetsIssuer = issuerOf(takerGets);
    page.ExchangeRate = quality;
    if (domain !== undefined) page.DomainID = domain;
  };
}

function currencyOf(amount: TradedAmount): Currency {
  return isIssued(amount) ? amount.currency : XRP_CURRENCY;
}

function issuerOf(amount: TradedAmount): AccountId {
  return isIssued(amount) ? amount.issuer : ZERO_ACCOUNT;
}
