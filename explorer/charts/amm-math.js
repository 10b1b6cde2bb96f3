/** The result of a trade with a constant-product pool, in exact decimals. */
import { decimalText, difference, parseDecimal, ratio, sum } from '../decimals.js';

/** Fees of pools are in hundred-thousandths. */
const FEE_UNITS = 100_000n;

/**
 * For a payment of `paid` into a pool with `reserveIn` and `reserveOut`: the received amount, both reserves after, the
 * price, and its difference from the price before, in percent. Undefined unless the amount is positive.
 */
export function tradeWith({ reserveIn, reserveOut, fee }, paid) {
  const amount = parseDecimal(paid);
  if (amount === undefined || amount.digits <= 0n) return undefined;
  const taxed = { digits: amount.digits * (FEE_UNITS - BigInt(fee)), places: amount.places + 5 };
  const withTrade = sum(reserveIn, decimalText(taxed));
  const given = ratio(decimalText(product(parseDecimal(reserveOut), taxed)), withTrade);
  if (given === undefined || given === '0') return undefined;
  const price = ratio(paid, given);
  const spot = ratio(reserveIn, reserveOut);
  const worse = ratio(difference(price, spot), spot) ?? '0';
  const after = { reserveIn: sum(reserveIn, paid), reserveOut: difference(reserveOut, given) };
  return { given, price, after, impactPercent: percentOf(worse) };
}

function product(one, other) {
  return { digits: one.digits * other.digits, places: one.places + other.places };
}

/** With two decimal places. */
function percentOf(share) {
  return (Number(share) * 100).toFixed(2);
}
