/**
 * Both sides of an order book, complete: the first page at once, the rest page by page. Prices and depths are decimal texts
 * per unit of the base.
 */

import { dropsToXrp, ratio, sum } from '../../decimals.js';

/** Maximum page size for non-admins. */
const PAGE = 100;
/** Pages of one side that are counted. */
const MAX_PAGES = 50;

/** What each field of an offer is on the side of the sell offers and of the buy offers. */
const SIDES = {
  asks: { base: 'TakerGets', quote: 'TakerPays', funded: 'taker_gets_funded' },
  bids: { base: 'TakerPays', quote: 'TakerGets', funded: 'taker_pays_funded' },
};

/**
 * Yields `{ asks, bids, isWhole, at }` after each pair of pages. Offers are `{ price, amount, depth, owner, index }`, best
 * first; `depth` is the sum up to this offer.
 */
export async function* readBook(server, [base, quote], ledger) {
  const sides = { asks: { rows: [], isWhole: false }, bids: { rows: [], isWhole: false } };
  const question = { asks: { taker_gets: base, taker_pays: quote }, bids: { taker_gets: quote, taker_pays: base } };
  let at = ledger ?? 'validated';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const open = Object.keys(sides).filter((side) => !sides[side].isWhole);
    const answers = await Promise.all(
      open.map((side) =>
        server.request('book_offers', { ...question[side], ledger_index: at, limit: PAGE, skip: page * PAGE }),
      ),
    );
    for (const [index, side] of open.entries()) {
      const { offers, ledger_index } = answers[index];
      // All pages are of the ledger of the first one.
      at = ledger_index;
      sides[side].rows.push(
        ...withDepth(
          offers.map((offer) => rowOf(offer, SIDES[side])),
          sides[side].rows.at(-1)?.depth,
        ),
      );
      sides[side].isWhole = offers.length < PAGE;
    }
    const isWhole = sides.asks.isWhole && sides.bids.isWhole;
    yield { asks: sides.asks.rows.slice(), bids: sides.bids.rows.slice(), isWhole, at };
    if (isWhole) return;
  }
}

/** The funded amount of the base, and its price. */
function rowOf(offer, { base, quote, funded }) {
  return {
    price: ratio(plainValue(offer[quote]), plainValue(offer[base])) ?? '0',
    amount: plainValue(offer[funded] ?? offer[base]),
    owner: offer.Account,
    index: offer.index,
  };
}

function plainValue(amount) {
  return typeof amount === 'string' ? dropsToXrp(amount) : amount.value;
}

function withDepth(rows, start = '0') {
  let depth = start;
  return rows.map((row) => {
    depth = sum(depth, row.amount);
    return { ...row, depth };
  });
}
