/**
 * A sum with the smallest rounding error: amounts are added in ascending order (rippled: BookStep.cpp and StrandFlow.h
 * sum a flat_multiset).
 */
import { addAmounts, compareAmounts } from '../../protocol/amounts/amount-math.ts';
import type { StepAmount } from './step.ts';

export class SortedSum {
  readonly #amounts: StepAmount[] = [];
  /** Prefix sums, as far as computed. */
  readonly #sums: StepAmount[] = [];
  readonly #nothing: StepAmount;

  /** @param nothing the sum of no amounts */
  constructor(nothing: StepAmount) {
    this.#nothing = nothing;
  }

  add(amount: StepAmount): void {
    let low = 0;
    let high = this.#amounts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareAmounts(this.#amounts[middle]!, amount) <= 0) low = middle + 1;
      else high = middle;
    }
    this.#amounts.splice(low, 0, amount);
    this.#sums.length = Math.min(this.#sums.length, low);
  }

  /** Removes one occurrence of the amount. */
  remove(amount: StepAmount): void {
    const at = this.#amounts.findIndex((other) => compareAmounts(other, amount) === 0);
    this.#amounts.splice(at, 1);
    this.#sums.length = Math.min(this.#sums.length, at);
  }

  get total(): StepAmount {
    for (let at = this.#sums.length; at < this.#amounts.length; at++) {
      const amount = this.#amounts[at]!;
      this.#sums.push(at === 0 ? amount : addAmounts(this.#sums[at - 1]!, amount));
    }
    return this.#sums.at(-1) ?? this.#nothing;
  }
}
