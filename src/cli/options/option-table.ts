/** Tables of options, for parsing, help and completion. */
import { parseArgs } from 'node:util';
import { type CommandError, usageError } from '../../util/command-error.ts';
import { suggestion } from '../../util/nearest-word.ts';

export interface OptionRow {
  readonly type: 'string' | 'boolean';
  /** May be given more than once. */
  readonly multiple?: boolean;
  /** Placeholder of the value in the help. */
  readonly placeholder?: string;
  readonly help?: string;
  /** All possible values, if few. */
  readonly values?: readonly string[];
}

/** By the option's name, without the dashes. */
export type OptionTable = Readonly<Record<string, OptionRow>>;

/** An option with a value. `help` ends with the default in brackets if there is one. */
export function textOption<const Extra extends object = object>(placeholder: string, help: string, extra?: Extra) {
  return { type: 'string', placeholder, help, ...(extra as Extra) } as const;
}

/** An option without a value. */
export function flagOption(help: string) {
  return { type: 'boolean', help, default: false } as const;
}

/** An option without a value, and a negative number. */
const OPTION = /^--[a-z-]+$/;
const NEGATIVE = /^-\d/;

/**
 * The options and words after a command. `name` is the command in errors. Throws a usage error for an unknown
 * option, for one without its value, and for a word where `hasWords` is false.
 */
export function parseWords<const Table extends OptionTable>(
  args: readonly string[],
  options: Table,
  name: string,
  hasWords = false,
) {
  try {
    return parseArgs({ args: joinNegative(args), options, strict: true, allowPositionals: hasWords });
  } catch (error) {
    throw optionError(error, options, name);
  }
}

/** Joins `--port -1` to `--port=-1`, since Node would read the number as an option and give an unclear error. */
function joinNegative(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const previous = joined.at(-1) ?? '';
    if (OPTION.test(previous) && NEGATIVE.test(word)) joined[joined.length - 1] = `${previous}=${word}`;
    else joined.push(word);
  }
  return joined;
}

/** The name of a directory. Throws a usage error if it is empty, as from an unset variable: it would mean the current directory. */
export function directoryOption(name: string, value: string): string {
  if (value === '') throw usageError(`--${name} needs the name of a directory, not an empty text`);
  return value;
}

/** Throws a usage error for a value that is not a whole number up to `max`. */
export function wholeNumber(option: string, value: string, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > max) {
    throw usageError(`${option} must be a whole number from 0 to ${max}, not '${value}'`);
  }
  return number;
}

/** The lines about options in a command's help. `width` is that of the names; an option may be longer. */
export function optionLines(table: OptionTable, width?: number): string {
  const rows = Object.entries(table).map(([name, { placeholder = '', help = '' }]) => {
    return [`--${name} ${placeholder}`.trimEnd(), help] as const;
  });
  const widest = width ?? Math.max(...rows.map(([option]) => option.length));
  return rows.map(([option, help]) => `  ${option.padEnd(widest)}  ${help}`).join('\n');
}

/** The error of Node's `parseArgs` as a usage error: its first sentence, and a suggestion. */
function optionError(error: unknown, table: OptionTable, command: string): CommandError {
  const [sentence = ''] = (error as Error).message.split(/[.\n]/);
  const unknown = /^Unknown option '-*(?<name>[^']*)'/.exec(sentence)?.groups?.name;
  const names = [...Object.keys(table), 'help'];
  const dashed = names.map((name) => `--${name}`);
  const near = unknown === undefined ? '' : suggestion(`--${unknown}`, dashed);
  return usageError(`${sentence}${near} (see ${command} --help)`);
}
