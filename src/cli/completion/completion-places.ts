/** Words and options at each place of the command line, from the tables of commands, options and methods. */
import type { Command, CommandShape } from '../options/command.ts';
import { flagOption, type OptionTable } from '../options/option-table.ts';
import { shownMethods } from '../request/json-help.ts';
import { METHOD_OPTIONS } from '../request/method-options.ts';
import { wordOfMethod } from '../request/method-word.ts';

export interface CompletedWord {
  readonly word: string;
  /** One line; may be empty. */
  readonly summary: string;
}

export interface CompletionPlace {
  /** The words before this place, such as `weir channel open`. */
  readonly path: string;
  readonly words: readonly CompletedWord[];
  readonly options: OptionTable;
}

const HELP: OptionTable = { help: flagOption('how to use it') };

/** All places, the program itself first. */
export async function completionPlaces(commands: readonly Command[]): Promise<readonly CompletionPlace[]> {
  const { methodSummary, wordValues } = await import('../request/method-help.ts');
  // A command takes precedence over a method with the same name.
  const methods = shownMethods().filter(({ name }) => !commands.some((command) => command.name === wordOfMethod(name)));
  const callable = methods.map(({ name }) => ({ word: wordOfMethod(name), summary: methodSummary(name) }));
  const top = [...commands.map(({ name, summary }) => ({ word: name, summary })), ...callable];
  const ofCommands = await Promise.all(commands.map(placesOf));
  return [
    { path: 'weir', words: top, options: { ...HELP, version: flagOption("Weir's version") } },
    ...ofCommands.flat(),
    ...methods.map((method) => ({
      path: `weir ${wordOfMethod(method.name)}`,
      words: plainWords(wordValues(method)),
      options: METHOD_OPTIONS,
    })),
  ];
}

async function placesOf({ name, shape }: Command): Promise<CompletionPlace[]> {
  return placesBelow(`weir ${name}`, await shape());
}

function placesBelow(
  path: string,
  { options = {}, commands = new Map(), words = [], wordsAfter = new Map() }: CommandShape,
): CompletionPlace[] {
  const all = { ...options, ...HELP };
  const place = { path, words: plainWords([...commands.keys(), ...words]), options: all };
  const after = [...wordsAfter].map(([word, next]) => ({
    path: `${path} ${word}`,
    words: plainWords(next),
    options: all,
  }));
  return [place, ...after, ...[...commands].flatMap(([name, shape]) => placesBelow(`${path} ${name}`, shape))];
}

function plainWords(words: readonly string[]): CompletedWord[] {
  return words.map((word) => ({ word, summary: '' }));
}
