/** Binary search. */

/**
 * The first position in 0…length for which `isBefore` is false. `isBefore` must be true for all positions before it and
 * false for all after.
 */
export function partitionPoint(length: number, isBefore: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
