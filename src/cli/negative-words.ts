/** Negative numbers as the values of options. */

/** An option without its value, and a number below zero. */
const OPTION = /^--[a-z-]+$/;
const NEGATIVE = /^-\d/;

/**
 * The words with `--port -1` as `--port=-1`. Node's parser takes the number for another option, and its complaint about
 * that does not say what is wrong.
 */
export function joinNegativeWords(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const previous = joined.at(-1);
    if (previous !== undefined && OPTION.test(previous) && NEGATIVE.test(word)) {
      joined[joined.length - 1] = `${previous}=${word}`;
    } else joined.push(word);
  }
  return joined;
}
