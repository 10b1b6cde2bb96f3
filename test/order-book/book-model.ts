/**
 * A model of an order book in exact fractions: the best price first, at the same price the oldest offer first. It shares no
 * code with `src/`. Two assets are traded. Reserves, fees, authorization and offers that cross the owner's own offers are not
 * modelled, and the compared histories have none of these.
 */
import { Rational } from './rational.ts';

export type Side = 'base' | 'quote';

export interface NewOffer {
  readonly owner: string;
  readonly sequence: number;
  /** The asset that the owner gives; they get the other one. */
  readonly gives: Side;
  readonly givesAmount: Rational;
  readonly getsAmount: Rational;
  /** The owner's earlier offer, which this one replaces. */
  readonly replaces?: number | undefined;
  /** Sells all that it gives, even for more than it asks. */
  readonly sells: boolean;
  /** Does not take offers of exactly its own price. */
  readonly isPassive: boolean;
  /** The rest that is not exchanged at once is dropped. */
  readonly isImmediate: boolean;
  /** Is exchanged completely or not at all. */
  readonly isAllOrNothing: boolean;
}

interface Offer {
  readonly owner: string;
  readonly sequence: number;
  readonly gives: Side;
  /** Price of one unit for its taker, from its original amounts. */
  readonly price: Rational;
  /** The amount that is left. */
  left: Rational;
}

type Holdings = Record<Side, Rational>;

const OTHER = { base: 'quote', quote: 'base' } as const;

export class BookModel {
  readonly #holdings = new Map<string, Holdings>();
  /** In the order in which they were placed. */
  #offers: Offer[] = [];

  give(owner: string, side: Side, amount: Rational): void {
    const holdings = this.#holdings.get(owner) ?? { base: Rational.zero, quote: Rational.zero };
    holdings[side] = holdings[side].plus(amount);
    this.#holdings.set(owner, holdings);
  }

  held(owner: string, side: Side): Rational {
    return this.#holdings.get(owner)?.[side] ?? Rational.zero;
  }

  cancel(owner: string, sequence: number): void {
    this.#offers = this.#offers.filter((offer) => offer.owner !== owner || offer.sequence !== sequence);
  }

  /** Returns true if the transaction succeeds, even if no offer is left. */
  place(offer: NewOffer): boolean {
    if (!this.held(offer.owner, offer.gives).isPositive) return false;
    const before = this.#copy();
    if (offer.replaces !== undefined) this.cancel(offer.owner, offer.replaces);
    const rest = this.#cross(offer);
    const isExchanged = !rest.isPositive;
    if (
      (offer.isAllOrNothing && !isExchanged) ||
      (offer.isImmediate && !isExchanged && !this.#hasTraded(before, offer))
    ) {
      this.#restore(before);
      return false;
    }
    if (isExchanged || offer.isImmediate || offer.isAllOrNothing) return true;
    const price = offer.getsAmount.dividedBy(offer.givesAmount);
    this.#offers.push({ owner: offer.owner, sequence: offer.sequence, gives: offer.gives, price, left: rest });
    return true;
  }

  /** Exchanges as much as possible. Returns the amount that the owner still offers. */
  #cross({ owner, gives, givesAmount, getsAmount, sells, isPassive }: NewOffer): Rational {
    const gets = OTHER[gives];
    const ownPrice = givesAmount.dividedBy(getsAmount);
    let toGive = givesAmount;
    let toGet = getsAmount;
    for (const offer of this.#facing(gives)) {
      const betterness = ownPrice.compare(offer.price);
      if (betterness < 0 || (betterness === 0 && isPassive)) break;
      const spendable = Rational.least(toGive, this.held(owner, gives));
      if (!spendable.isPositive || (!sells && !toGet.isPositive)) break;
      const available = Rational.least(offer.left, this.held(offer.owner, gets));
      if (!available.isPositive) {
        this.cancel(offer.owner, offer.sequence);
        continue;
      }
      const limits = [spendable.dividedBy(offer.price), ...(sells ? [] : [toGet])];
      const got = Rational.least(available, ...limits);
      const given = got.times(offer.price);
      this.#move(owner, offer.owner, gives, given);
      this.#move(offer.owner, owner, gets, got);
      offer.left = offer.left.minus(got);
      toGive = toGive.minus(given);
      toGet = toGet.minus(got);
      // The next offer is reached only when this one has no funds left.
      if (!offer.left.isPositive || got.compare(available) === 0) this.cancel(offer.owner, offer.sequence);
    }
    if (!this.held(owner, gives).isPositive) return Rational.zero;
    // Without tfSell the rest is the missing output at the original price.
    return sells ? toGive : toGet.times(ownPrice);
  }

  /** The offers that take `side`, the best price first. */
  #facing(side: Side): Offer[] {
    const facing = this.#offers.filter(({ gives }) => gives !== side);
    return facing.sort((one, other) => one.price.compare(other.price));
  }

  #hasTraded(before: BookModel, { owner, gives }: NewOffer): boolean {
    return this.held(owner, gives).compare(before.held(owner, gives)) !== 0;
  }

  #move(from: string, to: string, side: Side, amount: Rational): void {
    this.give(from, side, Rational.zero.minus(amount));
    this.give(to, side, amount);
  }

  #copy(): BookModel {
    const copy = new BookModel();
    copy.#restore(this);
    return copy;
  }

  #restore(from: BookModel): void {
    this.#holdings.clear();
    for (const [owner, holdings] of from.#holdings) this.#holdings.set(owner, { ...holdings });
    this.#offers = from.#offers.map((offer) => ({ ...offer }));
  }
}
