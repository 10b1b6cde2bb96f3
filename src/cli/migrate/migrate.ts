/** `weir migrate`: converts the data of an older Weir to the current format. */
import { extname } from 'node:path';
import { OLDER_FORMATS, STORE_FORMAT_VERSION } from '../../storage/ledger-store.ts';
import type { CommandShape } from '../options/command.ts';
import { directoryOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { runTask } from '../verify/store-task.ts';
import type { MigrateOptions, MigrateOutcome } from './migrate-worker.ts';

/** The options of the command. */
const MIGRATE_OPTIONS = {
  data: textOption('DIR', 'directory of the ledgers (./weir-data)', { default: './weir-data' }),
  to: textOption('DIR', 'an empty or new directory for the new data (default: replace the old data)'),
} as const;

const MIGRATE_HELP = `weir migrate [--data DIR] [--to DIR]: converts the data of an older Weir to the current format.

${optionLines(MIGRATE_OPTIONS)}

The server must be stopped. Formats ${OLDER_FORMATS[0]} to ${OLDER_FORMATS.at(-1)} become format ${STORE_FORMAT_VERSION}. It copies headers, transactions and entries,
rebuilds the rest, and checks every hash of every ledger before it puts the new data in place. Without --to it keeps the old
data file beside the new one. It needs disk space for both. Exit code 0: the data have the current format; 1: they are
unchanged; 2: the command is malformed.`;

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
    `Ledgers ${first} to ${last} (${hash}) had format ${format} and have format ${STORE_FORMAT_VERSION}. All hashes match.`,
  );
  print(kept === undefined ? `The new data are in ${options.to}` : `The old data file is kept as ${kept}`);
  return 0;
}
