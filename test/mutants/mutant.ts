/**
 * Bugs of one line that somebody could make, each with the tests that must notice it. `npm run mutants` makes them one
 * at a time in a copy of the project and runs these tests.
 */
export interface Mutant {
  /** From the project's root. */
  readonly file: string;
  /** A piece of the file that occurs once in it. */
  readonly find: string;
  /** What stands there instead. */
  readonly replace: string;
  /** Test files, from the project's root, of which at least one must fail; the cheapest first. */
  readonly tests: readonly string[];
  /** Why no test can tell the difference, for a mutant that may live. */
  readonly survives?: string;
}

/** What is replaced, by what, and why no test can tell if none can. */
export type Change = readonly [find: string, replace: string, survives?: string];

/** The mutants of one file that the same tests must notice. */
export function mutantsOf(file: string, tests: readonly string[], changes: readonly Change[]): Mutant[] {
  return changes.map(([find, replace, survives]) => {
    return { file, find, replace, tests, ...(survives === undefined ? {} : { survives }) };
  });
}

/** The file's text with the bug in it. @throws Error unless what is to be replaced occurs exactly once. */
export function mutate(text: string, { file, find, replace }: Mutant): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, not once: ${find}`);
  return parts.join(replace);
}
