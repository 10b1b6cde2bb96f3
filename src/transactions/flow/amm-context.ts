/** State of one payment or crossing that AMM offers depend on (rippled: AMMContext.h). */
import type { AccountId } from '../../protocol/values.ts';

/** The most iterations of a payment that may use AMM offers, which other offer limits do not count. */
export const MAX_AMM_ITERATIONS = 30;

export class AmmContext {
  /** The sender, whose trading fee applies. */
  readonly account: AccountId;
  /**
   * True while more than one strand is active. Then AMM offers have a fixed quality and size, so that strands can be
   * compared; with a single strand the offer follows the pool's curve.
   */
  isMultiPath = false;
  #isUsed = false;
  #iterations = 0;

  constructor(account: AccountId) {
    this.account = account;
  }

  /** The number of iterations that consumed AMM offers. */
  get iterations(): number {
    return this.#iterations;
  }

  get isExhausted(): boolean {
    return this.#iterations >= MAX_AMM_ITERATIONS;
  }

  /** Marks that the current strand consumed an AMM offer (setAMMUsed). */
  setAmmUsed(): void {
    this.#isUsed = true;
  }

  /** Resets the mark before another strand is tried (clear). */
  clearAmmUsed(): void {
    this.#isUsed = false;
  }

  /** Counts the iteration if its strand consumed an AMM offer (update). */
  finishIteration(): void {
    if (this.#isUsed) this.#iterations++;
    this.#isUsed = false;
  }
}
