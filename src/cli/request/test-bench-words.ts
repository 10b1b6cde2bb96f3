/** Reads the words of the methods of a test bench. All throw usage errors. */
import { resolve } from 'node:path';
import type { JsonObject } from '../../protocol/values.ts';
import { parseDrops, parseSeconds, parseTime } from '../channel/channel-units.ts';
import { usageError } from '../command-error.ts';
import { parseJsonObject, wholeNumber } from './positional-words.ts';

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

/** An amount of tokens as the API spells it in one text, such as `10/USD/r…`; all else is XRP or drops, with the unit. */
export function fund([account, amount]: readonly string[]): JsonObject {
  if (amount === undefined) return { account: account! };
  return { account: account!, amount: amount.includes('/') ? amount : String(parseDrops(amount)) };
}

/** An entry in JSON, or `remove` and a key; then the names of invariants that may break. */
export function setEntry(words: readonly string[]): JsonObject {
  const [first, ...rest] = words;
  const isRemoval = first === 'remove';
  const override = isRemoval ? rest.slice(1) : rest;
  const names = override.length === 0 ? {} : { override };
  if (!isRemoval) return { entry: parseJsonObject(first!, 'the entry'), ...names };
  if (rest[0] === undefined) throw usageError('set_entry: remove is followed by the key of the entry');
  return { index: rest[0], remove: true, ...names };
}

/** The id or the name of a snapshot; or `ledger` and an index. */
export function revert([first, index]: readonly string[]): JsonObject {
  if (first === 'ledger' && index !== undefined) return { ledger_index: wholeNumber(index, 'the index') };
  if (index === undefined) return { snapshot: first! };
  throw usageError('revert: give a snapshot, or the word ledger and an index');
}

/** `save` or `load` and a file, which the server knows by its whole path. */
export function state([what, file, snapshot]: readonly string[]): JsonObject {
  const path = resolve(file!);
  if (what === 'save') return { save: path, ...(snapshot === undefined ? {} : { snapshot }) };
  if (what === 'load' && snapshot === undefined) return { load: path };
  throw usageError('state: give save or load, and a file');
}
