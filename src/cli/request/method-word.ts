/** What a method is called by on the command line. Weir's own go without their prefix there: `weir clock` is `weir_clock`. */
import { methodTable } from '../../rpc/table.ts';

const OWN_PREFIX = 'weir_';

/** The method that a word calls, which may be its whole name too; undefined if there is none. */
export function methodOfWord(word: string): string | undefined {
  return [word, OWN_PREFIX + word].find((name) => methodTable.has(name));
}

/** The word that calls a method. */
export function wordOfMethod(name: string): string {
  return name.startsWith(OWN_PREFIX) ? name.slice(OWN_PREFIX.length) : name;
}
