/** The words of a command line by option, for checks of options that exclude each other. */
import { usageError } from '../../util/command-error.ts';

export type GivenWords = { readonly [name: string]: string | boolean | readonly string[] | undefined };

/** @throws a usage error if one of the others is given beside the option `name` */
export function excludeOthers(words: GivenWords, name: string, others: readonly string[]): void {
  const other = others.find((one) => isGiven(words[one]));
  if (other !== undefined) throw usageError(`--${other} and --${name} exclude each other`);
}

/** False for an option that was not given, and for a switch that is off. */
export function isGiven(word: GivenWords[string]): boolean {
  return word !== undefined && word !== false;
}
