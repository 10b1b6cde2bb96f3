/** Reads the words of the methods of a test bench. All throw usage errors. */
import type { JsonObject } from '../../protocol/values.ts';
import { parseSeconds, parseTime } from '../channel/channel-units.ts';
import { usageError } from '../command-error.ts';
import { wholeNumber } from './positional-words.ts';

export const CLOCK_WORDS = ['set', 'advance', 'rate', 'freeze', 'resume'];

/** One thing after the other, such as `set 2030-01-01T00:00:00Z freeze`. */
export function clock(words: readonly string[]): JsonObject {
  const left = [...words];
  const params: Record<string, number | boolean> = {};
  while (left.length > 0) {
    const what = left.shift()!;
    if (!CLOCK_WORDS.includes(what)) throw usageError(`clock: '${what}' is none of ${CLOCK_WORDS.join(', ')}`);
    if (params[what] !== undefined) throw usageError(`clock: ${what} is there twice`);
    params[what] = what === 'freeze' || what === 'resume' ? true : clockValue(what, left.shift());
  }
  return params;
}

function clockValue(what: string, word: string | undefined): number {
  if (word === undefined) throw usageError(`clock: ${what} is followed by ${what === 'rate' ? 'a number' : 'a time'}`);
  const isNumber = /^\d+(?:\.\d+)?$/.test(word);
  if (what === 'rate') {
    if (isNumber) return Number(word);
    throw usageError(`clock: the rate must be a number, not '${word}'`);
  }
  if (isNumber) return wholeNumber(word, what);
  return what === 'set' ? parseTime(what, word) : parseSeconds(what, word);
}
