/** `weir migrate`: brings the data of an older Weir to today's format, and says where the old data are. */
import { extname } from 'node:path';
import { OLDEST_FORMAT, STORE_FORMAT_VERSION } from '../../storage/ledger-store.ts';
import type { CommandShape } from '../options/command.ts';
import { directoryOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { runTask } from '../verify/store-task.ts';
import type { MigrateOptions, MigrateOutcome } from './migrate-worker.ts';

/** The options of the command. */
const MIGRATE_OPTIONS = {
  data: textOption('DIR', 'where the ledgers are (./weir-data)', { default: './weir-data' }),
  to: textOption('DIR', 'where to put the new data, a directory that is empty or not there (in the place of the old)'),
} as const;

const MIGRATE_HELP = `weir migrate [--data DIR] [--to DIR]: brings the data of an older Weir to today's format.

${optionLines(MIGRATE_OPTIONS)}

The server must be stopped. Formats ${OLDEST_FORMAT} to ${STORE_FORMAT_VERSION - 1} become format ${STORE_FORMAT_VERSION}. Headers, transactions and entries are copied and all else is
made anew; then every hash of every ledger is checked, and only then the new data are put in place. Without --to the old
data file is kept beside the new one. It needs room for both. Exit code 0: the data have today's format; 1: they are as
they were; 2: the command was not understood.`;

export const MIGRATE_SHAPE: CommandShape = { help: MIGRATE_HELP, options: MIGRATE_OPTIONS };

/** Reads the words after `weir migrate`. Throws a usage error. */
export function parseMigrateOptions(args: readonly string[]): MigrateOptions {
  const { data, to } = parseWords(args, MIGRATE_OPTIONS, 'weir migrate').values;
  return { directory: directoryOption('data', data), to: to === undefined ? undefined : directoryOption('to', to) };
}

/** Runs the command; gives its exit code. Rejects with a `CommandError`. */
export async function migrate(args: readonly string[], print: (text: string) => void): Promise<number> {
  const options = parseMigrateOptions(args);
  const program = new URL(`./migrate-worker${extname(import.meta.url)}`, import.meta.url);
  const { format, migrated } = await runTask<MigrateOutcome>(program, options);
  if (migrated === undefined) {
    print(`The data in ${options.directory} have format ${format}, which this Weir reads: there is nothing to do.`);
    return 0;
  }
  const { first, last, hash, kept } = migrated;
  print(
    `Ledgers ${first} to ${last} (${hash}) had format ${format} and have format ${STORE_FORMAT_VERSION}. All hashes are right.`,
  );
  print(kept === undefined ? `The new data are in ${options.to}` : `The old data file is kept as ${kept}`);
  return 0;
}
