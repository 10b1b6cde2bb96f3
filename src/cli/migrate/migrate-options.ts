/** The options of `weir migrate`. */
import { parseArgs } from 'node:util';
import { OLDEST_FORMAT, STORE_FORMAT_VERSION } from '../../storage/ledger-store.ts';
import type { CommandShape } from '../command.ts';
import { directoryOption, optionError, optionLines, textOption } from '../option-table.ts';

export interface MigrateOptions {
  readonly directory: string;
  /** A directory that is empty or not there; undefined: the new data take the place of the old. */
  readonly to: string | undefined;
}

/** The options of the command. */
export const MIGRATE_OPTIONS = {
  data: textOption('DIR', 'where the ledgers are (./weir-data)', { default: './weir-data' }),
  to: textOption('DIR', 'where to put the new data, a directory that is empty or not there (in the place of the old)'),
} as const;

export const MIGRATE_HELP = `weir migrate [--data DIR] [--to DIR]: brings the data of an older Weir to today's format.

${optionLines(MIGRATE_OPTIONS)}

The server must be stopped. Formats ${OLDEST_FORMAT} to ${STORE_FORMAT_VERSION - 1} become format ${STORE_FORMAT_VERSION}. Headers, transactions and entries are copied and all else is
made anew; then every hash of every ledger is checked, and only then the new data are put in place. Without --to the old
data file is kept beside the new one. It needs room for both. Exit code 0: the data have today's format; 1: they are as
they were; 2: the command was not understood.`;

export const MIGRATE_SHAPE: CommandShape = { help: MIGRATE_HELP, options: MIGRATE_OPTIONS };

/** Reads the words after `weir migrate`. Throws a usage error. */
export function parseMigrateOptions(args: readonly string[]): MigrateOptions {
  const { data, to } = parseWords(args);
  return { directory: directoryOption('data', data), to: to === undefined ? undefined : directoryOption('to', to) };
}

function parseWords(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: MIGRATE_OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw optionError(error, MIGRATE_OPTIONS, 'weir migrate');
  }
}
