/** The words and options of `weir cluster`. */

import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';

export interface ClusterCommandOptions {
  readonly command: 'status' | 'prepare';
  readonly url: string;
  readonly isJson: boolean;
}

/** The options of `weir cluster status`. */
const STATUS_OPTIONS = {
  cluster: textOption('URL', "the cluster's database, as for weir start --cluster"),
  json: flagOption('print JSON'),
} as const;

/** The options of `weir cluster prepare`. */
const PREPARE_OPTIONS = { cluster: textOption('URL', 'the database, as the user who owns the tables') } as const;

const CLUSTER_HELP = `weir cluster status --cluster URL [--json]: shows the nodes of a cluster, its leader, and their progress.

${optionLines(STATUS_OPTIONS)}

It needs only the database. It shows nodes that reported in the last minute. Exit code 0: there is a leader; 1: there is no
leader, or the database does not answer.

weir cluster prepare --cluster URL: creates or upgrades the tables and grants rights to the roles weir_member and weir_reader.

${optionLines(PREPARE_OPTIONS)}

Only needed if nodes connect as users who may not create tables.`;

export const CLUSTER_SHAPE: CommandShape = {
  help: CLUSTER_HELP,
  commands: new Map([
    ['status', { help: CLUSTER_HELP, options: STATUS_OPTIONS }],
    ['prepare', { help: CLUSTER_HELP, options: PREPARE_OPTIONS }],
  ]),
};

/** Reads the words after `weir cluster`. Throws a usage error. */
export function parseClusterOptions([command, ...args]: readonly string[]): ClusterCommandOptions {
  if (command !== 'status' && command !== 'prepare')
    throw usageError(`weir cluster has the commands status and prepare, not '${command ?? ''}'`);
  const name = `weir cluster ${command}`;
  const { cluster, json } =
    command === 'status'
      ? parseWords(args, STATUS_OPTIONS, name).values
      : { ...parseWords(args, PREPARE_OPTIONS, name).values, json: false };
  if (cluster === undefined) throw usageError(`${name} needs --cluster (see ${name} --help)`);
  return { command, url: cluster, isJson: json };
}
