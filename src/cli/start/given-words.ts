/** The words of a command line by option, for checks of options that exclude each other. */

export type GivenWords = { readonly [name: string]: string | boolean | readonly string[] | undefined };

/** False for an option that was not given, and for a switch that is off. */
export function isGiven(word: GivenWords[string]): boolean {
  return word !== undefined && word !== false;
}
