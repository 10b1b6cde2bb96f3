/**
 * Index of order books over the newest state: finds the assets that takers can get for an asset without reading offers. A
 * book has a row for each first page of a quality and for each automated market maker:
 *
 *     domain (1 byte, or 33), what takers pay (1, 41 or 25), what they get (the same), key of the entry (32)
 *
 * (rippled: OrderBookDBImpl.cpp, which keeps the books in memory.)
 */
import type { StateIndex } from '../../ledger/derived-changes.ts';
import type { DirectoryNode, LedgerEntry } from '../../protocol/entries/entries.ts';
import type { Book } from '../../protocol/entries/keylets.ts';
import {
  type AccountId,
  type Hash256,
  type Hex,
  type Issue,
  XRP_CURRENCY,
  ZERO_ACCOUNT,
} from '../../protocol/values.ts';
import type { StateStore } from '../../storage/state-store.ts';
import { assert } from '../../util/assert.ts';

const INDEX = 'order_books';
const CODES = { native: '00', token: '01', mpt: '02' } as const;
const CODE_DIGITS = 2;
const CURRENCY_DIGITS = 40;
const TOKEN_DIGITS = 80;
const MPT_DIGITS = 48;
/** Sorts after all rows of one book. */
const LAST_KEY: Hash256 = 'F'.repeat(64);

export const ORDER_BOOK_INDEX: StateIndex = {
  name: INDEX,
  types: ['DirectoryNode', 'AMM'],
  rowsOf: (entry) => booksOf(entry).map((book) => rowPrefix(book) + assetCode(book.takerGets) + entry.index),
};

/** The books of an entry: one for the first page of a quality, one in each direction for a market maker. */
export function booksOf(entry: Readonly<LedgerEntry>): Book[] {
  if (entry.LedgerEntryType === 'AMM') {
    const { Asset, Asset2 } = entry;
    return [
      { takerPays: Asset, takerGets: Asset2 },
      { takerPays: Asset2, takerGets: Asset },
    ];
  }
  const isFirstPage = entry.LedgerEntryType === 'DirectoryNode' && entry.RootIndex === entry.index;
  if (!isFirstPage || entry.ExchangeRate === undefined) return [];
  return [{ ...pageAssets(entry), domain: entry.DomainID }];
}

function pageAssets(page: Readonly<DirectoryNode>): Pick<Book, 'takerPays' | 'takerGets'> {
  return {
    takerPays: pageAsset(page.TakerPaysMPT, page.TakerPaysCurrency, page.TakerPaysIssuer),
    takerGets: pageAsset(page.TakerGetsMPT, page.TakerGetsCurrency, page.TakerGetsIssuer),
  };
}

function pageAsset(mptIssuanceId: Hex | undefined, currency = XRP_CURRENCY, issuer = ZERO_ACCOUNT): Issue {
  if (mptIssuanceId !== undefined) return { mptIssuanceId };
  return currency === XRP_CURRENCY ? { currency } : { currency, issuer };
}

/**
 * The assets that takers can get for an asset, each once, in a fixed order with XRP first. Lazy: each asset costs one
 * seek, for any number of offers.
 */
export function* takerGetsFor(
  store: StateStore,
  takerPays: Issue,
  domain: Hash256 | undefined,
): Generator<Issue, void> {
  const prefix = rowPrefix({ takerPays, domain });
  let after: Hex | undefined;
  for (;;) {
    const row = firstOf(store.indexKeys(INDEX, prefix, after));
    if (row === undefined) return;
    const gets = readAssetCode(row.slice(prefix.length));
    yield gets;
    after = prefix + assetCode(gets) + LAST_KEY;
  }
}

function firstOf(rows: Iterable<Hex>): Hex | undefined {
  for (const row of rows) return row;
  return undefined;
}

function rowPrefix({ domain, takerPays }: Pick<Book, 'domain' | 'takerPays'>): Hex {
  return (domain === undefined ? '00' : `01${domain}`) + assetCode(takerPays);
}

function assetCode(asset: Issue): Hex {
  if ('mptIssuanceId' in asset) return CODES.mpt + asset.mptIssuanceId;
  return asset.currency === XRP_CURRENCY ? CODES.native : CODES.token + asset.currency + (asset.issuer as AccountId);
}

function readAssetCode(text: Hex): Issue {
  const code = text.slice(0, CODE_DIGITS);
  const rest = text.slice(CODE_DIGITS);
  if (code === CODES.mpt) return { mptIssuanceId: rest.slice(0, MPT_DIGITS) };
  if (code === CODES.native) return { currency: XRP_CURRENCY };
  assert(code === CODES.token, 'an unknown asset code in a row of an order book');
  return { currency: rest.slice(0, CURRENCY_DIGITS), issuer: rest.slice(CURRENCY_DIGITS, TOKEN_DIGITS) };
}
