/**
 * The order books for paths: those of the newest validated ledger, from its index, and those that transactions have
 * created since (rippled: OrderBookDBImpl.cpp, getBooksByTakerPays, isBookToXRP, getBookSize; addOrderBook).
 */
import type { OpenView } from '../../ledger/open-view.ts';
import { booksOf, takerGetsFor } from '../../node/derived/order-book-index.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import type { Book } from '../../protocol/entries/keylets.ts';
import { type Hash256, type Issue, isNativeIssue, issueKey } from '../../protocol/values.ts';

/** Maximum number of books to read for one asset. */
const MAX_BOOKS = 1_000;

export interface OrderBooks {
  /** The distinct assets that offers give for the asset. */
  takerGets(takerPays: Issue): readonly Issue[];
}

/** The books of a domain, or the open books; with an open ledger also its new books. Each asset is looked up once. */
export function orderBooksOf(
  { store }: Pick<LedgerReader, 'store'>,
  openView: OpenView | undefined,
  domain?: Hash256,
): OrderBooks {
  const found = new Map<string, readonly Issue[]>();
  const madeSince: Book[] = [];
  for (const entry of openView?.changedEntries.values() ?? []) if (entry !== null) madeSince.push(...booksOf(entry));
  const lookUp = (takerPays: Issue): readonly Issue[] => {
    const assets = new Map<string, Issue>();
    for (const gets of takerGetsFor(store, takerPays, domain)) {
      if (assets.size === MAX_BOOKS) break;
      assets.set(issueKey(gets), gets);
    }
    const key = issueKey(takerPays);
    for (const book of madeSince) {
      const isOurs = book.domain === domain && issueKey(book.takerPays) === key;
      if (isOurs) assets.set(issueKey(book.takerGets), book.takerGets);
    }
    return [...assets.values()];
  };
  return {
    takerGets(takerPays) {
      const key = issueKey(takerPays);
      const known = found.get(key) ?? lookUp(takerPays);
      found.set(key, known);
      return known;
    },
  };
}

/** True if there are offers that give drops for the asset. */
export function hasBookToDrops(books: OrderBooks, takerPays: Issue): boolean {
  return books.takerGets(takerPays).some(isNativeIssue);
}
