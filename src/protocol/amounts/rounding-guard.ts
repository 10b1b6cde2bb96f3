/**
 * The digits that a decimal mantissa loses, kept just long enough to round it.
 *
 * Sixteen digits are remembered exactly; below them only "something was not zero" is. That limit is visible: the
 * subtraction in `number.ts` takes digits back out of the guard, so a wider guard would give other results than the
 * reference (`Number::Guard` in `Number.cpp`).
 */

/** How an inexact result is rounded. `toNearest` breaks ties to even; `downward` and `upward` go by the sign. */
export type RoundingMode = 'toNearest' | 'towardsZero' | 'downward' | 'upward';

/** Dropping this many digits of a mantissa of at most 39 digits leaves only the sticky mark. */
const MAX_DROP = 60;
const POWERS = Array.from({ length: MAX_DROP + 1 }, (_, i) => 10n ** BigInt(i));
const GUARD_SCALE = 10n ** 16n;
const TOP_DIGIT = 10n ** 15n;
const HALF = 5n * TOP_DIGIT;

/** `10^exponent` for `0 <= exponent <= 60`. */
export function powerOfTen(exponent: number): bigint {
  const power = POWERS[exponent];
  if (power === undefined) throw new RangeError(`no power of ten ${exponent}`);
  return power;
}

export class RoundingGuard {
  #digits = 0n;
  #sticky: boolean;
  readonly #negative: boolean;

  /** `sticky` says that non-zero digits were lost already, below everything that will be dropped. */
  constructor(negative: boolean, sticky = false) {
    this.#negative = negative;
    this.#sticky = sticky;
  }

  /** Moves the last `count` digits of a non-negative mantissa into the guard; returns what is left of it. */
  drop(mantissa: bigint, count: number): bigint {
    const divisor = powerOfTen(Math.min(count, MAX_DROP));
    const kept = mantissa / divisor;
    const pushed = (mantissa - kept * divisor) * GUARD_SCALE + this.#digits;
    this.#digits = pushed / divisor;
    if (!this.#sticky) this.#sticky = pushed !== this.#digits * divisor;
    return kept;
  }

  /** Takes the most significant digit back. */
  pop(): bigint {
    const digit = this.#digits / TOP_DIGIT;
    this.#digits = (this.#digits - digit * TOP_DIGIT) * 10n;
    return digit;
  }

  /** True when the mantissa must move by one unit, away from zero after a sum and towards it after a difference. */
  shouldStep(mantissa: bigint, mode: RoundingMode): boolean {
    if (mode === 'toNearest') {
      if (this.#digits !== HALF) return this.#digits > HALF;
      return this.#sticky || (mantissa & 1n) === 1n;
    }
    if (mode === 'towardsZero' || this.#negative !== (mode === 'downward')) return false;
    return this.#digits > 0n || this.#sticky;
  }
}
