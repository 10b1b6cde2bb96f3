/** Exact fractions. */
export class Rational {
  readonly #over: bigint;
  readonly #under: bigint;

  /** `under` is not 0. */
  constructor(over: bigint, under = 1n) {
    const divisor = greatestCommonDivisor(over, under);
    const sign = under < 0n ? -1n : 1n;
    this.#over = (sign * over) / divisor;
    this.#under = (sign * under) / divisor;
  }

  static readonly zero: Rational = new Rational(0n);

  /** mantissa × 10^exponent. */
  static ofDecimal(mantissa: bigint, exponent: number): Rational {
    return exponent >= 0
      ? new Rational(mantissa * 10n ** BigInt(exponent))
      : new Rational(mantissa, 10n ** BigInt(-exponent));
  }

  plus(other: Rational): Rational {
    return new Rational(this.#over * other.#under + other.#over * this.#under, this.#under * other.#under);
  }

  minus(other: Rational): Rational {
    return this.plus(new Rational(-other.#over, other.#under));
  }

  times(other: Rational): Rational {
    return new Rational(this.#over * other.#over, this.#under * other.#under);
  }

  /** The other one is not 0. */
  dividedBy(other: Rational): Rational {
    return new Rational(this.#over * other.#under, this.#under * other.#over);
  }

  /** Below 0, 0 or above 0, as this one is less than, equal to or more than the other. */
  compare(other: Rational): number {
    const difference = this.#over * other.#under - other.#over * this.#under;
    return difference < 0n ? -1 : Number(difference > 0n);
  }

  get isPositive(): boolean {
    return this.#over > 0n;
  }

  get absolute(): Rational {
    return this.#over < 0n ? new Rational(-this.#over, this.#under) : this;
  }

  static least(first: Rational, ...others: readonly Rational[]): Rational {
    return others.reduce((least, one) => (one.compare(least) < 0 ? one : least), first);
  }

  /** Approximately, for messages. */
  toString(): string {
    return String(Number((this.#over * 10n ** 18n) / this.#under) / 1e18);
  }
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one < 0n ? -one : one, other < 0n ? -other : other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}
