/** The options of `weir backup`. */

import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { directoryOption, optionLines, parseWords, textOption } from '../options/option-table.ts';

export interface BackupOptions {
  readonly directory: string;
  /** An empty or new directory; undefined: the database of a cluster. */
  readonly to: string | undefined;
  /** With `to`: the database gets a note of the copy. */
  readonly cluster: string | undefined;
  /** Given with `cluster`. */
  readonly secretFile: string | undefined;
}

/** The options of the command. */
const BACKUP_OPTIONS = {
  data: textOption('DIR', 'directory of the ledgers (./weir-data)', { default: './weir-data' }),
  to: textOption('DIR', 'an empty or new directory for the copy'),
  cluster: textOption(
    'URL',
    "copy into the cluster's database, for nodes that start empty; with --to: only a note of the copy",
  ),
  'cluster-secret-file': textOption('FILE', "with --cluster: the file with the cluster's secret"),
} as const;

const BACKUP_HELP = `weir backup [--data DIR] [--to DIR] [--cluster URL --cluster-secret-file FILE]: copies the data of a running server
into a directory or into the database of its cluster.

${optionLines(BACKUP_OPTIONS)}

The copy is of one moment, and has no room that the file wastes. A server can start on it (--data), and weir verify
checks it. In a cluster's database the last two copies are kept. With --to and --cluster the database has the
directory and the SHA-256 of the last two copies: nodes that start empty read the copy there. Exit code 0: it is made; 1: it is not.`;

export const BACKUP_SHAPE: CommandShape = { help: BACKUP_HELP, options: BACKUP_OPTIONS };

/** Reads the words after `weir backup`. Throws a usage error. */
export function parseBackupOptions(args: readonly string[]): BackupOptions {
  const {
    data,
    to,
    cluster,
    'cluster-secret-file': secretFile,
  } = parseWords(args, BACKUP_OPTIONS, 'weir backup').values;
  if (to === undefined && cluster === undefined) throw usageError('weir backup needs --to or --cluster');
  if ((cluster === undefined) !== (secretFile === undefined))
    throw usageError('--cluster and --cluster-secret-file belong together');
  if (to !== undefined) directoryOption('to', to);
  return { directory: directoryOption('data', data), to, cluster, secretFile };
}
