/** The types of `decimals.js`, as far as the command line uses them. */

/** The exact sum of two decimal texts; undefined if one of them is no decimal text. */
export function sum(one: string, other: string): string | undefined;
