/** Names of methods on the command line. Weir's own methods omit their prefix: `weir clock` calls `weir_clock`. */
import { methodTable } from '../../rpc/table.ts';

const OWN_PREFIX = 'weir_';

/** The method of a word, which may be the full name; undefined if unknown. */
export function methodOfWord(word: string): string | undefined {
  return [word, OWN_PREFIX + word].find((name) => methodTable.has(name));
}

/** The word that calls a method. */
export function wordOfMethod(name: string): string {
  return name.startsWith(OWN_PREFIX) ? name.slice(OWN_PREFIX.length) : name;
}
