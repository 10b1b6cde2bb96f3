/** How much of the base a constant-product pool trades until its price reaches another one. For pictures only: floating point. */

const FEE_UNITS = 100_000;

/**
 * `pool` has `base` and `quote`, its reserves, and `fee` in hundred-thousandths. Above its price it sells the base, below it buys. Returns
 * 0 within its fee.
 */
export function poolDepth({ base, quote, fee }, price) {
  const kept = 1 - fee / FEE_UNITS;
  const spot = quote / base;
  if (price > spot / kept) return base - Math.sqrt((base * quote) / (price * kept));
  if (price < spot * kept) return Math.sqrt((base * quote * kept) / price) - base;
  return 0;
}
