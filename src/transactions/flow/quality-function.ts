/**
 * The average quality of a strand as a linear function of its output, `m * out + b`: constant for order books, falling
 * for AMMs. Its inverse gives the output at a given average quality (rippled: QualityFunction.cpp).
 */
import { amountToNum } from '../../protocol/amounts/amount-math.ts';
import {
  NUM_ZERO,
  type Num,
  numAdd,
  numDivide,
  numMultiply,
  numNegate,
  numOf,
  numSubtract,
} from '../../protocol/amounts/number.ts';
import { type Quality, rateOfQuality } from '../../protocol/amounts/quality.ts';
import { afterFee } from '../amm/pool-math.ts';
import type { Swap } from '../amm/swap.ts';

const ONE = numOf(1n);

export class QualityFunction {
  readonly #slope: Num;
  readonly #intercept: Num;
  /** Set if the function is constant. */
  readonly quality: Quality | undefined;

  private constructor(slope: Num, intercept: Num, quality: Quality | undefined) {
    this.#slope = slope;
    this.#intercept = intercept;
    this.quality = quality;
  }

  /** The function of offers of one quality, which must not be zero. */
  static constant(quality: Quality): QualityFunction {
    return new QualityFunction(NUM_ZERO, numDivide(ONE, amountToNum(rateOfQuality(quality))), quality);
  }

  /** The function of a pool with these non-zero balances and a fee in hundred-thousandths. */
  static ofPool(pool: Swap, fee: number): QualityFunction {
    const [into, out] = [amountToNum(pool.in), amountToNum(pool.out)];
    const factor = afterFee(fee);
    const slope = numDivide(numNegate(factor), into);
    return new QualityFunction(slope, numDivide(numMultiply(out, factor), into), undefined);
  }

  /** The function of this step followed by the next. */
  combine(next: QualityFunction): QualityFunction {
    const slope = numAdd(this.#slope, numMultiply(this.#intercept, next.#slope));
    const intercept = numMultiply(this.#intercept, next.#intercept);
    return new QualityFunction(slope, intercept, slope.mantissa === 0n ? this.quality : undefined);
  }

  /** The output at that average quality; undefined if there is none, or the function is constant. */
  outAtQuality(quality: Quality): Num | undefined {
    const rate = amountToNum(rateOfQuality(quality));
    if (this.#slope.mantissa === 0n || rate.mantissa === 0n) return undefined;
    const difference = numSubtract(numDivide(ONE, rate, 'upward'), this.#intercept, 'upward');
    const out = numDivide(difference, this.#slope, 'upward');
    return out.mantissa <= 0n ? undefined : out;
  }
}
