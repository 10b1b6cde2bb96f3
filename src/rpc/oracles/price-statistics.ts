/** Mean, deviation and median of prices (rippled: GetAggregatePrice.cpp, getStats). */
import {
  addAmounts,
  amountOf,
  amountToNum,
  NO_ISSUE,
  subtractAmounts,
  zeroOf,
} from '../../protocol/amounts/amount-math.ts';
import { divide } from '../../protocol/amounts/amount-product.ts';
import { NUM_ZERO, numAdd, numDivide, numMultiply, numOf } from '../../protocol/amounts/number.ts';
import { numSquareRoot } from '../../protocol/amounts/number-root.ts';
import { issuedText, numberText } from '../../protocol/json/amount-text.ts';
import type { Amount, IssuedAmount, JsonObject } from '../../protocol/values.ts';

/** `mean`, `size` and `standard_deviation` of at least one price. */
export function priceStatistics(prices: readonly IssuedAmount[]): JsonObject {
  const size = prices.length;
  const sum = prices.reduce<Amount>((total, price) => addAmounts(total, price), zeroOf(NO_ISSUE));
  const mean = divide(sum, quantity(size), NO_ISSUE);
  return {
    mean: text(mean),
    size,
    standard_deviation: deviationText(prices, mean),
  };
}

/** The median of sorted prices. */
export function medianText(sorted: readonly IssuedAmount[]): string {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle]!;
  if (sorted.length % 2 === 1) return text(upper);
  return text(divide(addAmounts(sorted[middle - 1]!, upper), quantity(2), NO_ISSUE));
}

/** Sample standard deviation; zero for a single price. */
function deviationText(prices: readonly IssuedAmount[], mean: Amount): string {
  if (prices.length === 1) return '0';
  const squares = prices.map((price) => {
    const distance = amountToNum(subtractAmounts(price, mean));
    return numMultiply(distance, distance);
  });
  const sum = squares.reduce((total, square) => numAdd(total, square), NUM_ZERO);
  const { mantissa, exponent } = numSquareRoot(numDivide(sum, numOf(BigInt(prices.length - 1))));
  return numberText(mantissa, exponent);
}

function quantity(count: number): Amount {
  return amountOf(NO_ISSUE, BigInt(count));
}

function text(amount: Amount): string {
  const { mantissa, exponent } = amount as IssuedAmount;
  return issuedText(mantissa, exponent);
}
