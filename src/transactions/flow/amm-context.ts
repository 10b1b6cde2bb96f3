/**
 * What the offers of market makers have to know about a payment or crossing as a whole. There is one for each
 * (rippled: AMMContext.h).
 */
import type { AccountId } from '../../protocol/values.ts';

/** In so many turns of a payment may market makers be traded with: their offers are not counted otherwise. */
export const MAX_AMM_TURNS = 30;

export class AmmContext {
  /** Who trades, and at whose fee. */
  readonly account: AccountId;
  /**
   * True while more than one strand is left. Offers then have one quality and a size of their own, so that strands can be
   * compared; with one strand alone an offer is a curve.
   */
  isMultiPath = false;
  #isUsed = false;
  #turns = 0;

  constructor(account: AccountId) {
    this.account = account;
  }

  /** In how many turns market makers were traded with. */
  get turns(): number {
    return this.#turns;
  }

  get isExhausted(): boolean {
    return this.#turns >= MAX_AMM_TURNS;
  }

  /** An offer was taken by the strand that is being tried. */
  noteUse(): void {
    this.#isUsed = true;
  }

  /** Another strand is tried. */
  startStrand(): void {
    this.#isUsed = false;
  }

  /** The strand was used. */
  finishTurn(): void {
    if (this.#isUsed) this.#turns++;
    this.#isUsed = false;
  }
}
