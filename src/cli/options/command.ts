/** What a command of the program is, as a row of the table of commands. */
import type { OptionTable } from './option-table.ts';

/** A command's help, and what may follow it: for completion and for the documentation. */
export interface CommandShape {
  /** What its `--help` prints. */
  readonly help: string;
  /** Its options; `--help` goes without saying. */
  readonly options?: OptionTable;
  /** The commands that it has in turn. */
  readonly commands?: ReadonlyMap<string, CommandShape>;
  /** What its first word may be. */
  readonly words?: readonly string[];
  /** What may follow a first word, for those after which there is something to choose from. */
  readonly wordsAfter?: ReadonlyMap<string, readonly string[]>;
}

export interface Command {
  readonly name: string;
  /** What may follow its name, for `--help`. */
  readonly usage: string;
  readonly summary: string;
  /** True if `run` answers `--help` by itself. */
  readonly hasOwnHelp?: true;
  /** Runs it with the words after its name; gives the exit code. Rejects with a `CommandError`. */
  run(args: readonly string[], print: (text: string) => void): Promise<number>;
  shape(): Promise<CommandShape>;
}
