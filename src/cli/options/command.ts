/** The type of a command in the table of commands. */
import type { OptionTable } from './option-table.ts';

/** The help, options and words of a command, for `--help`, completion and documentation. */
export interface CommandShape {
  /** Text of `--help`. */
  readonly help: string;
  /** Its options, without `--help`. */
  readonly options?: OptionTable;
  /** Subcommands by name. */
  readonly commands?: ReadonlyMap<string, CommandShape>;
  /** Possible first words. */
  readonly words?: readonly string[];
  /** Possible further words after a first word. */
  readonly wordsAfter?: ReadonlyMap<string, readonly string[]>;
}

export interface Command {
  readonly name: string;
  /** The words and options after its name, for `--help`. */
  readonly usage: string;
  readonly summary: string;
  /** True if `run` handles `--help` itself. */
  readonly hasOwnHelp?: true;
  /** True if it writes data directories, in which all new files are for the user of the process only. */
  readonly writesData?: true;
  /** Runs it with the words after its name; resolves to the exit code. Rejects with a `CommandError`. */
  run(args: readonly string[], print: (text: string) => void): Promise<number>;
  shape(): Promise<CommandShape>;
}
