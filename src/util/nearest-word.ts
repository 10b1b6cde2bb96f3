/** Suggestions for misspelled words. */

/** The largest distance of a suggestion, as a share of the longer word. */
const LARGEST_SHARE = 0.4;

/** The nearest word by edit distance; undefined if none is near. */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of words) {
    const most = Math.min(least - 1, Math.floor(LARGEST_SHARE * Math.max(word.length, candidate.length)));
    // Words of very different length are skipped, so that a long input costs little.
    if (Math.abs(word.length - candidate.length) > most) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), most);
    if (distance > most) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

/** `, did you mean 'start'?`, or empty if no word is near. */
export function suggestion(word: string, words: Iterable<string>): string {
  const nearest = nearestWord(word, words);
  return nearest === undefined ? '' : `, did you mean '${nearest}'?`;
}

/**
 * Insertions, deletions, replacements and swaps of neighbours (optimal string alignment distance). If the distance
 * exceeds `most`, the result is some number above `most`.
 */
function editDistance(from: string, to: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let cost = Math.min(last[column - 1]! + (isSame ? 0 : 1), last[column]! + 1, current[column - 1]! + 1);
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    const isBeyond = (cost: number) => cost > most;
    if (last.every(isBeyond) && current.every(isBeyond)) return most + 1;
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}
