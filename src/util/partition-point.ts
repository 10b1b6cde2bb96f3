/** Binary search, in the one form that serves all others. */

/** First of the positions 0…length at which `isBefore` is false; it must be true up to there and false from there on. */
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
