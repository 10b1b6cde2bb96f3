/**
 * Issuers may limit how finely the price of their tokens is quoted: offers are rounded to so many significant digits, so
 * that nobody gets ahead of others by a sliver (rippled: OfferCreate.cpp, applyGuts).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { assetOf } from '../../protocol/amounts/amount-math.ts';
import { divide, multiply } from '../../protocol/amounts/amount-product.ts';
import { type InOut, qualityOf, rateOfQuality, roundQuality } from '../../protocol/amounts/quality.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { type Amount, isIssued } from '../../protocol/values.ts';

/** As fine as an amount can be: no rounding at all. */
const MAX_TICK_SIZE = 16;

/**
 * The offer with its price rounded in its taker's favour: of a sale, what it asks for changes, else what it gives.
 * @param offer what its taker pays (`in`) and gets (`out`)
 */
export function roundToTickSize<T extends Amount>(view: ReadView, offer: InOut<T>, isSell: boolean): InOut<T> {
  const tickSize = Math.min(tickSizeOf(view, offer.in), tickSizeOf(view, offer.out));
  if (tickSize === MAX_TICK_SIZE) return offer;
  const rate = rateOfQuality(roundQuality(qualityOf(offer), tickSize));
  if (isSell) return { in: multiply(offer.out, rate, assetOf(offer.in)) as T, out: offer.out };
  return { in: offer.in, out: divide(offer.in, rate, assetOf(offer.out)) as T };
}

function tickSizeOf(view: ReadView, amount: Amount): number {
  if (!isIssued(amount)) return MAX_TICK_SIZE;
  return view.read(accountKeylet(amount.issuer))?.TickSize ?? MAX_TICK_SIZE;
}
