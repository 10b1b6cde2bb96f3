/** `weir migrate`: brings the data of an older Weir to today's format, and says where the old data are. */
import { extname } from 'node:path';
import { STORE_FORMAT_VERSION } from '../../storage/ledger-store.ts';
import { runTask } from '../verify/store-task.ts';
import { MIGRATE_HELP, parseMigrateOptions } from './migrate-options.ts';
import type { MigrateOutcome } from './migrate-worker.ts';

/** Runs the command; gives its exit code. Rejects with a `CommandError`. */
export async function migrate(args: readonly string[], print: (text: string) => void): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    print(MIGRATE_HELP);
    return 0;
  }
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
